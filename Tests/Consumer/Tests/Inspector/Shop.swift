import Signalbox

enum ShopRoute: Route, Codable, Equatable {
  case catalog
  case product(id: Int)
  case help

  static var samples: [ShopRoute] { [.catalog, .product(id: 1), .help] }
  var style: TransitionStyle { self == .help ? .sheet : .automatic }
}

final class Shop: Coordinator {
  let router: Router<ShopRoute>

  init(_ router: Router<ShopRoute>) { self.router = router }

  func start() throws { try router.startFlow(at: .catalog) }
}

/// A tab bar with two shops.
final class Home: Coordinator {
  let router: Router<NoRoutes>

  init(_ router: Router<NoRoutes>) { self.router = router }

  static func configure(_ type: inout CoordinatorType) {
    type.pages = [
      PageDefinition("shop", Shop.self, title: "Shop", icon: "bag"),
      PageDefinition("sale", Shop.self, title: "Sale"),
    ]
  }
}

/// An application with two shops, of which one is in front.
struct ShopApplication {
  let engine = NavigationEngine()
  let shop: Router<ShopRoute>

  init() throws {
    try engine.register(Shop.self) { Shop($0) }
    try engine.register(Home.self) { Home($0) }
    try engine.launch(Home.self)
    guard let front = engine.topCoordinator else { throw Missing.coordinator }
    shop = try engine.router(of: front, as: Shop.self)
  }

  private enum Missing: Error { case coordinator }

  /// Returns a recording of visits to products. A visit to the same product changes nothing.
  static func recording(ofProducts ids: Int...) throws -> SessionTrace {
    let app = try ShopApplication()
    var lines: [String] = []
    try app.engine.record { lines.append($0) }
    for id in ids { try app.shop.navigate(to: .product(id: id), isSingleTop: true) }
    return try SessionTrace(lines)
  }
}
