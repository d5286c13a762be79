import Signalbox

/// The flow state from Ziobro's articles: a screen has an optional active link, and setting the
/// link navigates.
public enum ActiveLinkApp {
  /// Registers the coordinator. Launch `Content`.
  public static func register(in engine: NavigationEngine) throws {
    try engine.register(Content.self) { Content($0) }
    try engine.validate()
  }
}

enum ContentRoute: Route, Codable, Hashable {
  case content
  case first(text: String?)
  case second(number: Int?)
  case third
  case sheet(item: String)

  static var samples: [ContentRoute] {
    [.content, .first(text: "text"), .second(number: 2), .third, .sheet(item: "item")]
  }

  var style: TransitionStyle { if case .sheet = self { .sheet } else { .automatic } }
}

final class Content: Coordinator {
  let router: Router<ContentRoute>
  private(set) var activeLink: ContentRoute?

  init(_ router: Router<ContentRoute>) { self.router = router }

  func start() throws { try router.startFlow(at: .content) }

  /// Replaces the active link. If the new link is `nil`, everything that the previous link opened
  /// is closed.
  ///
  /// The action runs in a callback, in which the batch waits. The link becomes active when the
  /// batch has completed.
  func activate(_ link: ContentRoute?) throws {
    guard link != activeLink else { return }
    try router.batch {
      if activeLink != nil { try router.popLast() }
      guard let link else { return }
      // A screen that closes late must not clear a newer link.
      try router.navigate(to: link) { [weak self] _ in
        if self?.activeLink == link { self?.activeLink = nil }
      }
    } completion: { [weak self, router] outcome in
      if outcome.status == .done { self?.activeLink = link }
      if let error = outcome.error { router.report(error) }
    }
  }

  func title(of route: ContentRoute) -> String? {
    switch route {
    case .content: "Content View"
    case .first(let text): text.map { "First View with text: \($0)" } ?? "Default First View"
    case .second(let number):
      number.map { "Second View with number: \($0)" } ?? "Default Second View"
    case .third: "Default Third View"
    case .sheet(let item): "Sheet view with \(item)"
    }
  }

  func actions(of route: ContentRoute) -> [ScreenAction] {
    switch route {
    case .content:
      [
        ScreenAction("First view >") { [self] in try activate(.first(text: "Some param")) },
        ScreenAction("Second view >") { [self] in try activate(.second(number: 2)) },
        ScreenAction("Third view >") { [self] in try activate(.third) },
        ScreenAction("Sheet view") { [self] in try activate(.sheet(item: "Sheet param")) },
      ]
    case .sheet: [ScreenAction("Close") { [self] in try activate(nil) }]
    case .first, .second, .third: []
    }
  }
}
