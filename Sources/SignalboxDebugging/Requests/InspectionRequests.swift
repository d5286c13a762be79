internal import Signalbox
internal import SignalboxScripting

/// The requests that concern a waiting script.
struct InspectionRequests {
  let adapter: DebugAdapter

  /// The time limit for evaluating an expression.
  private static let evaluationTime = Duration.seconds(5)

  var threads: NavigationArguments {
    let numbers = adapter.stops?.stop?.threads.map(\.number) ?? [0]
    let threads = numbers.map { number -> NavigationValue in
      let name = number == 0 ? "main" : "coroutine \(number)"
      return ["id": .integer(number + 1), "name": .string(name)]
    }
    return ["threads": .list(threads)]
  }

  func stackTrace(_ arguments: DebugArguments) throws(DebugFailure) -> NavigationArguments? {
    let stop = try adapter.waiting().stop
    let thread = try arguments.required("threadId", arguments.integer("threadId"))
    guard let frames = stop.frames(of: thread - 1) else {
      throw DebugFailure("there is no thread \(thread)")
    }
    let start = max(0, try arguments.integer("startFrame") ?? 0)
    let count = try arguments.integer("levels") ?? 0
    let rest = frames.dropFirst(start)
    let shown = count > 0 ? rest.prefix(count) : rest
    return [
      "stackFrames": .list(
        shown.map { frame in
          [
            "id": .integer(frame.id), "name": .string(frame.name),
            "line": .integer(adapter.client.shown(frame.location.line)),
            "column": .integer(adapter.client.firstColumn),
            "source": adapter.sources.source(of: frame.chunk),
          ]
        }), "totalFrames": .integer(frames.count),
    ]
  }

  func scopes(_ arguments: DebugArguments) throws(DebugFailure) -> NavigationArguments? {
    let stop = try adapter.waiting().stop
    let frame = try arguments.required("frameId", arguments.integer("frameId"))
    guard let scopes = stop.values.scopes(of: frame) else {
      throw DebugFailure("there is currently no stack frame with the identifier \(frame)")
    }
    return [
      "scopes": .list(
        scopes.map { scope in
          var fields: NavigationArguments = [
            "name": .string(scope.contents.name),
            "variablesReference": .integer(scope.contents.reference),
            "namedVariables": .integer(scope.contents.named),
            "indexedVariables": .integer(scope.contents.indexed),
            "expensive": .boolean(scope.kind == .globals),
          ]
          if scope.kind == .locals { fields["presentationHint"] = "locals" }
          return .table(fields)
        })
    ]
  }

  func variables(_ arguments: DebugArguments) throws(DebugFailure) -> NavigationArguments? {
    let stop = try adapter.waiting().stop
    let reference = try arguments.required(
      "variablesReference", arguments.integer("variablesReference"))
    var selection = ScriptStop.Selection()
    switch try arguments.text("filter") {
    case nil: break
    case "named"?: selection.kind = .named
    case "indexed"?: selection.kind = .indexed
    case let filter?:
      throw DebugFailure("filter is \"\(filter)\", expected \"named\" or \"indexed\"")
    }
    selection.start = max(0, try arguments.integer("start") ?? 0)
    selection.count = max(0, try arguments.integer("count") ?? 0)
    guard let variables = stop.values.variables(of: reference, selection) else {
      throw DebugFailure("there is currently no value with the reference \(reference)")
    }
    return ["variables": .list(variables.map { .table(shown($0)) })]
  }

  private func shown(_ variable: DebuggedVariable, as value: String = "value")
    -> NavigationArguments
  {
    var fields: NavigationArguments = [
      value: .string(variable.value), "variablesReference": .integer(variable.reference),
    ]
    if value == "value" { fields["name"] = .string(variable.name) }
    if !variable.type.isEmpty { fields["type"] = .string(variable.type) }
    if variable.reference > 0 {
      fields["namedVariables"] = .integer(variable.named)
      fields["indexedVariables"] = .integer(variable.indexed)
    }
    if value == "value" { fields["evaluateName"] = variable.expression.map { .string($0) } }
    return fields
  }

  func setVariable(_ arguments: DebugArguments) throws(DebugFailure) -> NavigationArguments? {
    let (stops, stop) = try adapter.waiting()
    let reference = try arguments.required(
      "variablesReference", arguments.integer("variablesReference"))
    let name = try arguments.required("name", arguments.text("name"))
    let value = try arguments.required("value", arguments.text("value"))
    stops.noteChange()
    do throws(ScriptError) {
      let assigned = try stop.values.assign(
        value, to: name, of: reference, timeout: Self.evaluationTime)
      var fields = shown(assigned)
      (fields["name"], fields["evaluateName"]) = (nil, nil)
      return fields
    } catch {
      throw DebugFailure(error.description)
    }
  }

  func evaluate(_ arguments: DebugArguments) throws(DebugFailure) -> NavigationArguments? {
    let (stops, stop) = try adapter.waiting()
    let text = try arguments.required("expression", arguments.text("expression"))
    let frame = try arguments.integer("frameId")
    let context = try arguments.text("context") ?? "repl"
    let isHover = context == "hover"
    if isHover, !Self.isPlain(text) { throw Self.hoverFailure }
    let isChange = context == "repl" || context == "clipboard"
    if isChange { stops.noteChange() }
    let answer = stop.evaluate(
      text, in: frame, timeout: Self.evaluationTime, runsFunctions: !isHover)
    if context == "repl", adapter.client.readsInvalidated {
      adapter.afterResponse.append { [outbox = adapter.outbox] in
        outbox.report("invalidated", ["areas": ["variables"]])
      }
    }
    switch answer {
    case .value(let value): return shown(value, as: "result")
    case .none: return ["result": "", "variablesReference": 0]
    case .calls: throw Self.hoverFailure
    case .failed(let reason): throw DebugFailure(reason)
    }
  }

  private static let hoverFailure = DebugFailure(
    "only names and fields are evaluated for a hover, because other code may have effects")

  /// Returns whether an expression consists only of characters that occur in names, fields and
  /// literal keys.
  private static func isPlain(_ text: String) -> Bool {
    !text.contains("(") && !text.contains("{")
      && text.allSatisfy { $0.isLetter || $0.isNumber || "_.[]\"' ".contains($0) }
  }

  func completions(_ arguments: DebugArguments) throws(DebugFailure) -> NavigationArguments? {
    let stop = try adapter.waiting().stop
    let text = try arguments.required("text", arguments.text("text"))
    let line = try arguments.integer("line").map(adapter.client.line) ?? 1
    let column =
      try arguments.required("column", arguments.integer("column")) - adapter.client.firstColumn
    let frame = try arguments.integer("frameId")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(line - 1), column >= 0 else {
      let position = "\(adapter.client.shown(line)):\(column + adapter.client.firstColumn)"
      throw DebugFailure("the text has no position \(position)")
    }
    let units = Array(lines[line - 1].utf16.prefix(column))
    let before = String(decoding: units, as: UTF16.self)
    let chain = String(
      before.reversed().prefix { $0.isLetter || $0.isNumber || "_.:".contains($0) }.reversed())
    let parts = chain.split(omittingEmptySubsequences: false) { $0 == "." || $0 == ":" }
      .map(String.init)
    let prefix = parts.last?.utf16.count ?? 0
    let names = stop.completions(of: parts, in: frame)
    return [
      "targets": .list(
        names.map { name in
          [
            "label": .string(name),
            "start": .integer(units.count - prefix + adapter.client.firstColumn),
            "length": .integer(prefix),
          ]
        })
    ]
  }

  func source(_ arguments: DebugArguments) throws(DebugFailure) -> NavigationArguments? {
    var fields = try arguments.table("source")?.fields ?? [:]
    if let reference = arguments.fields["sourceReference"] { fields["sourceReference"] = reference }
    let file = try adapter.sources.file(DebugArguments(fields))
    let text = try adapter.sources.text(file)
    return ["content": .string(String(decoding: text, as: UTF8.self)), "mimeType": "text/x-lua"]
  }
}
