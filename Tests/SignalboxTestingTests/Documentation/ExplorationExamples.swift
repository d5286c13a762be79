import Signalbox
import SignalboxTesting
import Testing

/// The examples in the documentation of `Exploration`.
struct ExplorationExamples {
  enum ShopRoute: Route, Codable {
    case catalog
    case product(id: Int)
    case checkout
    case receipt

    static var samples: [ShopRoute] { [.catalog, .product(id: 1), .checkout, .receipt] }
  }

  final class Shop: Coordinator {
    let router: Router<ShopRoute>

    init(_ router: Router<ShopRoute>) { self.router = router }

    static var links: [RouteLink<ShopRoute>] {
      [RouteLink("shop://product/:id") { try .product(id: $0["id"]) }]
    }

    static func destination(of route: ShopRoute) -> RouteDestination {
      if case .checkout = route { .coordinator(Checkout.self) } else { .screen }
    }

    func start() throws { try router.startFlow(at: .catalog) }

    func open(_ route: ShopRoute) throws -> LinkAnswer {
      if router.engine?.layers.count ?? 0 > 1 { try router.dismissAll() }
      try router.setStack([.catalog, route])
      return .handled
    }

    func childDidFinish(_ notice: FinishNotice) throws {
      if notice.result != nil { try router.setStack([.catalog, .receipt]) }
    }

    func actions(of route: ShopRoute) -> [ScreenAction] {
      switch route {
      case .catalog: [ScreenAction("Lamp") { [self] in try router.navigate(to: .product(id: 1)) }]
      case .product: [ScreenAction("Buy") { [self] in try router.navigate(to: .checkout) }]
      case .receipt: [ScreenAction("Done") { [self] in try router.popToRoot() }]
      case .checkout: []
      }
    }
  }

  enum CheckoutRoute: Route, CaseIterable, Codable { case address }

  final class Checkout: Coordinator {
    typealias Output = Int

    let router: Router<CheckoutRoute>

    init(_ router: Router<CheckoutRoute>) { self.router = router }

    func start() throws { try router.startFlow(at: .address) }

    private var isPaying = false

    var restoring: (() -> Void)? { restoring(\.isPaying) }

    func actions(of route: CheckoutRoute) -> [ScreenAction] {
      if isPaying { return [] }
      return [
        ScreenAction("Pay") { [self] in
          isPaying = true
          try router.work { clock in
            try await clock.sleep(for: .seconds(1))
            return 7
          } then: { [self] number in
            isPaying = false
            if let number = try? number.get() { try finishFlow(with: number) }
          }
        }
      ]
    }
  }

  enum ShopApp {
    static func register(in engine: NavigationEngine) throws {
      try engine.register(Shop.self) { Shop($0) }
      try engine.register(Checkout.self) { Checkout($0) }
    }
  }

  @Test func `the shop in every state`() throws {
    try NavigationFixture.explore { app in
      try ShopApp.register(in: app.engine)
      app.launch(Shop.self)
    } checking: { shop in
      shop.links = ["shop://product/1"]
      shop.never("two sheets") { $0.modals.count > 1 }
      shop.reachable("the receipt", .front("receipt"))
    }
  }

  private struct Offline: Error {}

  @Test func `an exploration tries the results of work and other actions`() throws {
    let summary = try NavigationFixture.explore { app in
      try ShopApp.register(in: app.engine)
      app.launch(Shop.self)
    } checking: { shop in
      shop.endWork(of: "Checkout", with: [.completion, .failure(Offline()), .cancellation])
      shop.action("app.perform { $0.popToRoot() }") { app in app.perform { $0.popToRoot() } }
    }
    #expect(summary.violations.isEmpty)
    #expect(summary.isExhaustive)
  }
}
