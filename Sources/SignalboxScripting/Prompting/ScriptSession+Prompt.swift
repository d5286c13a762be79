internal import LuaRuntime

/// What an input of the prompt came to, with its values.
package struct PromptAnswer {
  package enum Outcome {
    /// Its results without trailing nils; none for statements.
    case values([ScriptValue])
    /// More lines are needed to make it whole.
    case incomplete
    case failed(ScriptError)
  }

  package var outcome: Outcome
  /// Whether it was an expression.
  package var isExpression = false
  /// The locals whose `<close>` ran at its end.
  package var closed: [String] = []
}

extension ScriptSession {
  /// Runs one input of the prompt, where a script waits with its variables in reach.
  package func answer(
    _ input: String, name: String, timeout: Duration? = nil
  ) -> PromptAnswer {
    guard !isClosed else {
      return PromptAnswer(outcome: .failed(ScriptError(.closed, "the session is closed")))
    }
    let scope = pauses.last?.scope ?? promptScope
    let environment = pauses.last?.environment ?? promptEnvironment
    var answer = PromptAnswer(outcome: .incomplete)
    var closing: [(name: String, cell: PromptScope.Cell)] = []
    do throws(ScriptError) {
      let values = try perform(timeout: timeout) { () throws(LuaError) in
        let chunk = try PromptChunk(input, name: name, in: environment, machine)
        answer.isExpression = chunk.isExpression
        let function = try chunk.function(scope, in: environment, machine) { name, cell in
          scope.declare(name, cell)
          if cell.attribute == .closing { closing.append((name, cell)) }
        }
        return try machine.run(function)
      }
      let shown = values.lastIndex { $0 != .nil }.map { values[...$0] } ?? values[..<0]
      answer.outcome = .values(shown.map(value(of:)))
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

  /// Whether a text is an expression or statements, for whoever has not read it to its end yet.
  package func isComplete(_ input: String) -> Bool {
    guard !isClosed else { return true }
    return parses(input) || !isIncomplete(input, "input")
      || PromptChunk.split(Array(input.utf8)) { text in
        (try? machine.load([0x20] + text, chunkName: "=input", environment: promptEnvironment))
          != nil
      } != nil
  }

  /// Whether more lines could make it whole, as an expression or as statements.
  private func isIncomplete(_ input: String, _ name: String) -> Bool {
    [Array("return ".utf8), [0x20]].contains { start in
      do throws(LuaError) {
        _ = try machine.load(
          start + Array(input.utf8), chunkName: "=\(name)", environment: promptEnvironment)
        return false
      } catch {
        return error.isIncomplete && !Self.hasOpenQuote(error, input)
      }
    }
  }

  /// Whether a string in quotes has no end. It ends on its line, so that further lines are of no use
  /// but where a backslash, or `\z`, takes the end of the line into the string.
  private static func hasOpenQuote(_ error: LuaError, _ input: String) -> Bool {
    guard error.message.contains("unfinished string near") else { return false }
    let end = input.reversed().drop { $0.isWhitespace && !$0.isNewline }
    let slashes = input.reversed().prefix { $0 == "\\" }.count
    return slashes % 2 == 0 && !end.starts(with: ["z", "\\"])
  }

  /// An error in the words of the text as it was typed: it is a chunk, and its variables are locals.
  private func asTyped(_ error: ScriptError, _ name: String) -> ScriptError {
    var error = error
    if let match = error.message.firstMatch(of: /\(global '([^']+)'\)/), let pause = pauses.last,
      pause.value(String(match.output.1)) != nil
    {
      error.message.replaceSubrange(match.range, with: "(local '\(match.output.1)')")
    }
    guard let bottom = error.traceback.indices.last,
      error.traceback[bottom].location?.file == name,
      error.traceback[bottom].description == "in function defined at line 1"
    else { return error }
    error.traceback[bottom].description = "in main chunk"
    if bottom == 0 { error.message = error.message.replacing("(upvalue '", with: "(local '") }
    return error
  }

  // MARK: - What the prompt keeps

  /// Gives a value a global name at the prompt; `nil` takes the name away.
  package func keep(_ value: ScriptValue, as name: String) {
    guard !isClosed, let held = try? self.held([value]).first else { return }
    try? promptEnvironment.set(name, held)
  }

  /// Keeps an error as a value: what it says, where it was, and what the script raised.
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
    if !frames.isEmpty { fields.append(("traceback", .table(machine.makeTable(array: frames)))) }
    if let value = error.raisedValue, (try? machine.check(value)) != nil {
      fields.append(("value", value))
    }
    try? promptEnvironment.set(name, .table(machine.makeTable(fields: fields)))
  }
}
