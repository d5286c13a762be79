/// A way to end asynchronous work that a test holds (``NavigationFixture/holdWork(of:)``).
public enum WorkEnding: Sendable {
  /// The work runs as it is written.
  case completion
  /// The work returns a value without running. The value must have the type that the work returns,
  /// which is `()` for work that returns no value.
  case success(any Sendable)
  /// The work throws an error without running.
  case failure(any Error)

  /// The work is cancelled: it throws a `CancellationError`.
  public static var cancellation: WorkEnding { .failure(CancellationError()) }
}

extension WorkEnding {
  /// The ending as a Swift expression for tests.
  var source: String {
    switch self {
    case .completion: ".completion"
    case .success(let value): ".success(\(Self.source(of: value)))"
    case .failure(is CancellationError): ".cancellation"
    case .failure(let error): ".failure(\(Self.source(of: error)))"
    }
  }

  private static func source(of value: Any) -> String {
    if let text = value as? String { return text.debugDescription }
    let isCase = Mirror(reflecting: value).displayStyle == .enum
    return isCase ? "\(type(of: value)).\(value)" : "\(value)"
  }
}
