import Signalbox

/// The coordinators of the café.
enum Cafe {
  /// Registers all coordinators.
  static func register(in engine: NavigationEngine) throws {
    let bag = Bag()
    try engine.register(Home.self) { Home($0, bag) }
    try engine.register(Menu.self) { Menu($0, bag) }
    try engine.register(BagFlow.self) { BagFlow($0, bag) }
    try engine.register(Order.self) { Order($0) }
  }
}

/// The ordered drinks, which several coordinators share.
final class Bag {
  var count = 0 { didSet { onChange() } }
  var onChange: () -> Void = {}
}

/// The tabs.
final class Home: Coordinator {
  let router: Router<NoRoutes>
  private let bag: Bag

  init(_ router: Router<NoRoutes>, _ bag: Bag) { (self.router, self.bag) = (router, bag) }

  static func configure(_ type: inout CoordinatorType) { type.kind = .tabs }

  func start() throws {
    bag.count = 0
    bag.onChange = { [weak self] in self?.showCount() }
    try router.setPages([
      PageDefinition("menu", Menu.self, title: "Menu", icon: "list"),
      PageDefinition("bag", BagFlow.self, title: "Bag", icon: "bag"),
    ])
  }

  private func showCount() {
    _ = try? router.setBadge(of: "bag", to: bag.count == 0 ? nil : "\(bag.count)")
  }
}

enum MenuRoute: Route, Codable {
  case menu
  case drink(name: String)
  case order(drink: String)

  static var samples: [MenuRoute] { [.menu, .drink(name: "Espresso"), .order(drink: "Espresso")] }

  var style: TransitionStyle {
    if case .order = self { .sheet } else { .automatic }
  }

  var layerTraits: LayerTraits {
    if case .order = self { LayerTraits(detents: [.medium, .large]) } else { LayerTraits() }
  }
}

/// The drinks.
final class Menu: Coordinator {
  let router: Router<MenuRoute>
  private let bag: Bag

  init(_ router: Router<MenuRoute>, _ bag: Bag) { (self.router, self.bag) = (router, bag) }

  static var links: [RouteLink<MenuRoute>] {
    [RouteLink("cafe://drink/:name") { try .drink(name: $0["name"]) }]
  }

  static func destination(of route: MenuRoute) throws -> RouteDestination {
    if case .order = route { .coordinator(Order.self) } else { .screen }
  }

  func start() throws { try router.startFlow(at: .menu) }

  // Closes an order and selects the tab, so that an order is always for the drink below it.
  func open(_ route: MenuRoute) throws -> LinkAnswer {
    try router.forcePresentation()
    try router.navigate(to: route)
    return .handled
  }

  func title(of route: MenuRoute) -> String? {
    switch route {
    case .menu: "Menu"
    case .drink(let name): name
    case .order: nil
    }
  }

  func actions(of route: MenuRoute) -> [ScreenAction] {
    switch route {
    case .menu:
      ["Espresso", "Flat white", "Tea"].map { name in
        ScreenAction(name) { [router] in try router.navigate(to: .drink(name: name)) }
      }
    case .drink(let name):
      [ScreenAction("Order") { [router] in try router.navigate(to: .order(drink: name)) }]
    case .order: []
    }
  }

  func childDidFinish(_ notice: FinishNotice) {
    if notice.result == .boolean(true) { bag.count += 1 }
  }
}

enum OrderRoute: String, Route, CaseIterable, Codable { case size, extras }

/// An order. Its result states whether the order was placed.
final class Order: Coordinator {
  typealias Output = Bool

  let router: Router<OrderRoute>

  init(_ router: Router<OrderRoute>) { self.router = router }

  func start() throws { try router.startFlow(at: .size) }

  func actions(of route: OrderRoute) -> [ScreenAction] {
    switch route {
    case .size:
      ["Small", "Large"].map { size in
        ScreenAction(size) { [router] in try router.navigate(to: .extras) }
      }
    case .extras: [ScreenAction("Place order") { [self] in try finishFlow(with: true) }]
    }
  }
}

enum BagRoute: String, Route, CaseIterable, Codable {
  case bag, empty

  var style: TransitionStyle { self == .empty ? .alert : .automatic }
}

/// The bag.
final class BagFlow: Coordinator {
  static let name = "BagFlow"
  let router: Router<BagRoute>
  private let bag: Bag

  init(_ router: Router<BagRoute>, _ bag: Bag) { (self.router, self.bag) = (router, bag) }

  func start() throws { try router.startFlow(at: .bag) }

  func title(of route: BagRoute) -> String? { route == .empty ? "Empty the bag?" : "Bag" }

  func actions(of route: BagRoute) -> [ScreenAction] {
    switch route {
    case .bag: [ScreenAction("Empty") { [router] in try router.navigate(to: .empty) }]
    case .empty:
      [
        ScreenAction("Remove all", role: .destructive) { [bag] in bag.count = 0 },
        ScreenAction("Keep", role: .cancel) {},
      ]
    }
  }
}
