internal import LuaRuntime

/// Allows a host to call a session's engine as a single input: callbacks in scripts run with the
/// input's time limit, and a stop ends them.
package struct HostRun {
  private let session: ScriptSession
  private let timeout: Duration?

  /// - Parameter timeout: The wall-clock time limit, or `nil` for no limit.
  package init(in session: ScriptSession, timeout: Duration?) {
    (self.session, self.timeout) = (session, timeout)
  }

  /// Runs a body.
  ///
  /// - Throws: `timeout`, `interrupted` or `memory`. Changes made before remain in effect.
  package func run<Result>(_ body: () -> Result) throws(ScriptError) -> Result {
    try session.perform(timeout: timeout) { () throws(LuaError) in body() }
  }

  /// Runs a body that only reads, such as one that renders titles. Errors in callbacks are not
  /// reported, because without the body they would not have occurred.
  ///
  /// - Throws: `timeout`, `interrupted` or `memory`.
  package func read<Result>(_ body: () -> Result) throws(ScriptError) -> Result {
    let known = session.unhandled
    defer { session.unhandled = known }
    return try run(body)
  }
}
