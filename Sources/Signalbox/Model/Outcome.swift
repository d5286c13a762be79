/// The result of an operation.
///
/// An operation that changes the state has the status `done`. Queries, `tap` and `open` can also be
/// `done` without a change, and so can a batch whose changes cancel out. An operation whose status
/// is `noop` or `rejected` leaves the state unchanged, and a `cancelled` operation has never run.
public struct Outcome: Hashable, Sendable {
  /// The end status of an operation.
  public enum Status: String, Hashable, Sendable {
    /// The operation has succeeded.
    case done
    /// There was nothing to do, or a gesture had no effect. The state is unchanged.
    case noop
    /// The operation is not allowed in the current state. The state is unchanged.
    case rejected
    /// The operation never ran, for example because its coordinator finished first.
    case cancelled
  }

  /// The end status of the operation.
  public let status: Status
  /// The reason why the operation had no effect, or `nil` if the status is `done`.
  public let reason: ReasonCode?
  /// The value that the operation returns.
  public let value: OutcomeValue
  /// The rejection, boxed so that outcomes without a rejection are small.
  private final class Rejection: Hashable, Sendable {
    let error: NavigationError

    init(_ error: NavigationError) { self.error = error }

    static func == (left: Rejection, right: Rejection) -> Bool { left.error == right.error }

    func hash(into hasher: inout Hasher) { hasher.combine(error) }
  }

  private let rejection: Rejection?

  /// The rejection if ``status`` is `rejected`, otherwise `nil`.
  public var error: NavigationError? { rejection?.error }

  private init(
    _ status: Status, _ reason: ReasonCode?, _ value: OutcomeValue, _ error: NavigationError? = nil
  ) {
    self.status = status
    self.reason = reason
    self.value = value
    rejection = error.map(Rejection.init)
  }

  static func done(_ value: OutcomeValue = .none) -> Outcome {
    Outcome(.done, nil, value)
  }

  static func noop(_ reason: ReasonCode, _ value: OutcomeValue = .none) -> Outcome {
    Outcome(.noop, reason, value)
  }

  package static func rejected(_ error: NavigationError, _ value: OutcomeValue = .none) -> Outcome {
    Outcome(.rejected, error.code, value, error)
  }

  static func cancelled(_ reason: ReasonCode) -> Outcome {
    Outcome(.cancelled, reason, .none)
  }
}

extension Outcome: CustomStringConvertible {
  /// A description of the outcome, such as `done`, `noop(atRoot)` or `rejected(unknownRoute)`.
  public var description: String {
    reason.map { "\(status.rawValue)(\($0.name))" } ?? status.rawValue
  }
}

/// A value that an operation returns in addition to its status.
public enum OutcomeValue: Hashable, Sendable {
  /// The operation returns only its status.
  case none
  /// A single name, such as the name of a popped screen.
  case name(Symbol)
  /// Several names, starting with the name of the topmost screen.
  case names([Symbol])
  /// The result of a query such as `isRoot`, or whether the screen of `popToView` is on top.
  case boolean(Bool)
  /// The coordinator that the operation created or found. A chain of calls continues with this
  /// coordinator.
  case coordinator(CoordinatorID)
  /// The id of the selected page.
  case page(Symbol)
  /// Plain data, such as the number of dismissed layers.
  case value(NavigationValue)
}
