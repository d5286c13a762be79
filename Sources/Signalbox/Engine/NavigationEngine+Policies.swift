/// What decides about an operation before it runs: busy policies, keys, strictness.
extension NavigationEngine {
  /// Whether an operation is being applied or animated, or a swipe is open.
  var isInFlight: Bool {
    inFlight != nil || openSwipe != nil || running.isApplying || isPassingTime
  }

  /// Whether another operation runs, is animated or waits, or a swipe is open.
  var isBusy: Bool { isInFlight || !queue.isEmpty }

  /// Whether an operation that is submitted now has to wait its turn.
  public var hasToWait: Bool { isInCallback || isBusy }

  /// Lets a call wait its turn, unless its busy policy or the moment says otherwise.
  func wait(_ call: borrowing OperationCall) -> Submission {
    if isInFlight, call.beginsSwipeBack { return .settled(leaveUnanswered(call)) }
    let policy = call.options.switches.intersection(.busyPolicy)
    if policy.isEmpty || !isBusy { return .queued(enqueue(call)) }
    return .settled(turnAway(call, isRefused: policy.contains(.refuseWhenBusy)))
  }

  private func turnAway(_ call: borrowing OperationCall, isRefused: Bool) -> Outcome {
    let queued = QueuedCall(call: copy call, ticket: nil)
    guard isRefused else {
      cancel(queued, .busy)
      return .cancelled(.busy)
    }
    let name = OperationCatalog.signature(at: call.operation).name
    let error = NavigationError(
      .busy, "\(name): another operation is under way", hint: "let it queue, or wait for it")
    cancel(queued, .busy, as: .rejected(error))
    return .rejected(error)
  }

  /// Settles a gesture that finds no ear while something else is in flight.
  private func leaveUnanswered(_ call: borrowing OperationCall) -> Outcome {
    let reason = ReasonCode.gestureUnavailable
    let outcome = isStrict ? Outcome.noop(reason).strict(call) : .noop(reason)
    let enclosing = running.number
    lastOperation += 1
    running.number = lastOperation
    emitOperation(.operationBegan, call.header)
    emitOperation(
      isStrict ? .operationRejected : .operationNoop, call.header, reason: reason,
      text: outcome.error?.description)
    complete(call, outcome, nil)
    emitOperation(.operationSettled, call.header, reason: reason)
    running.number = enclosing
    return outcome
  }

  // MARK: - Keys

  /// Whether the operation just before was done under the key of this one.
  @inline(__always)
  func isRepeated(_ call: borrowing OperationCall) -> Bool {
    lastKey != nil && lastKey == call.options.key
  }

  func duplicate(_ call: borrowing OperationCall) -> Outcome {
    .rejected(
      NavigationError(
        .duplicate,
        "\(OperationCatalog.signature(at: call.operation).name): key "
          + "\"\(call.options.key ?? "")\" is that of the operation just before",
        hint: "the same call came twice"))
  }

  /// Keeps the key of an operation that was done.
  @inline(__always)
  func noteKey(of call: borrowing OperationCall) {
    if lastKey != nil || call.options.hasExtras { lastKey = call.options.key }
  }
}

extension Outcome {
  /// A noop as the refusal that strict mode makes of it; others as they are.
  func strict(_ call: borrowing OperationCall) -> Outcome {
    guard status == .noop, let reason else { return self }
    let name = OperationCatalog.signature(at: call.operation).name
    return .rejected(
      NavigationError(reason, "\(name): nothing to do, and the engine is strict"), value)
  }
}
