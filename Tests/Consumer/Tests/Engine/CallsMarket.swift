import Signalbox

enum StallRoute: Route, Codable, Equatable {
  case list
  case fruit(name: String)
  case basket
  case confirmation

  static var samples: [StallRoute] { [.list, .fruit(name: "pear"), .basket, .confirmation] }

  var style: TransitionStyle { self == .confirmation ? .confirmationDialog : .automatic }
}

/// A flow with a stack of screens, which can present a basket.
final class Stall: Coordinator {
  let router: Router<StallRoute>
  private(set) var thrownAway = 0

  init(_ router: Router<StallRoute>) { self.router = router }

  static func destination(of route: StallRoute) throws -> RouteDestination {
    route == .basket ? .coordinator(Basket.self) : .screen
  }

  static var links: [RouteLink<StallRoute>] {
    [RouteLink("market://fruit/:name") { try .fruit(name: $0["name"]) }]
  }

  func start() throws { try router.startFlow(at: .list) }

  func actions(of route: StallRoute) -> [ScreenAction] {
    guard route == .confirmation else { return [] }
    return [
      ScreenAction("Throw away", role: .destructive) { [self] in thrownAway += 1 },
      ScreenAction("Keep") {},
    ]
  }
}

enum BasketRoute: Route, CaseIterable, Codable { case contents, payment }

/// A flow that is presented in its own style.
final class Basket: Coordinator {
  let router: Router<BasketRoute>

  init(_ router: Router<BasketRoute>) { self.router = router }

  static func configure(_ type: inout CoordinatorType) { type.style = .fullScreen }

  func start() throws { try router.startFlow(at: .contents) }
}

enum MarketPage: String { case stall, basket }

/// A tab coordinator, whose pages `configure` declares.
final class Market: Coordinator {
  let router: Router<NoRoutes>

  init(_ router: Router<NoRoutes>) { self.router = router }

  static func configure(_ type: inout CoordinatorType) {
    type.pages = [
      PageDefinition(MarketPage.stall, Stall.self), PageDefinition(MarketPage.basket, Basket.self),
    ]
  }
}

extension NavigationEngine {
  /// Returns an engine with a launched coordinator.
  static func market<Main: Coordinator>(
    launching main: Main.Type
  ) throws -> (engine: NavigationEngine, router: Router<Main.Route>) where Main.Input == Void {
    let engine = NavigationEngine()
    try engine.register(Stall.self) { Stall($0) }
    try engine.register(Basket.self) { Basket($0) }
    try engine.register(Market.self) { Market($0) }
    try engine.launch(main)
    guard let id = engine.main else { throw NavigationError(.notReady, "launch failed") }
    return (engine, try engine.router(of: id, as: main))
  }
}
