/// The waiting calls from outside callbacks, by their names in the recording. A later call may
/// continue with the result of one of them, or of one of its steps.
final class WaitingCalls {
  private var calls: [(ticket: OperationTicket, label: String)] = []
  private var count = 0

  /// Assigns a unique name in the recording to a waiting call. Cost: O(waiting calls, and steps of
  /// this one).
  func note(_ call: OperationCall, _ ticket: OperationTicket) -> String {
    calls.removeAll { $0.ticket.outcome != nil }
    count += 1
    let label = "w\(count)"
    calls.append((ticket, label))
    Self.forEachStep(of: call, label) { calls.append(($0.ticket, $1)) }
    return label
  }

  /// Returns the name of a waiting call; `nil` for one that was made before the recording.
  func label(of ticket: OperationTicket) -> String? {
    calls.first { $0.ticket === ticket }?.label
  }

  /// Visits the steps of a batch with their names, including those of nested batches.
  static func forEachStep(
    of call: OperationCall, _ label: String, _ body: (BatchStep, String) -> Void
  ) {
    for (index, step) in call.steps.enumerated() {
      body(step, "\(label).\(index)")
      forEachStep(of: step.call, "\(label).\(index)", body)
    }
  }
}
