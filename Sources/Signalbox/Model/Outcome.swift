/// What became of an operation.
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
  /// The whole refusal when ``status`` is `rejected`.
  public let error: NavigationError?

  static func done(_ value: OutcomeValue = .none) -> Outcome {
    Outcome(status: .done, reason: nil, value: value, error: nil)
  }

  static func noop(_ reason: ReasonCode, _ value: OutcomeValue = .none) -> Outcome {
    Outcome(status: .noop, reason: reason, value: value, error: nil)
  }

  static func rejected(_ error: NavigationError, _ value: OutcomeValue = .none) -> Outcome {
    Outcome(status: .rejected, reason: error.code, value: value, error: error)
  }

  static func cancelled(_ reason: ReasonCode) -> Outcome {
    Outcome(status: .cancelled, reason: reason, value: .none, error: nil)
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
