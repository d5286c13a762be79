internal import LuaRuntime
internal import Signalbox

/// Implements `app:pause()`, which suspends a script while the user inspects the state.
enum PauseBinding {
  /// The maximum depth of nested pauses.
  private static let maxDepth = 8

  /// Opens the prompt from a host function.
  static func pause(
    _ session: ScriptSession, _ frame: LuaFrame, reason: String?
  ) throws(LuaError) {
    guard let open = session.hooks.onPause else { throw LuaError(.noPrompt) }
    guard session.prompt.depth < maxDepth else {
      throw LuaError(
        code: "tooDeep",
        "tooDeep: pause: \(maxDepth) scripts are already paused; type .continue to resume one")
    }
    let pause = try ScriptPause(session, frame, reason: reason)
    do throws(ScriptError) {
      try session.prompt.wait(with: pause) { () throws(ScriptError) in
        try session.inputs.whileWaiting { () throws(ScriptError) in try open(pause) }
      }
    } catch {
      // The script must not be able to catch this error.
      if error.kind == .interrupted { session.luaState.interrupt() }
      throw LuaError(error)
    }
  }
}

extension ScriptError {
  /// The error for a pause in a session without a prompt.
  package static let noPrompt = ScriptError(
    .runtime, code: "noPrompt",
    "noPrompt: pause: there is no terminal for the prompt; run the script in a terminal (tests "
      + "with -j1), or remove app:pause()")
}

extension ScriptSession {
  /// The time that this session's scripts have spent waiting at pauses.
  package var pausedTime: Duration {
    isClosed ? .zero : .nanoseconds(luaState.pausedTime)
  }
}
