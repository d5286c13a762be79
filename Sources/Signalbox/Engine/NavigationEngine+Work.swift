/// Asynchronous work beside the engine, and what it comes to.
extension NavigationEngine {
  /// Does asynchronous work and hands on what it comes to, as a callback: operations that the
  /// function submits wait their turn.
  ///
  /// ```swift
  /// try router.work { clock in
  ///   try await bank.pay(order)
  /// } then: { [router] receipt in
  ///   try router.finishFlow(with: receipt.get())
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - owner: The coordinator that the work goes with: when that is gone it is cancelled, and
  ///     nobody hears of it.
  ///   - body: The work; it gets the clock of the host to sleep by.
  ///   - completion: Gets the result; what it throws is reported.
  /// - Throws: `notReady` where the engine has no ``workHost``.
  @discardableResult
  public func work<Value: Sendable>(
    owner: CoordinatorID? = nil,
    _ body: @escaping @Sendable (any Clock<Duration>) async throws -> Value,
    then completion: @escaping (Result<Value, any Error>) throws -> Void
  ) throws(NavigationError) -> WorkID {
    guard let workHost else {
      throw NavigationError(
        .notReady, "work: this engine has nobody to run asynchronous work",
        hint: "set workHost; fixtures of SignalboxTesting do")
    }
    let clock = workHost.clock
    let result = WorkResult<Value>()
    let id = works.add(
      WorkList.Entry(owner: owner) {
        if let value = result.value { try completion(value) }
      })
    let work = CoordinatorWork(id: id, mailbox: works.mailbox) {
      do {
        result.set(.success(try await body(clock)))
      } catch {
        result.set(.failure(error))
      }
    }
    works.setCancel(workHost.start(work), of: id)
    return id
  }

  /// Cancels work; nobody hears of it any more. `false` where it was taken in or cancelled before.
  @discardableResult
  public func cancel(_ work: WorkID) -> Bool {
    guard let entry = works.remove(work) else { return false }
    entry.cancel()
    return true
  }

  /// Hands on what work has come to, in the order in which it was done, and lets settle what that
  /// submits.
  public func takeInWork() {
    for id in works.mailbox.takeAll() {
      guard let entry = works.remove(id) else { continue }
      // The coordinator may never have been shown, so that nothing has told of its end.
      if let owner = entry.owner, !isAlive(owner) { continue }
      eventLog.callOut(entry.deliver)
    }
    if !isInCallback { runner.drain() }
  }
}

extension Router {
  /// Does asynchronous work of the coordinator and hands on what it comes to; see
  /// ``NavigationEngine/work(owner:_:then:)``.
  @discardableResult
  public func work<Value: Sendable>(
    _ body: @escaping @Sendable (any Clock<Duration>) async throws -> Value,
    then completion: @escaping (Result<Value, any Error>) throws -> Void
  ) throws(NavigationError) -> WorkID {
    try engine.work(owner: coordinator, body, then: completion)
  }
}
