import Signalbox
import SignalboxTesting

/// The shop of docs/how-to/explore-every-path.md, in Swift: a link can replace the product below the
/// checkout.
enum ExploredShop {
  enum ShopRoute: Route, Codable {
    case list
    case product(id: Int)
    case checkout(item: Int)
    case receipt

    static var samples: [ShopRoute] { [.list, .product(id: 1), .checkout(item: 1), .receipt] }
  }

  final class Shop: Coordinator {
    static let name = "Shop"
    let router: Router<ShopRoute>
    private let closesCheckout: Bool

    init(_ router: Router<ShopRoute>, closesCheckout: Bool) {
      (self.router, self.closesCheckout) = (router, closesCheckout)
    }

    var restoring: (() -> Void)? { restoring() }

    static var links: [RouteLink<ShopRoute>] {
      [RouteLink("shop://product/:id") { .product(id: try $0["id"]) }]
    }

    static func destination(of route: ShopRoute) throws -> RouteDestination {
      switch route {
      case .checkout(let item): try .coordinator(Checkout.self, with: item)
      case .list, .product, .receipt: .screen
      }
    }

    func start() throws { try router.startFlow(at: .list) }

    func open(_ route: ShopRoute) throws -> LinkAnswer {
      if closesCheckout, router.engine?.layers.count ?? 0 > 1 {
        try router.dismissAll()
      }
      try router.setStack([.list, route])
      return .handled
    }

    func childDidFinish(_ notice: FinishNotice) throws {
      guard notice.result == "paid" else { return }
      try router.setStack([.list, .receipt])
    }

    func actions(of route: ShopRoute) -> [ScreenAction] {
      switch route {
      case .list:
        [ScreenAction("Special") { [router] in try router.navigate(to: .product(id: 1)) }]
      case .product(let id):
        [ScreenAction("Buy") { [router] in try router.navigate(to: .checkout(item: id)) }]
      case .receipt: [ScreenAction("Done") { [router] in try router.popToRoot() }]
      case .checkout: []
      }
    }
  }

  enum CheckoutRoute: String, Route, CaseIterable, Codable { case address, payment }

  final class Checkout: Coordinator {
    typealias Input = Int
    typealias Output = String
    static let name = "Checkout"
    let router: Router<CheckoutRoute>
    let item: Int

    init(_ router: Router<CheckoutRoute>, _ item: Int) { (self.router, self.item) = (router, item) }

    var restoring: (() -> Void)? { restoring() }

    func start() throws { try router.startFlow(at: .address) }

    func actions(of route: CheckoutRoute) -> [ScreenAction] {
      switch route {
      case .address: [ScreenAction("Next") { [router] in try router.navigate(to: .payment) }]
      case .payment: []
      }
    }
  }

  /// Starts the shop.
  ///
  /// - Parameter closesCheckout: Whether the bug is fixed.
  static func start(_ app: NavigationFixture, closesCheckout: Bool = false) throws {
    try app.engine.register(Shop.self) { Shop($0, closesCheckout: closesCheckout) }
    try app.engine.register(Checkout.self) { Checkout($0, $1) }
    app.launch(Shop.self)
  }

  /// Whether the checkout is for the product below it.
  static func isForProduct(_ state: ExploredState) -> Bool {
    guard let checkout = state.coordinator(Checkout.self),
      let shop = state.engine.coordinators(ofType: "Shop").first
    else { return true }
    return state.engine.stack(of: shop).last?.arguments["id"] == .integer(checkout.item)
  }
}
