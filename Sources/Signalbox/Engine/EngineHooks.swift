/// Functions of a host that an engine calls. Several hosts can add hooks to one engine.
public struct EngineHooks {
  /// Called with an error that a handler, completion or observer threw.
  public var onHandlerFailure: ((any Error) -> Void)?
  /// Called for every coordinator that finishes, after its delegate.
  public var onFinish: ((FinishNotice) throws -> Void)?
  /// Called between operations. `true` cancels all waiting operations as `stopped`.
  public var shouldStop: (() -> Bool)?

  /// Creates hooks from the given functions.
  ///
  /// - Parameters:
  ///   - onHandlerFailure: Receives each error that a handler, completion or observer throws. `nil`
  ///     leaves errors to the other hooks.
  ///   - onFinish: Receives the notice of every coordinator that finishes, after its own
  ///     `didFinish`.
  ///   - shouldStop: Called between operations. `true` cancels all waiting operations as `stopped`.
  ///     `nil` never stops.
  public init(
    onHandlerFailure: ((any Error) -> Void)? = nil,
    onFinish: ((FinishNotice) throws -> Void)? = nil,
    shouldStop: (() -> Bool)? = nil
  ) {
    self.onHandlerFailure = onHandlerFailure
    self.onFinish = onFinish
    self.shouldStop = shouldStop
  }
}

/// Identifies the hooks of an engine.
public struct EngineHookID: Hashable, Sendable {
  fileprivate let number: Int
}

/// The hooks added to an engine, in the order in which they were added.
struct EngineHookList {
  private var scopes: [(id: EngineHookID, hooks: EngineHooks)] = []
  private var lastNumber = 0

  mutating func add(_ hooks: EngineHooks) -> EngineHookID {
    lastNumber += 1
    scopes.append((EngineHookID(number: lastNumber), hooks))
    return EngineHookID(number: lastNumber)
  }

  mutating func remove(_ id: EngineHookID) { scopes.removeAll { $0.id == id } }

  mutating func removeAll() { scopes.removeAll() }

  var mustStop: Bool {
    for scope in scopes where scope.hooks.shouldStop?() == true { return true }
    return false
  }

  func reportFailure(_ error: any Error) {
    for scope in scopes { scope.hooks.onHandlerFailure?(error) }
  }

  func forEachOnFinish(_ body: ((FinishNotice) throws -> Void) -> Void) {
    for scope in scopes { if let onFinish = scope.hooks.onFinish { body(onFinish) } }
  }
}

extension NavigationReader {
  /// Adds functions for the engine to call until they are removed.
  ///
  /// - Parameter hooks: The functions to call in addition to those already added.
  /// - Returns: The identifier for ``removeHooks(_:)``.
  @discardableResult
  public func addHooks(_ hooks: EngineHooks) -> EngineHookID { eventLog.hooks.add(hooks) }

  /// Removes hooks from the engine.
  ///
  /// - Parameter id: The result of ``addHooks(_:)``. Hooks that have already been removed are
  ///   ignored.
  public func removeHooks(_ id: EngineHookID) { eventLog.hooks.remove(id) }

  /// Adds functions for the engine to call while a body runs.
  ///
  /// - Parameters:
  ///   - hooks: The functions to call in addition to those already added.
  ///   - body: Runs at once. Its result is returned, and its error is rethrown, after the hooks
  ///     have been removed.
  public func withHooks<Result, Failure: Error>(
    _ hooks: EngineHooks, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let id = addHooks(hooks)
    defer { removeHooks(id) }
    return try body()
  }

  /// Reports an error that would otherwise reach no caller: as a `handler.failed` event and to the
  /// hooks.
  ///
  /// - Parameter error: The error of a task, a view or a stage. A test with a fixture fails because
  ///   of it.
  public func report(_ error: any Error) { eventLog.report(error) }
}
