import Signalbox

// The application in the documentation of the engine. `SwiftExampleTests` searches the blocks of the
// documentation in this file and in `DocumentationExamples.swift`.

struct Order: Codable {
  var id: Int

  static let sample = Order(id: 42)
}

struct Receipt: Codable, Equatable {
  var number: Int
}

struct Bank {
  func pay(_ order: Order) async throws -> Receipt { Receipt(number: order.id) }
}

enum ShopRoute: Route, Codable {
  case catalog
  case product(id: Int)
  case checkout(Order)

  static var samples: [ShopRoute] { [.catalog, .product(id: 42), .checkout(.sample)] }

  var style: TransitionStyle {
    if case .checkout = self { .sheet } else { .automatic }
  }
}

final class Shop: Coordinator {
  let router: Router<ShopRoute>
  private let bank: Bank

  init(_ router: Router<ShopRoute>, bank: Bank) { (self.router, self.bank) = (router, bank) }

  func start() throws { try router.startFlow(at: .catalog) }

  static func destination(of route: ShopRoute) throws -> RouteDestination {
    switch route {
    case .checkout(let order): try .coordinator(Checkout.self, with: order)
    case .catalog, .product: .screen
    }
  }
}

extension Shop {
  func buy(_ order: Order) async throws -> Receipt? {
    // The result is nil if the user swipes the checkout away.
    try await router.present(Checkout.self, with: order)
  }
}

extension Shop {
  static var links: [RouteLink<ShopRoute>] {
    [RouteLink("shop://product/:id") { try .product(id: $0["id"]) }]
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

  func pay() throws {
    try router.work { [bank, order] _ in
      try await bank.pay(order)
    } then: { [self] receipt in
      try finishFlow(with: receipt.get())
    }
  }
}

/// Stores asynchronous work until the test runs it.
final class StoredWork: WorkHost {
  let clock: any Clock<Duration> = ContinuousClock()
  private(set) var list: [CoordinatorWork] = []

  func start(_ work: CoordinatorWork) -> @Sendable () -> Void {
    list.append(work)
    return {}
  }
}
