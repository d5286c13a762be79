internal import LuaRuntime

/// Stops the scripts of a session from any thread.
public struct ScriptStopper: Sendable {
  private let interrupter: LuaInterrupter

  init(_ session: ScriptSession) { interrupter = session.luaState.interrupter }

  /// Ends the running script or, if no script is running, the next script, with an `interrupted`
  /// error. Has no effect after the session has been closed.
  public func stop() { interrupter.interrupt() }
}

extension ScriptSession {
  /// The object with which any thread can stop the session's scripts.
  public var stopper: ScriptStopper { ScriptStopper(self) }
}
