public import Signalbox

/// The result of an operation or a gesture.
public struct OutcomeDocument: MessageFields {
  /// The status of an operation.
  public enum Status: String, Hashable, Sendable, Codable, CaseIterable {
    /// The operation has succeeded.
    case done
    /// There was nothing to do, or a gesture had no effect.
    case noop
    /// The operation is not allowed in the current state. Nothing has changed.
    case rejected
    /// The operation never ran.
    case cancelled
    /// The operation is waiting, or its animation is running.
    case queued
  }

  /// The status of the operation, or `queued` if the operation has not ended yet.
  public var status: Status
  /// The reason code, such as `unknownRoute`, or `nil` if the status is `done` or `queued`.
  public var reason: String?
  /// A sentence that explains the rejection, or `nil` if the operation was not rejected.
  public var message: String?
  /// A suggested fix after a rejection, or `nil` if there is none.
  public var hint: String?
  /// The value that the operation returns, or `nil` if there is none.
  public var value: NavigationValue?
  /// The number in the identifier of the coordinator that the operation returns, or `nil` if it
  /// returns none.
  public var coordinator: Int?
  /// The virtual time since the engine was created, in milliseconds.
  public var time: Int

  /// The title under which the documentation describes the value.
  public static let title: String? = "Outcome"
  /// Descriptions of the fields.
  public static let fields = [
    MessageField(
      "status", .choice(Status.allCases.map(\.rawValue)),
      "the result of the operation; `queued` if it waits or its animation is running"),
    MessageField(
      "reason", .string, optional: true,
      "the reason code; omitted if the status is `done` or `queued`"),
    MessageField("message", .string, optional: true, "the reason for the rejection"),
    MessageField("hint", .string, optional: true, "a suggestion for how to avoid the rejection"),
    MessageField(
      "value", .any, optional: true,
      "the value that the operation returns; a coordinator is represented by its path"),
    MessageField(
      "coordinator", .integer(minimum: 1), optional: true,
      "the number in the identifier of a coordinator that the operation returns: 3 for `c3`"),
    MessageField("time", .integer(minimum: 0), "virtual milliseconds since the engine was created"),
  ]

  /// Creates the document for an outcome, where `nil` represents an operation that has not ended
  /// yet.
  package init(_ outcome: Outcome?, of engine: NavigationEngine) {
    time = engine.milliseconds
    guard let outcome else {
      status = .queued
      return
    }
    status =
      switch outcome.status {
      case .done: .done
      case .noop: .noop
      case .rejected: .rejected
      case .cancelled: .cancelled
      }
    reason = outcome.reason?.name
    message = outcome.error?.message
    hint = outcome.error?.hint
    value = engine.plain(outcome.value)
    if case .coordinator(let id) = outcome.value { coordinator = id.number }
  }

  /// Creates the document for a submission, where `nil` represents a host input, which has no
  /// outcome because it has already been performed.
  package init(_ submission: Submission?, of engine: NavigationEngine) {
    self.init(submission?.outcome, of: engine)
    if submission == nil { status = .done }
  }
}
