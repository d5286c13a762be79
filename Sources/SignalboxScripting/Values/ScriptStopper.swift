internal import LuaRuntime

/// Stops the scripts of one session, from any thread.
public struct ScriptStopper: Sendable {
  private let interrupter: LuaInterrupter

  init(_ session: ScriptSession) { interrupter = session.luaState.interrupter }

  /// Ends the running script with an `interrupted` error or, if none is running, the next one. Has
  /// no effect after the session has been closed.
  public func stop() { interrupter.interrupt() }
}

extension ScriptSession {
  /// Stops this session from other threads.
  public var stopper: ScriptStopper { ScriptStopper(self) }
}
