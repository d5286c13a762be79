internal import PortableMutex

/// Suspends a task until a flow ends. The task is always resumed exactly once.
private final class FlowWait: Sendable {
  /// The continuation of the task that waits for the flow.
  typealias Continuation = CheckedContinuation<FinishNotice, any Error>

  /// The progress of the wait. Either the task or the end of the flow can come first.
  private enum State {
    case created
    case ended(Result<FinishNotice, any Error>)
    case waiting(Continuation)
    case resumed
  }

  /// The state is accessed in the engine's isolation, and on any thread when the task is cancelled.
  private let state = Mutex(State.created)

  /// The notice of the finished flow. Waits until the flow ends. Throws an error if the flow was
  /// not shown or can no longer end, or if the task is cancelled.
  nonisolated(nonsending)
    var notice: FinishNotice
  {
    get async throws {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { wait($0) }
      } onCancel: {
        end(.failure(CancellationError()))
      }
    }
  }

  /// Starts waiting. Resumes the task immediately if the flow has already ended.
  private func wait(_ continuation: Continuation) {
    let result: Result<FinishNotice, any Error>? = state.withLock { state in
      if case .ended(let result) = state {
        state = .resumed
        return result
      }
      state = .waiting(continuation)
      return nil
    }
    if let result { continuation.resume(with: result) }
  }

  /// Ends the wait with a result. Has no effect after the first call.
  func end(_ result: Result<FinishNotice, any Error>) {
    let waiting: Continuation? = state.withLock { state in
      switch state {
      case .created:
        state = .ended(result)
        return nil
      case .waiting(let continuation):
        state = .resumed
        return continuation
      case .ended, .resumed: return nil
      }
    }
    waiting?.resume(with: result)
  }
}

/// The object that an operation's callbacks retain. If the task is still waiting when the last
/// callback is released, the object resumes the task with an error.
private final class FlowNotifier {
  private let wait: FlowWait
  private let flow: String
  private weak var engine: NavigationEngine?
  /// The identifier of the hook that is called when an undo removes the flow, or `nil` if there is
  /// none. An undo does not call `onFinish`.
  private var hook: EngineHookID?
  private var hasFinished = false

  init(_ wait: FlowWait, _ flow: String, _ engine: NavigationEngine?) {
    (self.wait, self.flow, self.engine) = (wait, flow, engine)
  }

  deinit {
    removeHook()
    wait.end(
      .failure(
        NavigationError(
          .stale,
          "\(flow) can no longer end: its engine was released, or its changes were rolled back",
          hint: "keep the engine alive while its flows run")))
  }

  private func removeHook() {
    if let hook { engine?.removeHooks(hook) }
    hook = nil
  }

  func finish(_ notice: FinishNotice) {
    hasFinished = true
    removeHook()
    wait.end(.success(notice))
  }

  /// Resumes the task if the operation did not show the flow. Otherwise, the task waits for the end
  /// of the flow.
  func settle(_ outcome: Outcome) {
    if let error = outcome.error { return wait.end(.failure(error)) }
    if case .coordinator(let id) = outcome.value, outcome.status == .done, !hasFinished {
      // The hook must not retain this object, because releasing the object ends the wait.
      var hooks = EngineHooks()
      hooks.onUndone = { [wait, flow] coordinator in
        guard coordinator == id else { return }
        wait.end(
          .failure(
            NavigationError(
              .stale, "\(flow) can no longer end: an undo removed it",
              hint: "present the flow again; a redo shows the flow, but its output is lost")))
      }
      hook = engine?.addHooks(hooks)
    }
    guard outcome.status != .done else { return }
    wait.end(
      .failure(
        NavigationError(
          outcome.reason ?? .stopped, "\(flow) was not shown: \(outcome)",
          hint: "nothing has changed")))
  }
}

extension Router {
  /// Presents a coordinator and waits for its output.
  ///
  /// ```swift
  /// let receipt = try await router.present(Checkout.self, with: order)
  /// ```
  ///
  /// The task always resumes: when the flow finishes, when it is removed in any other way (for
  /// example because the user swipes it away), when the operation is rejected or cancelled, when
  /// the engine is released, and when the task is cancelled. Cancelling the task does not remove
  /// the flow. If an undo removes the flow, the task throws `stale`. A redo can show the flow
  /// again, but no task waits for its output then.
  ///
  /// - Parameters:
  ///   - child: The class of the coordinator.
  ///   - input: The coordinator's input.
  ///   - style: The style to use instead of the style of the coordinator's type.
  ///   - animated: Whether the presentation is animated.
  /// - Returns: The output, or `nil` if the flow ended without output.
  /// - Throws: The rejection, `CancellationError` if the task is cancelled, `stale` if the engine
  ///   is released or an undo removes the flow, or `badArgument` if a script finished the flow with
  ///   a value of another type.
  nonisolated(nonsending)
    public func present<Child: Coordinator>(
      _ child: Child.Type, with input: Child.Input, style: TransitionStyle = .automatic,
      animated: Bool = true
    ) async throws -> Child.Output?
  {
    try Task.checkCancellation()
    let arguments = try CoordinatorInput.arguments(of: input)
    let wait = FlowWait()
    try show(child, style, animated, wait) { call, _ in
      call.subject = .new(Child.name)
      if !arguments.isEmpty { call.arguments = arguments }
    }
    return try await wait.notice.output(of: child)
  }

  /// Presents the coordinator that a route leads to, and waits for its output. See
  /// ``present(_:with:style:animated:)``.
  ///
  /// ```swift
  /// let receipt = try await router.present(.checkout(order), returning: Checkout.self)
  /// ```
  ///
  /// - Parameters:
  ///   - route: The route that leads to the coordinator.
  ///   - child: The class of the coordinator that the route leads to.
  ///   - style: The style to use instead of the style of the route.
  ///   - animated: Whether the presentation is animated.
  /// - Returns: The output, or `nil` if the flow ended without output.
  /// - Throws: The errors that ``present(_:with:style:animated:)`` throws, and `badArgument` if the
  ///   route leads to another destination.
  nonisolated(nonsending)
    public func present<Child: Coordinator>(
      _ route: Value, returning child: Child.Type, style: TransitionStyle = .automatic,
      animated: Bool = true
    ) async throws -> Child.Output?
  {
    try Task.checkCancellation()
    let form = try form(of: route, leadingTo: Child.name)
    let wait = FlowWait()
    try show(child, style, animated, wait) { call, symbols in
      call.name = symbols.intern(form.name)
      if !form.arguments.isEmpty { call.arguments = form.arguments }
    }
    return try await wait.notice.output(of: child)
  }

  /// Presents a coordinator. After the call, only the engine retains the notifier.
  private func show<Child: Coordinator>(
    _ child: Child.Type, _ style: TransitionStyle, _ animated: Bool, _ wait: FlowWait,
    fill: (inout OperationCall, SymbolTable) -> Void
  ) throws(NavigationError) {
    let notifier = FlowNotifier(wait, Child.name, engine)
    _ = try call(.present, animated, { notifier.settle($0) }, fill: fill) {
      $0.style = style
      $0.onFinish = { notifier.finish($0) }
    }
  }

  /// Presents a coordinator without an input and waits for its output. See
  /// ``present(_:with:style:animated:)``.
  ///
  /// - Parameters:
  ///   - child: The class of the coordinator.
  ///   - style: The style to use instead of the style of the coordinator's type.
  ///   - animated: Whether the presentation is animated.
  /// - Returns: The output, or `nil` if the flow ended without output.
  /// - Throws: The errors that ``present(_:with:style:animated:)`` throws.
  nonisolated(nonsending)
    public func present<Child: Coordinator>(
      _ child: Child.Type, style: TransitionStyle = .automatic, animated: Bool = true
    ) async throws -> Child.Output? where Child.Input == Void
  {
    try await present(child, with: (), style: style, animated: animated)
  }

  /// Runs asynchronous work that belongs to the coordinator, and passes the result to a callback.
  /// See ``NavigationEngine/work(owner:_:then:)``.
  ///
  /// - Parameters:
  ///   - body: The work to run. The closure's argument is the host's clock.
  ///   - completion: A closure that receives the result in a callback. If the closure throws, the
  ///     error is reported.
  /// - Returns: The work's identifier. To cancel the work, pass the identifier to
  ///   ``NavigationEngine/cancel(_:)-(WorkID)``.
  /// - Throws: `notReady` if the engine has no ``NavigationEngine/workHost``, and `stale` if the
  ///   engine has been released.
  @discardableResult
  public func work<Result: Sendable>(
    _ body: @escaping @Sendable (any Clock<Duration>) async throws -> Result,
    then completion: @escaping (Swift.Result<Result, any Error>) throws -> Void
  ) throws(NavigationError) -> WorkID {
    try untyped.work(body, then: completion)
  }
}
