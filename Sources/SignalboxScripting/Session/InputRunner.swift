internal import LuaRuntime

/// Runs the inputs of a session, one at a time. If a callback of an input is stopped, all code of
/// the input ends.
package final class InputRunner {
  private unowned let session: ScriptSession
  private let luaState: LuaState
  /// The error with which all running code must end, or `nil` if it can continue. The property is
  /// set when a callback is stopped and cleared when the input has ended.
  private var stop: LuaError?
  /// Whether an input is running. An input that begins in the meantime belongs to the running
  /// input.
  package private(set) var isRunning = false
  /// Whether the session is closed, so that no input can run.
  private(set) var isClosed = false

  init(_ session: ScriptSession) { (self.session, luaState) = (session, session.luaState) }

  func close() { isClosed = true }

  /// Stores an error that would be hidden by an operation's rejection, so that a stop still ends
  /// all running code.
  func remember(_ error: LuaError) {
    switch error.kind {
    case .interrupted, .deadline, .budget, .memory: stop = stop ?? error
    case .syntax, .runtime, .closed, .host: break
    }
  }

  /// Whether the running input must end.
  package var mustStop: Bool { stop != nil || isRunning && luaState.isStopped }

  /// Throws an error if the running input must end. Host code that loops over script values must
  /// call this method.
  ///
  /// - Throws: `timeout`, `interrupted` or `memory`.
  package func checkStop() throws(ScriptError) {
    guard mustStop else { return }
    throw ScriptError(stop ?? luaState.stopError([]))
  }

  /// Runs a closure that performs separate inputs while the running input waits.
  func whileWaiting<E: Error>(_ body: () throws(E) -> Void) throws(E) {
    let kept = (stop, isRunning)
    (stop, isRunning) = (nil, false)
    defer { (stop, isRunning) = kept }
    try luaState.pause(body)
  }

  /// Runs an input. A nested input belongs to the outer input.
  func perform<Result>(
    timeout: Duration?, _ body: () throws(LuaError) -> Result
  ) throws(ScriptError) -> Result {
    guard !isClosed else { throw ScriptError(.closed, "the session is closed") }
    let isOutermost = !isRunning
    if isOutermost { stop = nil }
    isRunning = true
    defer {
      if isOutermost {
        stop = nil
        isRunning = false
      }
    }
    do throws(LuaError) {
      let result = try luaState.withDeadline(timeout, body)
      if let stop { throw stop }
      return result
    } catch {
      // An uncaught rejection would hide the error that stopped the operation.
      let error = ScriptError(stop ?? error)
      // An outer script receives the raised value itself.
      throw isOutermost ? shown(error) : error
    }
  }

  /// Returns an error whose message is the raised value as text, if that value is a table without a
  /// message.
  private func shown(_ error: ScriptError) -> ScriptError {
    guard case .table? = error.raisedValue, let value = error.raisedValue, !isClosed,
      error.message == LuaError.nameless("table"), (try? luaState.check(value)) != nil
    else { return error }
    var error = error
    error.message = ValuePrinter(session: session, limits: .prompt(width: 80)).text(of: value).text
    return error
  }
}
