extension NavigationReader {
  /// Adds functions for the engine to call until they are removed.
  ///
  /// - Parameter hooks: The functions to call in addition to hooks that were added earlier.
  /// - Returns: An identifier to pass to ``removeHooks(_:)``.
  @discardableResult
  public func addHooks(_ hooks: EngineHooks) -> EngineHookID { eventLog.hooks.add(hooks) }

  /// Removes hooks from the engine.
  ///
  /// - Parameter id: The identifier that ``addHooks(_:)`` returned. Hooks that have already been
  ///   removed are ignored.
  public func removeHooks(_ id: EngineHookID) { eventLog.hooks.remove(id) }

  /// Adds functions for the engine to call while a closure runs.
  ///
  /// - Parameters:
  ///   - hooks: The functions to call in addition to hooks that were added earlier.
  ///   - body: A closure that is called immediately. After the hooks have been removed, the
  ///     closure's result is returned or its error is rethrown.
  public func withHooks<Result, Failure: Error>(
    _ hooks: EngineHooks, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let id = addHooks(hooks)
    defer { removeHooks(id) }
    return try body()
  }

  /// Reports an error that no caller can receive, as a `handler.failed` event and to the hooks.
  ///
  /// - Parameter error: An error in a task, a view or a stage. The error causes a test to fail if
  ///   the test's fixture observes the engine.
  public func report(_ error: any Error) { eventLog.report(error) }
}
