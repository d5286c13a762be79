import Signalbox

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The ways in which the application fails, or differs from its model.
enum Fault: String {
  case missingRoute, otherStyle, wrongArgument, lostBack, otherTabs, otherLink
  /// Ends before it listens for clients.
  case exits
  /// Ends, or never returns, when the user taps "Reviews".
  case dies, hangs
  /// Starts work that never ends when the user taps "Reviews".
  case waits
  /// Has a hidden page with another id in each process.
  case varies
  /// Describes its state incorrectly.
  case lies

  /// The first argument of the process.
  static let current = CommandLine.arguments.dropFirst().first.flatMap { Fault(rawValue: $0) }

  /// Ends the process with an error and without cleanup, like a crash, because the values of the
  /// call in progress are not leaks.
  static func exit() -> Never {
    let message = "shop: the database is locked\n"
    _ = write(STDERR_FILENO, message, message.utf8.count)
    _exit(3)
  }
}

/// Registers the coordinators of the shop, and launches it.
func launchShop(in engine: NavigationEngine) throws {
  _ = try engine.register(PresentationStyle(name: "toast"))
  try engine.register(Home.self) { Home($0) }
  try engine.register(Shop.self) { Shop($0) }
  try engine.register(Cart.self) { Cart($0) }
  try engine.register(Checkout.self) { Checkout($0) }
  if Fault.current == .missingRoute, var type = engine.coordinatorType(named: "Shop") {
    type.routes["reviews"] = nil
    try engine.register(type)
  }
  if Fault.current == .waits { engine.workHost = EndlessWork() }
  try engine.launch(Home.self)
}

/// Does not run the work that it starts.
private final class EndlessWork: WorkHost {
  let clock: any Clock<Duration> = ContinuousClock()

  func start(_ work: CoordinatorWork) -> @Sendable () -> Void { {} }
}

final class Home: Coordinator {
  let router: Router<NoRoutes>

  init(_ router: Router<NoRoutes>) { self.router = router }

  static func configure(_ type: inout CoordinatorType) { type.kind = .tabs }

  func start() throws {
    var pages = [
      PageDefinition("shop", Shop.self, title: "Shop"),
      PageDefinition("cart", Cart.self, title: "Cart"),
    ]
    if Fault.current == .varies {
      pages.append(PageDefinition("offer\(getpid())", Cart.self, title: "Offer"))
    }
    try router.setPages(Fault.current == .otherTabs ? pages.reversed() : pages)
  }
}

enum ShopRoute: Route, Codable {
  case catalog
  case product(id: Int)
  case reviews(id: Int)
  case checkout

  static var samples: [ShopRoute] { [.catalog, .product(id: 1), .reviews(id: 1), .checkout] }

  var style: TransitionStyle {
    guard case .checkout = self else { return .automatic }
    return Fault.current == .otherStyle ? .fullScreen : .sheet
  }
}

final class Shop: Coordinator {
  let router: Router<ShopRoute>

  init(_ router: Router<ShopRoute>) { self.router = router }

  static var links: [RouteLink<ShopRoute>] {
    [
      RouteLink("shop://product/:id") {
        Fault.current == .otherLink ? try .reviews(id: $0["id"]) : try .product(id: $0["id"])
      }
    ]
  }

  static func destination(of route: ShopRoute) throws -> RouteDestination {
    if case .checkout = route { .coordinator(Checkout.self) } else { .screen }
  }

  func start() throws { try router.startFlow(at: .catalog) }

  func title(of route: ShopRoute) -> String? {
    switch route {
    case .catalog: "Catalog"
    case .product(let id): "Product \(id)"
    case .reviews, .checkout: nil
    }
  }

  func actions(of route: ShopRoute) -> [ScreenAction] {
    switch route {
    case .catalog:
      [
        ScreenAction("Lamp") { [router] in
          try router.navigate(to: .product(id: Fault.current == .wrongArgument ? 43 : 42))
        }
      ]
    case .product(let id):
      [
        ScreenAction("Reviews") { [router] in
          if Fault.current == .dies { Fault.exit() }
          while Fault.current == .hangs { sleep(1) }
          if Fault.current == .waits {
            try router.work { _ in
            } then: { _ in
            }
          }
          try router.navigate(to: .reviews(id: id))
        },
        ScreenAction("Buy") { [router] in try router.navigate(to: .checkout) },
      ]
    case .reviews, .checkout: []
    }
  }
}

enum CartRoute: String, Route, CaseIterable, Codable { case items }

final class Cart: Coordinator {
  let router: Router<CartRoute>

  init(_ router: Router<CartRoute>) { self.router = router }

  func start() throws { try router.startFlow(at: .items) }
}

enum CheckoutRoute: String, Route, CaseIterable, Codable { case address, payment }

final class Checkout: Coordinator {
  typealias Output = Bool

  let router: Router<CheckoutRoute>

  init(_ router: Router<CheckoutRoute>) { self.router = router }

  func start() throws { try router.startFlow(at: .address) }

  func actions(of route: CheckoutRoute) -> [ScreenAction] {
    switch route {
    case .address: [ScreenAction("Next") { [router] in try router.navigate(to: .payment) }]
    case .payment: [ScreenAction("Pay") { [self] in try finishFlow(with: true) }]
    }
  }

  /// A payment is finished instead of dismissed.
  func handleBack(on screen: ScreenID) -> Bool {
    router.route(of: screen) == .payment && Fault.current != .lostBack
  }
}
