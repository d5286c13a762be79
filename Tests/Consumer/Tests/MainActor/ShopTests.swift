import Signalbox
import Testing
import XCTest

/// Stores the shown transition, and ends it when the test requests this.
final class Screens: Stage {
  private(set) var names: [String] = []
  private var completions: [StageCompletion] = []

  func perform(_ transition: StageTransition, completion: StageCompletion) {
    for case .pushed(_, let name, _) in transition.steps { names.append(name) }
    completions.append(completion)
  }

  func end() {
    let all = completions
    completions = []
    for completion in all { completion.finish() }
  }
}

struct ShopTests {
  private func launched() throws -> (NavigationEngine, Shop, Bank) {
    let (engine, bank) = (NavigationEngine(), Bank())
    try register(in: engine, bank: bank)
    try engine.launch(Shop.self)
    return (engine, try #require(engine.main.flatMap { engine.coordinator($0) }), bank)
  }

  @Test func `a flow on the main actor returns its result to the caller that awaits it`()
    async throws
  {
    let (engine, shop, bank) = try launched()
    engine.perform("open") { $0.text = "shop://product/7" }
    #expect(shop.router.stack.count == 2)
    let buying = Task { try await shop.buy(Order(product: 7)) }
    while engine.topCoordinator == shop.router.coordinator { await Task.yield() }
    let checkout: Checkout = try #require(engine.topCoordinator.flatMap { engine.coordinator($0) })
    try await checkout.pay()
    try await buying.value
    #expect(shop.receipts == [Receipt(number: 1)])
    #expect(bank.orders == [Order(product: 7)])
  }

  @Test func `a stage on the main actor shows the operations that coordinators submit`() throws {
    let (engine, shop, _) = try launched()
    let screens = Screens()
    engine.stage = screens
    try shop.router.navigate(to: .product(id: 1))
    #expect(!engine.isReady || engine.hasToWait)
    screens.end()
    #expect(screens.names == ["product"])
    #expect(!engine.hasToWait)
  }
}

// XCTest's own class is not on the main actor.
nonisolated final class ShopCases: XCTestCase {
  @MainActor func testTheSameInXCTest() async throws {
    let engine = NavigationEngine()
    try register(in: engine, bank: Bank())
    try engine.launch(Shop.self)
    engine.perform("open") { $0.text = "shop://product/7" }
    XCTAssertEqual(engine.tree.front?.name, "product")
  }
}
