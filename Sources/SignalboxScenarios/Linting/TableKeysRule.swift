internal import Signalbox
internal import SignalboxScripting

/// Finds unknown keys and names in the table literals that scripts pass to functions: options of
/// operations, matchers of expectations, and screen descriptions.
enum TableKeysRule: LintRule {
  static func findings(in context: LintContext) -> [LintFinding] {
    zip(context.texts, context.receivers).flatMap { text, types in
      var reader = Reader(context: context, text: text)
      for expression in text.sourceIndex.expressions.all {
        switch expression {
        case .call(let object, let method?, let arguments):
          guard case .handle(let kinds)? = types.all[object],
            case let entries = ReceiverTypes.members(method.text, of: kinds),
            let entry = entries.first, entries.count == kinds.count,
            !kinds.contains("coordinator") || !context.defined.methods.contains(method.text)
          else { continue }
          reader.read(arguments, of: entry)
        case .call(let function, nil, let arguments):
          if let entry = types.globalFunction(of: function) { reader.read(arguments, of: entry) }
        case .global, .variable, .member: continue
        }
      }
      return reader.findings
    }
  }

  /// Compares the tables in calls with their descriptions.
  private struct Reader {
    let context: LintContext
    let text: LintContext.Text
    private(set) var findings: [LintFinding] = []

    init(context: LintContext, text: LintContext.Text) {
      self.context = context
      self.text = text
    }

    mutating func read(_ arguments: [LuaExpressions.Argument], of entry: ScriptReference.Entry) {
      let parameters = entry.parameters ?? []
      // The call has the form `app:launch { animated = false }`.
      if entry.name == "launch", arguments.count == 1, case .table = arguments[0] {
        return read(arguments[0], of: parameters.last?.type ?? "", function: entry.name)
      }
      // Only an optional argument before the table may be omitted, as in `app:eventually { … }`.
      let required = parameters.count { !$0.isOptional }
      var rest = arguments[...]
      for parameter in parameters.dropFirst(max(0, required - arguments.count)) {
        guard let argument = rest.first else { return }
        let kind = entry.operation?.parameters.first { $0.name == parameter.name }?.kind
        let takesTable =
          kind?.takesTable ?? (table(of: parameter.type) != nil || parameter.type.contains("table"))
        if parameter.isOptional, rest.count == 1, case .table = argument, !takesTable { continue }
        read(argument, of: parameter.type, function: entry.name)
        rest.removeFirst()
      }
    }

    private mutating func read(
      _ argument: LuaExpressions.Argument, of type: String, function: String
    ) {
      guard case .table(let keys) = argument, !type.hasSuffix("[]"), let table = table(of: type)
      else { return }
      let fields = fields(of: table)
      for key in keys {
        if let field = fields[key.name.text] {
          read(key, as: field, function)
        } else {
          report(
            key.name, code(of: table),
            "\(function) has no \(noun(of: table)) \"\(key.name.text)\"", known: Array(fields.keys))
        }
      }
    }

    private mutating func read(
      _ key: LuaExpressions.Key, as field: ScriptReference.Entry, _ function: String
    ) {
      guard case .string(let word) = key.value else {
        return read(key.value, of: field.type, function: function)
      }
      let types = field.type.split(whereSeparator: { "|?".contains($0) })
      if types.contains("signalbox.Style") {
        let named = context.texts.flatMap(\.sourceIndex.namings)
          .filter { $0.word == "presentationStyle" }.map(\.name)
        let known = context.styles.union(named)
        guard !known.contains(word.text) else { return }
        return report(
          word, "unknownStyle", "\(function): no presentation style is called \"\(word.text)\"",
          known: Array(known))
      }
      let choices = types.map { $0.dropFirst().dropLast() }
      guard types.allSatisfy({ $0.hasPrefix("\"") }), !choices.contains(word.text[...]) else {
        return
      }
      report(
        word, "badArgument", "\(function): \(key.name.text) is \"\(word.text)\"",
        known: choices.map(String.init))
    }

    private mutating func report(
      _ word: LuaExpressions.Word, _ code: String, _ message: String, known: [String]
    ) {
      if text.sourceIndex.ignoredLines.contains(word.line) { return }
      findings.append(
        LintFinding(
          code, message, hint: nameHint(for: word.text, in: known), file: text.path,
          line: word.line, column: text.column(at: word.start)))
    }

    // MARK: - Descriptions

    /// Returns the name of the table description that a type refers to, or `nil` if there is none.
    private func table(of type: String) -> String? {
      let own = ScenarioReference.supplement.tables.map(\.name)
      return ScriptReference.table(ofType: type)
        ?? own.first { name in type.split(separator: "|").contains("signalbox.\(name)") }
    }

    private func fields(of table: String) -> [String: ScriptReference.Entry] {
      var fields: [String: ScriptReference.Entry] = [:]
      let own = ScenarioReference.supplement.tables.first { $0.name == table }?.fields
      for field in own ?? ScriptReference.described(ofTable: table) { fields[field.name] = field }
      if table == Expectation.description.name {
        for name in context.matchers { fields[name] = .value(name, "any", "") }
      }
      return fields
    }

    private func code(of table: String) -> String {
      if table == Expectation.description.name { return "unknownMatcher" }
      return table.hasSuffix("Options") ? "unknownOption" : "unknownKey"
    }

    private func noun(of table: String) -> String {
      if table == Expectation.description.name { return "matcher" }
      return table.hasSuffix("Options") ? "option" : "key"
    }
  }
}
