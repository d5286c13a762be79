/// An error of a fixture that is not a failure of its application: a file that cannot be read, or a
/// variable of the environment with an invalid value.
public struct FixtureError: Error, Hashable, Sendable {
  /// The kinds of errors.
  public enum Code: String, Hashable, Sendable {
    /// A file cannot be read or written.
    case file
    /// A variable of the environment has an invalid value.
    case environment
  }

  /// The kind of error.
  public let code: Code
  /// The error in one sentence without a full stop.
  public let message: String
  /// What to do, or `nil` if the message says it.
  public let hint: String?

  package init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}

extension FixtureError: CustomStringConvertible {
  /// The message, followed by the hint.
  public var description: String { hint.map { "\(message); \($0)" } ?? message }
}
