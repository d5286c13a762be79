/// Decides which flow comes first, as Panov's launch instructor does.
public struct LaunchInstructor: Codable, Hashable, Sendable {
  /// A flow of the application, named like its route.
  public enum Flow: String, Sendable {
    case auth, onboarding, main
  }

  /// Whether the tutorial was seen.
  public var tutorial: Bool
  /// Whether somebody is logged in.
  public var authorised: Bool

  /// Nobody knows anybody, unless said otherwise.
  public init(tutorial: Bool = false, authorised: Bool = false) {
    self.tutorial = tutorial
    self.authorised = authorised
  }

  /// The flow that is due.
  public var flow: Flow {
    if !authorised { return .auth }
    return tutorial ? .main : .onboarding
  }
}

/// Where a link, a notification or a quick action leads.
public enum DeepLink: Hashable, Sendable {
  case shelf
  case settings
  case book(Int)
  case logOut

  /// Reads an identifier with its parameters. Unknown ones give `nil`.
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

/// Whoever can be started with a link.
public protocol DeepLinkHandling {
  /// Goes where a link leads, or says that it is somebody else's.
  func start(with link: DeepLink) -> Bool
}
