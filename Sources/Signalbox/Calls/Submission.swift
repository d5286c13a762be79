/// The result of submitting an operation.
package enum Submission {
  /// The operation has settled.
  case settled(Outcome)
  /// The operation is waiting or in flight. The ticket contains the outcome once the operation has
  /// settled.
  case queued(OperationTicket)

  /// The outcome, or `nil` if the operation has not settled yet.
  package var outcome: Outcome? {
    switch self {
    case .settled(let outcome): outcome
    case .queued(let ticket): ticket.outcome
    }
  }
}

/// Receives the outcome of an operation that does not settle immediately.
public final class OperationTicket {
  /// The outcome, or `nil` until the operation has settled.
  public internal(set) var outcome: Outcome? { didSet { follower?.outcome = outcome } }
  /// The ticket of the call that ended the operation, if a different call began the operation. For
  /// example, the last phase of a gesture ends the operation that its first phase began.
  var follower: OperationTicket?
  /// The outcome of a batch step before the batch has settled. Later steps can refer to it.
  var stepOutcome: Outcome?

  /// Removes the outcome, because the operation is waiting again.
  func reopen() {
    follower = nil
    stepOutcome = nil
    outcome = nil
  }
}

/// An operation that is queued or was recorded for a batch.
public struct BatchStep {
  var call: OperationCall
  /// The ticket that receives the operation's outcome.
  public let ticket: OperationTicket

  init(_ call: OperationCall, _ ticket: OperationTicket = OperationTicket()) {
    self.call = call
    self.ticket = ticket
  }
}
