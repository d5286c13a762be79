/// Decides which flow comes first, as Panov's launch instructor does.
public struct LaunchInstructor: Codable, Hashable, Sendable {
  /// A flow of the application, named like its route.
  public enum Flow: String, Sendable {
    case auth, onboarding, main
  }

  /// Whether the user has seen the tutorial.
  public var tutorial: Bool
  /// Whether a user is logged in.
  public var authorised: Bool

  /// Creates an instructor. By default, no user is logged in and the tutorial has not been seen.
  public init(tutorial: Bool = false, authorised: Bool = false) {
    self.tutorial = tutorial
    self.authorised = authorised
  }

  /// The flow to show.
  public var flow: Flow {
    if !authorised { return .auth }
    return tutorial ? .main : .onboarding
  }
}

/// The destination of a link, a notification or a quick action.
public enum DeepLink: Hashable, Sendable {
  case shelf
  case settings
  case book(Int)
  case logOut

  /// Creates a link from an identifier and its parameters. Returns `nil` if the identifier is
  /// unknown.
  public init?(id: String, parameters: [String: Int] = [:]) {
    switch (id, parameters["book_id"]) {
    case ("shelf", _): self = .shelf
    case ("settings", _): self = .settings
    case ("book", let book?): self = .book(book)
    case ("log-out", _): self = .logOut
    default: return nil
    }
  }
}

/// A coordinator that can be started with a link.
public protocol DeepLinkHandling {
  /// Navigates to the destination of a link. Returns whether the link was handled.
  func start(with link: DeepLink) -> Bool
}
