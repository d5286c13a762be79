internal import LuaRuntime
internal import Signalbox

/// What the session gives back where the memory limit is passed.
extension ScriptSession {
  /// Bytes that count against the memory limit.
  package var memoryHeld: Int { machine.memoryHeld }

  /// Bytes that the memory limit leaves.
  package var room: Int { machine.room }

  /// Refuses to take so many bytes for a script where the limit leaves no room for them.
  ///
  /// - Throws: `memory`.
  package func take(_ bytes: Int) throws(ScriptError) {
    do throws(LuaError) { try machine.take(bytes) } catch { throw ScriptError(error) }
  }

  /// Drops what was done and what can be undone, the older half first, until a quarter of the limit
  /// is free or nothing is left of either.
  ///
  /// - Parameter withNames: Whether no call is being put together, whose names would be taken back.
  func releaseHistory(withNames: Bool) {
    let enough = configuration.memoryLimit / 4 * 3
    while machine.memoryHeld > enough {
      let hasRecord = record?.releaseOlderHalf() ?? false
      let hasHistory = engine.releaseOlderHalf()
      if withNames { engine.releaseUnusedNames() }
      guard hasHistory || hasRecord else { return }
    }
  }
}
