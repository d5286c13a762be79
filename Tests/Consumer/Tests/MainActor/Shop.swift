import Signalbox

// An application as Xcode creates it: all code runs on the main actor unless declared otherwise.

nonisolated struct Order: Codable, Hashable {
  var product: Int
}

nonisolated struct Receipt: Codable, Hashable {
  var number: Int
}

/// A service that the application injects.
final class Bank {
  private(set) var orders: [Order] = []

  func pay(_ order: Order) async -> Receipt {
    orders.append(order)
    return Receipt(number: orders.count)
  }
}

enum ShopRoute: Route, Codable {
  case catalog
  case product(id: Int)

  static var samples: [ShopRoute] { [.catalog, .product(id: 42)] }
}

final class Shop: Coordinator {
  let router: Router<ShopRoute>
  private(set) var receipts: [Receipt?] = []

  init(_ router: Router<ShopRoute>) { self.router = router }

  static var links: [RouteLink<ShopRoute>] {
    [RouteLink("shop://product/:id") { try .product(id: $0["id"]) }]
  }

  func start() throws { try router.startFlow(at: .catalog) }

  func buy(_ order: Order) async throws {
    receipts.append(try await router.present(Checkout.self, with: order))
  }

  func actions(of route: ShopRoute) -> [ScreenAction] {
    guard case .product(let id) = route else { return [] }
    return [
      ScreenAction("Buy") { [self] in
        Task { do { try await buy(Order(product: id)) } catch { router.report(error) } }
      }
    ]
  }
}

enum CheckoutRoute: Route, CaseIterable, Codable { case address }

final class Checkout: Coordinator {
  typealias Input = Order
  typealias Output = Receipt

  let router: Router<CheckoutRoute>
  private let order: Order
  private let bank: Bank

  init(_ router: Router<CheckoutRoute>, _ order: Order, bank: Bank) {
    (self.router, self.order, self.bank) = (router, order, bank)
  }

  func start() throws { try router.startFlow(at: .address) }

  func actions(of route: CheckoutRoute) -> [ScreenAction] {
    [
      ScreenAction("Pay") { [self] in
        Task { do { try await pay() } catch { router.report(error) } }
      }
    ]
  }

  func pay() async throws { try finishFlow(with: await bank.pay(order)) }
}

/// Registers the application's coordinators.
func register(in engine: NavigationEngine, bank: Bank) throws {
  try engine.register(Shop.self) { Shop($0) }
  try engine.register(Checkout.self) { Checkout($0, $1, bank: bank) }
  try engine.validate()
}
