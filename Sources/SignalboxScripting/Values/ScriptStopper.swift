internal import LuaRuntime

/// Stops the scripts of one session, from any thread.
public struct ScriptStopper: Sendable {
  private let interrupter: LuaInterrupter

  init(_ session: ScriptSession) { interrupter = session.luaState.interrupter }

  /// Ends what runs now with an `interrupted` error; the next run where nothing does. Does nothing
  /// after the session was closed.
  public func stop() { interrupter.interrupt() }
}

extension ScriptSession {
  /// What stops this session from other threads.
  public var stopper: ScriptStopper { ScriptStopper(self) }
}
