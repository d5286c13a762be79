internal import LuaRuntime
internal import Signalbox

/// `app:pause()`: a script waits while its user looks around.
enum PauseBinding {
  /// Pauses stand inside one another at most so deep.
  private static let deepest = 8

  /// Opens the prompt where a host function is called.
  static func pause(
    _ session: ScriptSession, _ frame: LuaFrame, reason: String?
  ) throws(LuaError) {
    guard let open = session.hooks.onPause else { throw LuaError(.noPrompt) }
    guard session.prompt.depth < deepest else {
      throw LuaError(code: "tooDeep", "tooDeep: pause: \(deepest) scripts wait already")
    }
    let pause = try ScriptPause(session, frame, reason: reason)
    do throws(ScriptError) {
      try session.prompt.wait(with: pause) { () throws(ScriptError) in
        try session.whileWaiting { () throws(ScriptError) in try open(pause) }
      }
    } catch {
      // Nothing in the script is to catch this.
      if error.kind == .interrupted { session.luaState.interrupt() }
      throw LuaError(error)
    }
  }
}

extension ScriptError {
  /// A script pauses where no prompt can open.
  package static let noPrompt = ScriptError(
    .runtime, code: "noPrompt",
    "noPrompt: pause: there is no terminal to open a prompt in; run it in one, tests with -j1, or "
      + "take app:pause() out")
}

extension ScriptSession {
  /// How long scripts of this session have waited for their users.
  package var pausedTime: Duration {
    isClosed ? .zero : .nanoseconds(luaState.pausedTime)
  }
}
