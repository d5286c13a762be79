/// The waiting calls that were made outside callbacks, with their names in the recording. A later
/// call in a chain may refer to the result of such a call or of one of its steps.
final class WaitingCalls {
  private var calls: [(ticket: OperationTicket, label: String)] = []
  private var count = 0

  /// Assigns a name that is unique in the recording to a waiting call, and returns the name. Cost:
  /// O(waiting calls + steps of the call).
  func note(_ call: OperationCall, _ ticket: OperationTicket) -> String {
    calls.removeAll { $0.ticket.outcome != nil }
    count += 1
    let label = "w\(count)"
    calls.append((ticket, label))
    Self.forEachStep(of: call, label) { calls.append(($0.ticket, $1)) }
    return label
  }

  /// Returns the name of a waiting call, or `nil` if the call has no name, such as a call that was
  /// made before the recording began.
  func label(of ticket: OperationTicket) -> String? {
    calls.first { $0.ticket === ticket }?.label
  }

  /// Visits a batch's steps with their names, including the steps of nested batches.
  static func forEachStep(
    of call: OperationCall, _ label: String, _ body: (BatchStep, String) -> Void
  ) {
    for (index, step) in call.steps.enumerated() {
      body(step, "\(label).\(index)")
      forEachStep(of: step.call, "\(label).\(index)", body)
    }
  }
}
