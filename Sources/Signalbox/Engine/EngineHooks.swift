/// Functions of a host that an engine calls. Several hosts can have some at the same time.
public struct EngineHooks {
  /// Called with what a handler, completion or observer threw.
  public var onHandlerFailure: ((any Error) -> Void)?
  /// Called with every coordinator that is gone, after its own delegate.
  public var onFinish: ((FinishNotice) -> Void)?
  /// Called between operations; `true` cancels all that wait as `stopped`.
  public var shouldStop: (() -> Bool)?

  /// No hooks but those given.
  public init(
    onHandlerFailure: ((any Error) -> Void)? = nil, onFinish: ((FinishNotice) -> Void)? = nil,
    shouldStop: (() -> Bool)? = nil
  ) {
    self.onHandlerFailure = onHandlerFailure
    self.onFinish = onFinish
    self.shouldStop = shouldStop
  }
}

/// Names hooks of an engine.
public struct EngineHookID: Hashable, Sendable {
  fileprivate let number: Int
}

/// The hooks of an engine, in the order in which they were added.
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

  func forEachOnFinish(_ body: ((FinishNotice) -> Void) -> Void) {
    for scope in scopes { if let onFinish = scope.hooks.onFinish { body(onFinish) } }
  }
}

extension NavigationReader {
  /// Adds functions that the engine calls, until they are removed.
  @discardableResult
  public func addHooks(_ hooks: EngineHooks) -> EngineHookID { eventLog.hooks.add(hooks) }

  /// Removes functions that the engine calls.
  public func removeHooks(_ id: EngineHookID) { eventLog.hooks.remove(id) }

  /// Adds functions that the engine calls for the time of a body.
  public func withHooks<Result, Failure: Error>(
    _ hooks: EngineHooks, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let id = addHooks(hooks)
    defer { removeHooks(id) }
    return try body()
  }

  /// Reports what code of the application threw, as the engine does where it calls it.
  package func reportFailure(_ error: any Error) { eventLog.hooks.reportFailure(error) }
}
