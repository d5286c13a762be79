enum BatchOperation {
  /// Runs several operations as a single change.
  static let batch = NavigationOperation(
    "batch", on: .any,
    "Runs the operations that a function submits as one change with one transition. If an "
      + "operation is rejected, nothing changes.",
    parameters: [
      OperationParameter("operations", .steps, "a function that submits the operations")
    ],
    options: OperationOption.common + [.atomic]
  ) { call, transaction throws(NavigationError) in
    let steps = call.steps
    if transaction.state.slot(of: call.caller) == nil {
      for step in steps { BatchRun(transaction: transaction).complete(step, .done()) }
    }
    _ = try transaction.caller(of: call)
    let isAtomic = !call.options.switches.contains(.skipRejected)
    var isDone = false
    var isHidden = true
    for (index, step) in steps.enumerated() {
      let outcome = BatchRun(transaction: transaction).run(
        step.call.resolved(in: transaction.state))
      step.ticket.stepOutcome = outcome
      BatchRun(transaction: transaction).complete(step, outcome)
      if outcome.status == .done {
        isDone = true
        isHidden = isHidden && transaction.isHidden
      }
      guard isAtomic, let error = outcome.error else { continue }
      // Operations that did not run also complete with the batch's rejection, like the operations
      // that were rolled back.
      for later in steps[(index + 1)...] {
        BatchRun(transaction: transaction).complete(later, .done())
      }
      throw NavigationError(
        error.code, "batch: operation \(index + 1) of \(steps.count): \(error.message)",
        hint: error.hint)
    }
    transaction.isHidden = isDone && isHidden
    return isDone ? .done() : .noop(.unchanged)
  }
}

/// Runs the operations of a batch.
private struct BatchRun: TransactionPart {
  let transaction: Transaction

  /// Applies an operation as part of another operation. If the operation is rejected, the previous
  /// state is restored.
  func run(_ call: OperationCall) -> Outcome {
    let point = transaction.savepoint
    transaction.reason = .popped
    transaction.isHidden = false
    do throws(NavigationError) {
      if let rejection = call.rejection { throw rejection }
      var outcome = try OperationCatalog.all[call.operation].apply(call, transaction)
      if outcome.status == .done {
        coordinators.finishEmptied()
        transaction.forgetEmptied()
        return outcome
      }
      transaction.rollBack(to: point)
      if transaction.host.isStrict { outcome = outcome.strict(call) }
      return outcome
    } catch {
      transaction.rollBack(to: point)
      return .rejected(error)
    }
  }

  func complete(_ step: BatchStep, _ outcome: Outcome) {
    let completion = step.call.options.completion
    transaction.callLater(
      .completed(
        {
          step.ticket.outcome = $0
          completion?($0)
        }, outcome))
  }
}
