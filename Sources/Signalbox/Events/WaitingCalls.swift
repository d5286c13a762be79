/// The calls from outside that wait for their turn, by the names that a recording has for them: a
/// later call may go on with what one of them, or a step of it, will lead to.
final class WaitingCalls {
  private var calls: [(ticket: OperationTicket, label: String)] = []
  private var count = 0

  /// Gives a call that waits a name that no other one of the recording has.
  /// Cost: O(calls that wait, and steps of this one).
  func note(_ call: OperationCall, _ ticket: OperationTicket) -> String {
    calls.removeAll { $0.ticket.outcome != nil }
    count += 1
    let label = "w\(count)"
    calls.append((ticket, label))
    Self.forEachStep(of: call, label) { calls.append(($0.ticket, $1)) }
    return label
  }

  /// The name of a call that waits; `nil` for one that was made before the recording.
  func label(of ticket: OperationTicket) -> String? {
    calls.first { $0.ticket === ticket }?.label
  }

  /// The steps of a batch with their names, those of batches in it included.
  static func forEachStep(
    of call: OperationCall, _ label: String, _ body: (BatchStep, String) -> Void
  ) {
    for (index, step) in call.steps.enumerated() {
      body(step, "\(label).\(index)")
      forEachStep(of: step.call, "\(label).\(index)", body)
    }
  }
}
