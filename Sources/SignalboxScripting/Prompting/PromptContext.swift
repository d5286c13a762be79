internal import LuaRuntime

/// The result of an input at the prompt.
package struct PromptAnswer {
  package enum Outcome {
    /// The values that the input returns, without trailing nils. The array is empty if the input
    /// neither ends with an expression nor returns values.
    case values([ScriptValue])
    /// The input is incomplete and requires further lines.
    case incomplete
    case failed(ScriptError)
  }

  package var outcome: Outcome
  /// Whether the input was an expression.
  package var isExpression = false
  /// The code that was run, which is the input with `return` before the expression at its end, if
  /// any.
  package var code: [UInt8] = []
  /// The time for which the code ran, or zero if the time was not measured or the code failed.
  package var duration = Duration.zero
  /// The locals whose `<close>` handlers ran at the end of the input.
  package var closed: [String] = []
}

/// The data that the inputs at a prompt share: locals, globals, and the scripts that are waiting.
package final class PromptContext {
  private unowned let session: ScriptSession
  private(set) lazy var globals = session.luaState.makeEnvironment()
  private let locals = PromptScope()
  /// The scripts that are waiting at the prompt, innermost last.
  private var pauses: [ScriptPause] = []

  init(_ session: ScriptSession) { self.session = session }

  private var luaState: LuaState { session.luaState }
  private var isClosed: Bool { session.isClosed }

  /// The locals that the next input can use.
  var scope: PromptScope { pauses.last?.scope ?? locals }
  /// The names of the variables in the waiting functions.
  var waitingNames: [String] { pauses.last?.variableNames ?? [] }
  /// The number of scripts that are waiting.
  var depth: Int { pauses.count }

  /// Runs a closure while a script is waiting.
  func wait<Failure: Error>(
    with pause: ScriptPause, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    pauses.append(pause)
    defer {
      pause.end()
      pauses.removeLast()
    }
    try body()
  }

  /// A copy of the locals that inputs have declared, for a checkpoint.
  var localContents: PromptScope.Contents {
    get { locals.contents }
    set { locals.contents = newValue }
  }

  /// Removes the locals that inputs have declared.
  func removeLocals() { locals.removeAll() }

  /// Runs an input. If a script is waiting, the input can use the script's variables.
  ///
  /// - Parameter uptime: A closure that returns the time of a clock, to measure how long the code
  ///   runs after it has been compiled, or `nil` to measure nothing.
  package func answer(
    _ input: String, name: String, timeout: Duration? = nil, uptime: (() -> Duration)? = nil
  ) -> PromptAnswer {
    guard !isClosed else {
      return PromptAnswer(outcome: .failed(ScriptError(.closed, "the session is closed")))
    }
    let scope = scope
    let environment = pauses.last?.environment ?? globals
    var answer = PromptAnswer(outcome: .incomplete)
    var closing: [(name: String, cell: PromptScope.Cell)] = []
    do throws(ScriptError) {
      let values = try session.inputs.perform(timeout: timeout) { () throws(LuaError) in
        let chunk = try PromptChunk(input, name: name, in: environment, luaState)
        answer.isExpression = chunk.isExpression
        answer.code = chunk.input
        let function = try chunk.function(scope, in: environment, luaState) { name, cell in
          scope.declare(name, cell)
          if cell.attribute == .closing { closing.append((name, cell)) }
        }
        let start = uptime?()
        let arguments = input.contains("...") ? pauses.last?.variableArguments ?? [] : []
        let values = try luaState.run(function, arguments)
        if let start, let uptime { answer.duration = uptime() - start }
        return values
      }
      let shown = values.lastIndex { $0 != .nil }.map { values[...$0] } ?? values[..<0]
      answer.outcome = .values(shown.map(session.value(of:)))
    } catch {
      let isIncomplete = error.kind == .syntax && !isClosed && self.isIncomplete(input, name)
      if !isIncomplete { answer.outcome = .failed(asTyped(error, name)) }
    }
    if !isClosed {
      answer.closed = closing.filter { ![.nil, .boolean(false)].contains($0.cell.value) }
        .map(\.name)
    }
    return answer
  }

  /// Returns whether an input requires no further lines, because it is complete or because further
  /// lines cannot complete it.
  package func isComplete(_ input: String) -> Bool {
    guard !isClosed else { return true }
    return parses(input) || !isIncomplete(input, "input")
      || PromptChunk.split(Array(input.utf8)) { text in
        (try? luaState.load([0x20] + text, chunkName: "=input", environment: globals))
          != nil
      } != nil
  }

  /// Returns whether further lines could complete the input, as an expression or as statements.
  private func isIncomplete(_ input: String, _ name: String) -> Bool {
    [Array("return ".utf8), [0x20]].contains { start in
      do throws(LuaError) {
        _ = try luaState.load(
          start + Array(input.utf8), chunkName: "=\(name)", environment: globals)
        return false
      } catch {
        return error.isIncomplete && !Self.hasOpenQuote(error, input)
      }
    }
  }

  /// Returns whether a quoted string is unterminated and further lines cannot continue it. A string
  /// must end on its line unless a backslash or `\z` continues the string on the next line.
  private static func hasOpenQuote(_ error: LuaError, _ input: String) -> Bool {
    guard error.message.contains("unfinished string near") else { return false }
    let end = input.reversed().drop { $0.isWhitespace && !$0.isNewline }
    let slashes = input.reversed().prefix { $0 == "\\" }.count
    return slashes % 2 == 0 && !end.starts(with: ["z", "\\"])
  }

  /// Returns an error in terms of the text that the user typed, in which the input is a chunk and
  /// its variables are locals.
  private func asTyped(_ error: ScriptError, _ name: String) -> ScriptError {
    var error = error
    if let variable = LuaVariableName(in: error.message, kinds: ["global"]),
      let pause = pauses.last, pause.value(variable.name) != nil
    {
      error.message.replaceSubrange(variable.range, with: "(local '\(variable.name)')")
    }
    guard let bottom = error.traceback.indices.last,
      error.traceback[bottom].location?.file == name,
      error.traceback[bottom].description == "in function defined at line 1"
    else { return error }
    error.traceback[bottom].description = "in main chunk"
    if bottom == 0 { error.message = error.message.replacing("(upvalue '", with: "(local '") }
    return error
  }

  /// Returns whether an input can be parsed.
  package func parses(_ input: String) -> Bool {
    guard !isClosed else { return false }
    return ["return \(input)", input].contains { text in
      (try? luaState.load(text, chunkName: "=input", environment: globals)) != nil
    }
  }

  // MARK: - Results and errors

  /// Assigns a value to a global of the prompt, or removes the global if the value is `nil`.
  package func keep(_ value: ScriptValue, as name: String) {
    guard !isClosed, let held = try? session.held([value]).first else { return }
    try? globals.set(name, held)
  }

  /// Assigns an error to a global of the prompt, as a table that contains the error's kind and
  /// message and, if they exist, its code, hint, file, line, traceback and raised value.
  package func keep(_ error: ScriptError, as name: String) {
    guard !isClosed else { return }
    var fields: [(String, LuaValue)] = [
      ("kind", .string(error.kind.rawValue)), ("message", .string(error.message)),
    ]
    if let code = error.code { fields.append(("code", .string(code))) }
    if let hint = error.hint { fields.append(("hint", .string(hint))) }
    if let location = error.location {
      fields += [("file", .string(location.file)), ("line", .integer(location.line))]
    }
    let frames = error.traceback.filter { $0.location != nil }.map { frame in
      LuaValue.string("\(frame.location?.description ?? ""): \(frame.description)")
    }
    if !frames.isEmpty { fields.append(("traceback", .table(luaState.makeTable(array: frames)))) }
    if let value = error.raisedValue, (try? luaState.check(value)) != nil {
      fields.append(("value", value))
    }
    try? globals.set(name, .table(luaState.makeTable(fields: fields)))
  }

  // MARK: - Names

  /// The sorted names of the variables in waiting functions, of locals, and of the globals of the
  /// prompt, the session and Lua.
  package var names: [String] {
    guard !isClosed else { return [] }
    let waiting = pauses.last?.variableNames ?? []
    let own = ((try? globals.pairs) ?? []).compactMap { $0.key.text }
    let globals = ScriptReference.globalNames.union(session.host.globals.keys)
    return Set(
      waiting + scope.names + own + globals + LuaNames.globals + LuaNames.libraries.keys
    ).sorted()
  }

  /// The names of the locals that inputs have declared.
  package var localNames: [String] { scope.names }

  /// Returns the value of a chain of names, such as `shop` or `t.list`, or `nil` if there is none.
  /// The names are looked up only in tables.
  package func value(at path: [String]) -> ScriptValue? {
    guard !isClosed, let first = path.first, var value = root(first) else { return nil }
    for name in path.dropFirst() {
      guard let next = (try? value.table?.get(name)) ?? nil, next != .nil else { return nil }
      value = next
    }
    return session.value(of: value)
  }

  private func root(_ name: String) -> LuaValue? {
    if let cell = scope[name] { return cell.value }
    if let value = pauses.last?.value(name) { return value }
    if let value = try? globals.get(name), value != .nil { return value }
    let value = luaState.value(named: name)
    // NOTE: in a conditional expression with `?:`, the literal `nil` would be Lua's nil.
    if value == .nil { return nil }
    return value
  }

  /// Returns the part of an input that can be placed between other statements: the whole input, or
  /// the part before the expression at its end. Returns `nil` for any other input, such as a single
  /// expression.
  package func statements(of text: String) -> String? {
    guard !isClosed else { return nil }
    // A `return` statement must be the last statement, so no other statement can follow it. A first
    // line that begins with `#` is not a comment.
    func loads(_ text: [UInt8]) -> Bool {
      (try? session.load([0x20] + text + Array("\nlocal _".utf8), name: "statement")) != nil
    }
    let bytes = Array(text.utf8)
    if loads(bytes) { return text }
    func parses(_ text: [UInt8]) -> Bool {
      (try? session.load([0x20] + text, name: "statement")) != nil
    }
    guard !parses(bytes), let split = PromptChunk.split(bytes, where: parses) else { return nil }
    let end = split.statements.lastIndex { ![0x20, 0x09, 0x0A, 0x0D, 0x3B].contains($0) } ?? 0
    return String(decoding: split.statements[...end], as: UTF8.self)
  }
}
