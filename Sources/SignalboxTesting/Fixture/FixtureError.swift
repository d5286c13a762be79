/// An error that is not a failure of the application under test. Examples are a file that cannot be
/// read and an environment variable with an invalid value.
public struct FixtureError: Error, Hashable, Sendable {
  /// The kinds of errors.
  public enum Code: String, Hashable, Sendable {
    /// A file cannot be read or written.
    case file
    /// An environment variable has an invalid value.
    case environment
  }

  /// The kind of error.
  public let code: Code
  /// A one-sentence description without a period.
  public let message: String
  /// A suggested fix, or `nil` if there is none.
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
