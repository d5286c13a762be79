/// One operation that was recorded instead of run.
public struct BatchStep {
  let call: OperationCall
  /// Tells what became of it.
  public let ticket: OperationTicket

  /// The operation's name.
  public var operation: String { OperationCatalog.signature(at: call.operation).name }
}

/// Operations that are being recorded.
struct Recording {
  /// How deep in callbacks the recording code runs: what deeper code submits is its own.
  let depth: Int
  var steps: [BatchStep] = []
}

extension NavigationEngine {
  /// Collects the operations that a body submits, for a `batch`; none of them runs.
  ///
  /// Queries in the body are answered at once, from the state before the batch.
  public func record<Failure: Error>(
    _ body: () throws(Failure) -> Void
  ) throws(Failure) -> [BatchStep] {
    enterCallback()
    defer { leaveCallback() }
    recordings.append(Recording(depth: callbackDepth))
    do throws(Failure) {
      try body()
    } catch {
      recordings.removeLast()
      throw error
    }
    return recordings.removeLast().steps
  }

  /// The ticket of a call that is being recorded; `nil` when none records it.
  func recorded(_ call: borrowing OperationCall) -> OperationTicket? {
    guard let last = recordings.indices.last, recordings[last].depth == callbackDepth else {
      return nil
    }
    let step = BatchStep(call: copy call, ticket: OperationTicket())
    recordings[last].steps.append(step)
    return step.ticket
  }
}

extension OperationCall {
  /// The names of a batch's operations, in order; `nil` for all other calls.
  @inline(__always)
  var stepNames: String? { hasExtras ? namesOfSteps : nil }

  private var namesOfSteps: String? {
    self.steps.isEmpty ? nil : self.steps.map(\.operation).joined(separator: ", ")
  }
}
