internal import LuaRuntime

/// Runs a host's calls to a session's engine as a single input. Callbacks in scripts run with the
/// input's time limit, and a stop ends them.
package struct HostRun {
  private let session: ScriptSession
  private let timeout: Duration?

  /// - Parameter timeout: The wall-clock time limit, or `nil` for no limit.
  package init(in session: ScriptSession, timeout: Duration?) {
    (self.session, self.timeout) = (session, timeout)
  }

  /// Runs a closure.
  ///
  /// - Throws: `timeout`, `interrupted`, `memory` or `closed`. Changes that were made before the
  ///   error remain in effect.
  @discardableResult
  package func run<Result>(_ body: () -> Result) throws(ScriptError) -> Result {
    try session.inputs.perform(timeout: timeout) { () throws(LuaError) in body() }
  }

  /// Runs a closure that only reads, for example to render titles. Errors in callbacks are neither
  /// added to ``ScriptSession/unhandled`` nor passed to hooks, because they would not have occurred
  /// without the closure.
  ///
  /// - Throws: `timeout`, `interrupted`, `memory` or `closed`.
  package func read<Result>(_ body: () -> Result) throws(ScriptError) -> Result {
    try session.errors.discarding { () throws(ScriptError) in try run(body) }
  }
}
