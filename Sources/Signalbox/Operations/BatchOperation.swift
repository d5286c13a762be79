/// The operation that combines other operations into one transition.
enum BatchOperation {
  /// Runs several operations as a single change.
  static let batch = NavigationOperation(
    "batch", on: .any,
    "Runs the operations that a function submits, as one change with one transition. By default, "
      + "if an operation is rejected, nothing changes.",
    parameters: [
      OperationParameter("operations", .steps, "a function that submits the operations")
    ],
    options: OperationOption.common + [.atomic]
  ) { call, transaction throws(NavigationError) in
    let steps = call.steps
    if transaction.state.slot(of: call.caller) == nil { transaction.completeLater(steps) }
    _ = try transaction.caller(of: call)
    let isAtomic = !call.options.switches.contains(.skipRejected)
    var isDone = false
    var isHidden = true
    for (index, step) in steps.enumerated() {
      let outcome = BatchRun(transaction: transaction).run(
        step.call.resolved(in: transaction.state))
      step.ticket.stepOutcome = outcome
      transaction.completeLater(step, outcome)
      if outcome.status == .done {
        isDone = true
        isHidden = isHidden && transaction.isHidden
      }
      guard isAtomic, let error = outcome.error else { continue }
      // Operations that did not run also complete with the batch's rejection, like the operations
      // that were rolled back.
      transaction.completeLater(Array(steps[(index + 1)...]))
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

  /// Applies an operation as part of another operation. If the operation is rejected or has no
  /// effect, the previous state is restored.
  func run(_ call: OperationCall) -> Outcome {
    let point = transaction.savepoint
    transaction.reason = .popped
    transaction.isHidden = false
    do throws(NavigationError) {
      try transaction.checkRejection(of: call)
      var outcome = try OperationCatalog.all[call.operation].apply(call, transaction)
      if outcome.status == .done {
        coordinators.finishEmptied()
        transaction.forgetEmptied()
        return outcome
      }
      if transaction.host.isStrict { outcome = outcome.strict(call) }
      transaction.rollBack(to: point, outcome)
      return outcome
    } catch {
      transaction.rollBack(to: point, .rejected(error))
      return .rejected(error)
    }
  }
}

extension Transaction {
  /// Schedules the completion of an operation of a batch. If the whole batch is rejected, an
  /// operation with the outcome `done` completes with the batch's rejection.
  func completeLater(_ step: BatchStep, _ outcome: Outcome) {
    let completion = step.call.options.completion
    callLater(
      .completed(
        {
          step.ticket.outcome = $0
          completion?($0)
        }, outcome))
  }

  /// Schedules the completions of operations that do not run because their batch is rejected.
  func completeLater(_ steps: [BatchStep]) {
    for step in steps.flatMap(\.withParts) { completeLater(step, .done()) }
  }

  /// Throws the rejection of a call that cannot run. If the call is a batch, its operations complete
  /// with the rejection. Benchmark: `W1`.
  @inline(__always)
  func checkRejection(of call: borrowing OperationCall) throws(NavigationError) {
    guard let rejection = call.rejection else { return }
    completeLater(call.steps)
    throw rejection
  }
}

extension BatchStep {
  /// The operations of a batch and of the batches in it, each batch after its operations. For any
  /// other operation, the list contains only the operation.
  var withParts: [BatchStep] { call.steps.flatMap(\.withParts) + [self] }
}
