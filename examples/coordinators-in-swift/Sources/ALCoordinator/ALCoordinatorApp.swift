import Signalbox

/// The ALCoordinator example: a splash screen, a full-screen onboarding, and then tabs that open on
/// the settings. A notification shows its message on top of all other screens.
public enum ALCoordinatorApp {
  /// Registers the coordinators. Launch `Main`.
  public static func register(in engine: NavigationEngine) throws {
    try engine.register(Main.self) { Main($0) }
    try engine.register(Onboarding.self) { Onboarding($0) }
    try engine.register(Home.self) { Home($0) }
    try engine.register(Marketplace.self) { Marketplace($0) }
    try engine.register(Settings.self) { Settings($0) }
    try engine.register(Inbox.self) { Inbox($0, $1) }
    try engine.validate()
  }
}

enum MainRoute: Route, Codable {
  case splash, onboarding
  case inbox(message: Int)

  static var samples: [MainRoute] { [.splash, .onboarding, .inbox(message: 1)] }
}

final class Main: Coordinator {
  let router: Router<MainRoute>

  init(_ router: Router<MainRoute>) { self.router = router }

  static var links: [RouteLink<MainRoute>] {
    [RouteLink("al://message/:id") { try .inbox(message: $0["id"]) }]
  }

  static func destination(of route: MainRoute) throws -> RouteDestination {
    switch route {
    case .splash: .screen
    case .onboarding: .coordinator(Onboarding.self)
    case .inbox(let message): try .coordinator(Inbox.self, with: message)
    }
  }

  func start() throws {
    try router.startFlow(at: .splash, animated: false)
    try router.navigate(to: .onboarding)
  }
}

enum OnboardingRoute: String, Route, CaseIterable, Codable {
  case firstStep, secondStep, home

  var style: TransitionStyle { self == .secondStep ? .sheet : .automatic }
}

final class Onboarding: Coordinator {
  let router: Router<OnboardingRoute>

  init(_ router: Router<OnboardingRoute>) { self.router = router }

  static func configure(_ type: inout CoordinatorType) { type.style = .fullScreen }

  static func destination(of route: OnboardingRoute) -> RouteDestination {
    route == .home ? .coordinator(Home.self) : .screen
  }

  func start() throws { try router.startFlow(at: .firstStep) }

  func actions(of route: OnboardingRoute) -> [ScreenAction] {
    switch route {
    case .firstStep: [ScreenAction("Next") { [router] in try router.navigate(to: .secondStep) }]
    case .secondStep: [ScreenAction("Start") { [router] in try router.navigate(to: .home) }]
    case .home: []
    }
  }
}

final class Home: Coordinator {
  let router: Router<NoRoutes>

  init(_ router: Router<NoRoutes>) { self.router = router }

  static func configure(_ type: inout CoordinatorType) {
    type.style = .fullScreen
    type.currentPage = "settings"
    type.pages = [
      PageDefinition("marketplace", Marketplace.self, title: "Marketplace", icon: "house"),
      PageDefinition("settings", Settings.self, title: "Settings", icon: "gearshape"),
    ]
  }
}

enum MarketplaceRoute: Route, Codable {
  case marketplace
  case item(id: Int)

  static var samples: [MarketplaceRoute] { [.marketplace, .item(id: 42)] }
}

final class Marketplace: Coordinator {
  let router: Router<MarketplaceRoute>

  init(_ router: Router<MarketplaceRoute>) { self.router = router }

  func start() throws { try router.startFlow(at: .marketplace) }

  func title(of route: MarketplaceRoute) -> String? {
    if case .item(let id) = route { "Item \(id)" } else { "Marketplace" }
  }

  func actions(of route: MarketplaceRoute) -> [ScreenAction] {
    guard case .marketplace = route else { return [] }
    return [ScreenAction("Open item") { [router] in try router.navigate(to: .item(id: 42)) }]
  }
}

enum SettingsRoute: String, Route, CaseIterable, Codable { case settings, about }

final class Settings: Coordinator {
  let router: Router<SettingsRoute>

  init(_ router: Router<SettingsRoute>) { self.router = router }

  func start() throws { try router.startFlow(at: .settings) }

  func actions(of route: SettingsRoute) -> [ScreenAction] {
    guard route == .settings else { return [] }
    return [
      ScreenAction("About") { [router] in try router.navigate(to: .about) },
      ScreenAction("Restart") { [router] in try router.restartApp(animated: false) },
    ]
  }
}

enum InboxRoute: Route, Codable {
  case message(id: Int)

  static var samples: [InboxRoute] { [.message(id: 1)] }
}

final class Inbox: Coordinator {
  typealias Input = Int

  let router: Router<InboxRoute>
  private let message: Int

  init(_ router: Router<InboxRoute>, _ message: Int) {
    (self.router, self.message) = (router, message)
  }

  static func configure(_ type: inout CoordinatorType) { type.style = .fullScreen }

  func start() throws { try router.startFlow(at: .message(id: message)) }

  func actions(of route: InboxRoute) -> [ScreenAction] {
    [ScreenAction("Close") { [self] in try finishFlow() }]
  }
}
