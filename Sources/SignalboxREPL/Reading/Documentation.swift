internal import Signalbox
internal import SignalboxInspector
internal import SignalboxScenarios
internal import SignalboxScripting

/// The documentation that the prompt prints for a name, such as `?app.open`, `?router:navigate` or
/// `?Shop`.
///
/// The reference describes names and members. Definitions in scripts are shown with their locations
/// and the comments that precede them.
struct Documentation {
  let session: ScriptSession
  let sources: SourceCache
  let palette: TextPalette
  let width: Int

  static let supplements = [ScenarioReference.supplement]
  /// The minimum number of columns for the first line of a parameter's description next to its type.
  private static let minSummaryWidth = 24

  /// Returns the name in a question, `?name` or `name?`, or `nil` if the text is not a question.
  static func question(in text: String) -> String? {
    if text.first == "?" { return String(text.dropFirst()).trimmed }
    guard text.last == "?" else { return nil }
    let name = text.dropLast()
    let word = name.first == "." ? name.dropFirst() : name
    guard let first = word.first, first.isASCII, first.isLetter || first == "_",
      word.allSatisfy({ $0.isLetter || $0.isNumber || "_.:".contains($0) })
    else { return nil }
    return String(name)
  }

  /// Returns the documentation for a name, or `nil` if the name is undocumented.
  func text(of name: String) -> String? {
    if let text = ownText(of: name) { return text }
    let path = Self.path(name)
    if let card = card(path) { return text(of: card) }
    if path.count == 1, let member = path.first {
      // For operations that several kinds of objects have, the router comes first.
      let all = ScriptReference.owners(of: member, with: Self.supplements)
      let owners = all.filter { $0 == "router" } + all.filter { $0 != "router" }
      if let owner = owners.first, let card = card([owner, member]) {
        let others = owners.dropFirst().map { "\($0).\(member)" }
        return text(of: card, seeAlso: others)
      }
      return lua(member)
    }
    return lua(name)
  }

  /// Returns the source code of a definition, or `nil` if no script defines the name.
  func source(of name: String) -> String? {
    guard let value = value(Self.path(name)) else { return nil }
    let places =
      value.function.flatMap { session.inspection.definition(of: $0)?.location }.map { [$0] }
      ?? (session.inspection.methods(of: value) ?? []).compactMap {
        session.inspection.definition(of: $0.function)?.location
      }
    let texts = places.compactMap {
      SourceText(sources[$0.file] ?? []).block(at: $0.line, of: $0.file)
    }
    if texts.isEmpty { return nil }
    return texts.map { block in
      let lines = block.lines.map { "  \(DisplayText.line($0))" }.joined(separator: "\n")
      return "\(lines)\n  \(palette.place(DisplayText.line(block.place)))\n"
    }.joined(separator: "\n")
  }

  /// Returns the hint for an unknown name.
  func hint(for name: String) -> String {
    let paths = ScriptReference.paths(with: Self.supplements).map { $0.joined(separator: ".") }
    let path = Self.path(name).joined(separator: ".")
    if let near = nearestName(to: path, in: paths + session.prompt.names) {
      return "did you mean ?\(near)"
    }
    let members = paths.filter { $0.contains(".") }
    let tail = path.split(separator: ".").last.map(String.init) ?? path
    let lasts = members.map { String($0.split(separator: ".")[1]) }
    return nearestName(to: tail, in: lasts).map { "did you mean ?\($0)" }
      ?? ".help lists the commands"
  }

  // MARK: - Names and members

  private static func path(_ name: String) -> [String] {
    name.split { $0 == "." || $0 == ":" }.map(String.init)
  }

  /// Returns the description of a path. The path can begin with a chain of values that leads to a
  /// handle, as in `shop.router:navigate`.
  private func card(_ path: [String]) -> (call: String, entry: ScriptReference.Entry)? {
    if let card = ScriptReference.card(path, with: Self.supplements) { return card }
    guard path.count >= 2, let member = path.last else { return nil }
    let value = session.prompt.value(at: Array(path.dropLast()))
    let kind = value?.handle?.kindName ?? path[path.count - 2]
    let kinds = kind == "coordinator" ? [kind, "router"] : [kind]
    for kind in kinds {
      if let card = ScriptReference.card([kind, member], with: Self.supplements) { return card }
    }
    return nil
  }

  private func text(
    of card: (call: String, entry: ScriptReference.Entry), seeAlso: [String] = []
  ) -> String {
    let entry = card.entry
    var lines = ["  " + palette.strong(card.call)] + wrapped(entry.summary)
    let options = entry.operation?.options.map(\.name) ?? []
    let parameters = (entry.parameters ?? []).dropLast(options.isEmpty ? 0 : 1)
    let names = parameters.map(\.name)
    let wide = names.map(DisplayText.width(of:)).max() ?? 0
    for parameter in parameters {
      let name = "    \(DisplayText.pad(parameter.name, to: wide))  "
      let column = DisplayText.width(of: name + parameter.type) + 2
      let needed = min(Self.minSummaryWidth, DisplayText.width(of: parameter.summary) + 1)
      let fits = width - column >= needed
      let indent = fits ? column : DisplayText.width(of: name)
      let summary =
        parameter.summary.isEmpty
        ? [] : WrappedText.lines(of: parameter.summary, indent: indent, width: width)
      let first = fits ? summary.first.map { "  \($0.dropFirst(indent))" } ?? "" : ""
      lines.append(name + palette.faint(parameter.type) + first)
      lines += summary.dropFirst(fits ? 1 : 0)
    }
    if !options.isEmpty { lines += wrapped("options: \(options.joined(separator: " "))") }
    let result = entry.operation?.result ?? entry.type
    if !result.isEmpty, result != "nothing" { lines += wrapped("returns: \(result)") }
    if !seeAlso.isEmpty { lines += wrapped("see also: \(seeAlso.joined(separator: ", "))") }
    return lines.joined(separator: "\n") + "\n"
  }

  private func wrapped(_ text: String) -> [String] { WrappedText.lines(of: text, width: width) }

  private func lua(_ name: String) -> String? {
    let path = Self.path(name)
    let isKnown =
      path.count == 2
      ? LuaNames.libraries[path[0]]?.contains(path[1]) == true
      : LuaNames.globals.contains(name) || LuaNames.libraries[name] != nil
    guard isKnown else { return nil }
    let members = path.count == 1 ? LuaNames.libraries[name] : nil
    let list = members.map { ": \($0.joined(separator: " "))" } ?? ""
    let lines = wrapped("Lua's own; see the manual of Lua 5.4\(list)")
    return "  \(palette.strong(name))\n\(lines.joined(separator: "\n"))\n"
  }

  // MARK: - Definitions in scripts

  private func ownText(of name: String) -> String? {
    let path = Self.path(name)
    guard !path.isEmpty, let value = value(path) else { return nil }
    if let function = value.function { return text(of: function, named: name) }
    if let summary = session.inspection.summary(of: value) {
      return text(ofDefinition: value, summary)
    }
    guard ScriptReference.card(path) == nil, LuaNames.libraries[name] == nil else { return nil }
    guard value.handle == nil || value.handle == .app else { return nil }
    let printed = session.printed(value, .prompt(width: width - 2))
    let shown = printed.text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { "  \($0)" }.joined(separator: "\n")
    return "  \(palette.strong(name))  \(value.kindName)\n\(shown)\n"
  }

  /// Returns the value at a path. The functions in a definition count as fields of the definition.
  private func value(_ path: [String]) -> ScriptValue? {
    if let value = session.prompt.value(at: path) { return value }
    guard path.count >= 2, let owner = session.prompt.value(at: Array(path.dropLast())) else {
      return nil
    }
    let method = session.inspection.methods(of: owner)?.first { $0.name == path[path.count - 1] }
    return method.map { .function($0.function) }
  }

  private func text(of function: ScriptFunction, named name: String) -> String? {
    guard let definition = session.inspection.definition(of: function) else { return nil }
    var lines = ["  \(palette.strong("\(name)(\(definition.parameters.joined(separator: ", ")))"))"]
    lines += comment(above: definition.location).map { "  \($0)" }
    lines.append("  " + palette.place(DisplayText.line(definition.location.description)))
    return lines.joined(separator: "\n") + "\n"
  }

  private func text(ofDefinition value: ScriptValue, _ summary: String) -> String {
    var lines = ["  \(palette.strong(DisplayText.line(summary)))"]
    for (name, function) in session.inspection.methods(of: value) ?? [] {
      guard let definition = session.inspection.definition(of: function) else { continue }
      let call = DisplayText.line("\(name)(\(definition.parameters.joined(separator: ", ")))")
      lines.append(
        "    \(call)  " + palette.place(DisplayText.line(definition.location.description)))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the comment directly above a line.
  private func comment(above location: ScriptLocation) -> [String] {
    guard let source = sources[location.file] else { return [] }
    let lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var found: [String] = []
    var number = location.line - 2
    while lines.indices.contains(number) {
      let line = String(decoding: lines[number], as: UTF8.self).trimmed
      guard line.hasPrefix("--"), !line.hasPrefix("--[[") else { break }
      found.insert(DisplayText.line(String(line.drop { $0 == "-" }).trimmed), at: 0)
      number -= 1
    }
    return found
  }
}
