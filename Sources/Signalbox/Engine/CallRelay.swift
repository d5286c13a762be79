/// Forwards an engine's calls to a remote application. The calls are performed there instead of in
/// the engine, or both there and in the engine (decision 0291).
package protocol CallRelay: AnyObject {
  /// Performs a call.
  ///
  /// - Parameters:
  ///   - call: The call in its recorded form: an operation, a gesture, or `clock.advance` or
  ///     `clock.settle` for a change of time.
  ///   - isNested: Whether a callback made the call, so that the call is an effect of another call.
  ///   - perform: A closure that performs the call in this engine. The closure returns `nil` for a
  ///     change of time.
  /// - Returns: The result for the caller, or `nil` for a change of time.
  func relay(
    _ call: NavigationArguments, isNested: Bool, _ perform: () -> Submission?
  ) -> Submission?

  /// Ends asynchronous work of the remote application.
  ///
  /// - Parameter number: The number of the work item in the application.
  /// - Throws: `unreachable` if the application cannot be reached or rejects the request.
  func endWork(_ number: Int, with result: ClientWorkResult) throws(NavigationError)
}
