/// A coordinator type's link pattern and its handler.
public struct LinkHandler {
  /// The pattern: `scheme://host/path`. A segment can be `:name`, which matches one segment and
  /// passes it as the argument `name`. The last segment can be `*name`, which matches all remaining
  /// segments.
  public var pattern: String
  /// The closure that opens a link for a coordinator. Operations that the closure submits wait
  /// until the gesture that opened the link has settled.
  public var open: (CoordinatorID, LinkMatch) throws -> LinkAnswer

  /// Creates a handler for the links that match a pattern.
  ///
  /// - Parameters:
  ///   - pattern: `scheme://host/path`, where a segment can be `:name` and the last segment can be
  ///     `*name`, which matches all remaining segments. A malformed pattern is rejected when the
  ///     type is registered.
  ///   - open: A closure that opens a link for a running coordinator of the type. The closure's
  ///     result determines whether other handlers are called.
  public init(
    _ pattern: String, open: @escaping (CoordinatorID, LinkMatch) throws -> LinkAnswer
  ) {
    self.pattern = pattern
    self.open = open
  }
}

/// The return value of a link handler.
public enum LinkAnswer: String, Hashable, Sendable {
  /// The link was handled. No other handler is called.
  case handled
  /// The link was not handled. The next handler is called.
  case unhandled
  /// The handler opens the link later. No other handler is called.
  case deferred
}

/// A link that matches a pattern.
public struct LinkMatch: Hashable, Sendable {
  /// The link that was matched: the opened link or, if a function has rewritten it, the rewritten
  /// link.
  public let url: String
  /// The pattern that the link matches.
  public let pattern: String
  /// The values for the names in the pattern and in the query. Names in the pattern take
  /// precedence. A name in the query without `=` has the value `true`. Decimal integers in their
  /// shortest form are converted to integers, and all other values are percent-decoded strings.
  public let arguments: NavigationArguments
  /// The part after `#`, percent-decoded, or `nil` if the link has no such part.
  public let fragment: String?
}
