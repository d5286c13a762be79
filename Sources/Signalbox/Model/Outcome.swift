/// The result of an operation.
///
/// `done` if and only if the state changed; `noop` and `rejected` leave it exactly as it was;
/// `cancelled` operations never ran.
public struct Outcome: Hashable, Sendable {
  /// How an operation ended.
  public enum Status: String, Hashable, Sendable {
    case done, noop, rejected, cancelled
  }

  /// How the operation ended.
  public let status: Status
  /// Why nothing happened; `nil` for `done`.
  public let reason: ReasonCode?
  /// What the operation gives back.
  public let value: OutcomeValue
  /// The rejection in a place of its own: outcomes without one stay a few words.
  private final class Rejection: Hashable, Sendable {
    let error: NavigationError

    init(_ error: NavigationError) { self.error = error }

    static func == (left: Rejection, right: Rejection) -> Bool { left.error == right.error }

    func hash(into hasher: inout Hasher) { hasher.combine(error) }
  }

  private let rejection: Rejection?

  /// The whole rejection when ``status`` is `rejected`.
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

  static func rejected(_ error: NavigationError, _ value: OutcomeValue = .none) -> Outcome {
    Outcome(.rejected, error.code, value, error)
  }

  static func cancelled(_ reason: ReasonCode) -> Outcome {
    Outcome(.cancelled, reason, .none)
  }
}

extension Outcome: CustomStringConvertible {
  /// `done`, `noop(atRoot)`, `rejected(unknownRoute)`.
  public var description: String {
    reason.map { "\(status.rawValue)(\($0.name))" } ?? status.rawValue
  }
}

/// What an operation gives back beside its status.
public enum OutcomeValue: Hashable, Sendable {
  case none
  /// One name: the screen that was popped.
  case name(Symbol)
  /// Several names, the topmost screen's first.
  case names([Symbol])
  case boolean(Bool)
  /// The coordinator that the operation made or found: what a chain of calls goes on with.
  case coordinator(CoordinatorID)
  case page(Symbol)
  case value(NavigationValue)
}
