/// Functions that an engine calls on behalf of a host. Several hosts can add hooks to the same
/// engine.
public struct EngineHooks {
  /// A closure that is called with each error that no caller receives, such as an error that a
  /// handler, completion or observer throws.
  public var onHandlerFailure: ((any Error) -> Void)?
  /// A closure that is called with each rejection that the caller can ignore: the rejection of an
  /// operation that was called on an ``AnyRouter`` or a ``RouteChain`` outside callbacks, without a
  /// completion. The caller receives the outcome as well. Rejections in callbacks are reported to
  /// ``onHandlerFailure``, and typed routers throw rejections.
  public var onRejection: ((NavigationError) -> Void)?
  /// A closure that is called for every coordinator that finishes, after the coordinator's
  /// delegate.
  public var onFinish: ((FinishNotice) throws -> Void)?
  /// A closure that is called between operations. If it returns `true`, all waiting operations are
  /// cancelled as `stopped`.
  public var shouldStop: (() -> Bool)?
  /// A closure that is called for every coordinator that an undo or redo removes. For these
  /// coordinators, ``onFinish`` is not called.
  var onUndone: ((CoordinatorID) -> Void)?

  /// Creates hooks from the given functions.
  ///
  /// - Parameters:
  ///   - onHandlerFailure: A closure that receives each error that has no other receiver, such as
  ///     an error that a handler, completion or observer throws. The default is `nil`, for hosts
  ///     that leave errors to other hooks.
  ///   - onRejection: A closure that receives the rejection of an operation that was called on an
  ///     ``AnyRouter`` or a ``RouteChain`` outside callbacks, without a completion. The default
  ///     is `nil`, for hosts whose code checks every outcome.
  ///   - onFinish: A closure that receives the notice of every coordinator that finishes, after the
  ///     coordinator's own `didFinish`.
  ///   - shouldStop: A closure that is called between operations. If it returns `true`, all waiting
  ///     operations are cancelled as `stopped`. If `nil`, the hooks never cancel operations.
  public init(
    onHandlerFailure: ((any Error) -> Void)? = nil,
    onRejection: ((NavigationError) -> Void)? = nil,
    onFinish: ((FinishNotice) throws -> Void)? = nil,
    shouldStop: (() -> Bool)? = nil
  ) {
    self.onHandlerFailure = onHandlerFailure
    self.onRejection = onRejection
    self.onFinish = onFinish
    self.shouldStop = shouldStop
  }
}

/// Identifies hooks that were added to an engine.
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

  func reportUndone(_ coordinator: CoordinatorID) {
    for scope in scopes { scope.hooks.onUndone?(coordinator) }
  }

  func reportRejection(_ error: NavigationError) {
    for scope in scopes { scope.hooks.onRejection?(error) }
  }

  func forEachOnFinish(_ body: ((FinishNotice) throws -> Void) -> Void) {
    for scope in scopes { if let onFinish = scope.hooks.onFinish { body(onFinish) } }
  }
}
