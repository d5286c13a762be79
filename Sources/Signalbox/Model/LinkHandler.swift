/// A link pattern of a coordinator type and what opens it.
public struct LinkHandler {
  /// `scheme://host/path` where a segment may be `:name` (one segment, kept under that name) or,
  /// as the last one, `*name` (all that is left).
  public var pattern: String
  /// Opens a link for a coordinator; what it submits waits until the gesture has settled.
  public var open: (CoordinatorID, LinkMatch) throws -> LinkAnswer

  /// A pattern with what opens the links that fit it.
  public init(
    _ pattern: String, open: @escaping (CoordinatorID, LinkMatch) throws -> LinkAnswer
  ) {
    self.pattern = pattern
    self.open = open
  }
}

/// What a link handler says.
public enum LinkAnswer: String, Hashable, Sendable {
  /// No other handler is asked.
  case handled
  /// The next coordinator is asked.
  case unhandled
  /// No other handler is asked: this one opens the link later.
  case deferred
}

/// A link that fits a pattern.
public struct LinkMatch: Hashable, Sendable {
  /// The link as it came.
  public let url: String
  /// The pattern that it fits.
  public let pattern: String
  /// The values of the pattern's names and of the query; a name of the path wins. Decimal integers
  /// come as integers, everything else as strings, percent-decoded.
  public let arguments: NavigationArguments
  /// What follows `#`, percent-decoded.
  public let fragment: String?
}
