internal import SignalboxScripting

/// Opens the prompt at the first failure of a run (decision 0152). The prompt is opened only once.
final class FailurePrompt {
  private var isDone = false
  /// Whether the user has quit at the prompt.
  private(set) var isLeft = false

  /// Opens the prompt in a session. Has no effect if there is no error, if the user stopped the
  /// scenario, if the session has no prompt, or if the prompt has already been opened.
  func open(for error: ScriptError?, in session: ScriptSession) {
    guard let error, error.kind != .interrupted || error.code != nil, take(session) else { return }
    do throws(ScriptError) {
      try session.pause(saying: error.description)
    } catch {
      isLeft = error.kind == .interrupted
    }
  }

  /// Calls a scenario's function. If the function raises an error, opens the prompt while the
  /// failing functions are active.
  func call(
    _ function: ScriptFunction, _ arguments: [ScriptValue], timeout: Duration,
    in session: ScriptSession
  ) throws(ScriptError) {
    try session.call(function, arguments, timeout: timeout) { [self] in take(session) }
  }

  /// Returns whether the prompt may open now. After a call has returned `true`, all further calls
  /// return `false`.
  private func take(_ session: ScriptSession) -> Bool {
    guard !isDone, session.hooks.onPause != nil else { return false }
    isDone = true
    return true
  }
}
