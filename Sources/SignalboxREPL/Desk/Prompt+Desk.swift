internal import Signalbox
internal import SignalboxInspector
internal import SignalboxScenarios
internal import SignalboxScripting

/// What the prompt does around inputs for its commands.
extension Prompt {
  /// Refuses what follows a command that takes nothing.
  func takesNothing(_ argument: String, _ name: String) -> Bool {
    if argument.isEmpty { return true }
    fail(".\(name) takes nothing, not \"\(argument)\"")
    return false
  }

  /// The session's host, or one sentence that the command has none.
  func host(for name: String) -> (any CommandHost)? {
    if desk.host == nil { fail(".\(name): this prompt has no files") }
    return desk.host
  }

  /// Where a session begins: the place that `.cd` went to is gone.
  func prepareDesk() {
    desk.place = nil
    if let recording = desk.recording { RecordCommand.finish(recording, at: self) }
  }

  /// `app:command "undo 2"`.
  func runCommand(_ line: String) throws(ScriptError) {
    let text = line.hasPrefix(".") ? line : ".\(line)"
    guard let command = CommandLine(text) else {
      throw .badArgument("command is given \"\(line)\", expected a command such as \"tree\"")
    }
    if command.name == ReloadCommand.name {
      throw ScriptError(
        .runtime, code: "inScript", "inScript: the session cannot be reloaded by its own script")
    }
    let failures = failureCount
    run(command)
    guard failureCount == failures else {
      throw ScriptError(.runtime, code: "commandFailed", "commandFailed: \(text) failed, see above")
    }
  }

  /// How many lines of the session's record there are.
  var recordedLines: Int { session.record?.lineCount ?? 0 }

  /// Takes in an input that has ended.
  ///
  /// - Parameter first: How many lines of the record there were before it.
  func note(_ kind: InputLog.Input.Kind, from first: Int, failure: ScriptError? = nil) {
    let lines = min(first, recordedLines)..<recordedLines
    desk.log.add(
      InputLog.Input(
        kind: kind, lines: lines, failure: failure,
        unhandled: session.unhandled.first.map { "\($0)" }))
  }

  /// After each input: what is gone, and what has changed.
  func finishInput() {
    tellReplaced(session.record?.takeReplaced() ?? 0)
    if let place = desk.place, !session.engine.isAlive(place) {
      leavePlace()
      write("  \(palette.faint("· the coordinator of .cd has finished: back at /"))\n")
    }
    if let recording = desk.recording, let failure = recording.failure {
      RecordCommand.stop(recording, at: self)
      fail("the recording has ended: \(failure.message)", failure.hint)
    }
    for index in desk.watches.indices {
      let value = self.value(of: desk.watches[index].expression, number: index + 1)
      guard value != desk.watches[index].shown else { continue }
      desk.watches[index].shown = value
      write("  \(palette.faint("\(desk.watches[index].expression) =")) \(value)\n")
    }
  }

  /// Tells that undone steps cannot be redone any more.
  func tellReplaced(_ count: Int) {
    if count == 0 { return }
    let steps = count == 1 ? "1 undone step is" : "\(count) undone steps are"
    write("  \(palette.faint("· \(steps) gone: this goes on from before"))\n")
  }

  /// What an expression is now, or the error that it raises.
  func value(of expression: String, number: Int) -> String {
    switch session.evaluate(expression, name: "watch \(number)", timeout: timeout) {
    case .values(let values): values.isEmpty ? "nil" : values.joined(separator: ", ")
    case .incomplete: "✗ it is not whole"
    case .failed(let error): "✗ \(error.message)"
    }
  }

  // MARK: - Places

  /// Goes to a coordinator: `self` and `router` are that one's.
  func enter(_ coordinator: CoordinatorID) {
    desk.place = coordinator
    session.setPromptGlobal("self", .handle(.coordinator(coordinator)))
    session.setPromptGlobal("router", .handle(.router(coordinator)))
  }

  func leavePlace() {
    guard desk.place != nil else { return }
    desk.place = nil
    session.setPromptGlobal("self", .nil)
    session.setPromptGlobal("router", .nil)
  }

  /// What stands before the place in front: the coordinator of `.cd`.
  var placeLabel: String {
    guard let place = desk.place, let name = session.engine.typeName(of: place) else { return "" }
    return DisplayText.truncate(DisplayText.line(name), to: 24) + ": "
  }
}
