import Signalbox
import SignalboxScriptTesting
import SignalboxScripting
import Testing
import XCTest

// The Swift code in `docs/swift-tests.md`, which `SwiftExampleTests` finds in this file. Projects keep
// tests for XCTest and Swift Testing in separate files.

// MARK: - The application

struct Order: Codable {
  var order: Int
  var amount: Double
}

struct Receipt: Codable, Equatable {
  var number: Int
}

enum PaymentRoute: Route, CaseIterable, Codable { case confirm }

final class Payment: Coordinator {
  typealias Input = Order
  typealias Output = Receipt

  let router: Router<PaymentRoute>
  private let order: Order

  init(_ router: Router<PaymentRoute>, _ order: Order) {
    (self.router, self.order) = (router, order)
  }

  func start() throws { try router.startFlow(at: .confirm) }

  func actions(of route: PaymentRoute) -> [ScreenAction] {
    [
      ScreenAction("Pay") { [self] in
        try finishFlow(with: Receipt(number: order.order + 1))
      },
      ScreenAction("Pay at the bank") { [self] in try payAtTheBank() },
    ]
  }

  private func payAtTheBank() throws {
    try router.work { [order] clock in
      try await clock.sleep(for: .seconds(30))  // or ask a server
      return Receipt(number: order.order)
    } then: { [self] receipt in
      try finishFlow(with: receipt.get())
    }
  }
}

enum ShopApp {
  static func register(in engine: NavigationEngine) throws {
    try engine.register(Payment.self) { router, order in Payment(router, order) }
  }
}

// MARK: - Scenarios

@Suite struct ShopScenarios {
  @Test(
    arguments: try ScenarioFiles(in: "Page/Scenarios") { app in
      try ShopApp.register(in: app.engine)
      try app.load("Page/shop.lua")
    })
  func scenario(_ scenario: Scenario) async throws {
    try await scenario.run()
  }
}

final class ShopScenarioCases: XCTestCase {
  func testScenarios() throws {
    let scenarios = try ScenarioFiles(in: "Page/Scenarios") { app in
      try ShopApp.register(in: app.engine)
      try app.load("Page/shop.lua")
    }
    scenarios.run(in: self)
  }
}

@Suite struct MainActorScenarios {
  @Test(
    arguments: try ScenarioFiles.onMainActor(in: "Page/Scenarios") { app in
      try ShopApp.register(in: app.engine)
      try app.load("Page/shop.lua")
    })
  @MainActor func scenario(_ scenario: Scenario) async throws {
    try await scenario.run()
  }
}

// MARK: - Fixtures

@Suite struct ShopTests {
  private func shop() throws -> ScriptFixture {
    try ScriptFixture(scripts: ["Page/shop.lua"]) { app in
      try ShopApp.register(in: app.engine)
    }
  }

  @Test func `a guest buys`() throws {
    let app = try shop()
    app.launch()
    app.tap("Buy")
    app.expect(["front": "confirm", "modal": ["confirm"]])
    app.tap("Pay")

    app.expectStack("catalog", .screen("thanks", ["receipt": 43]))
    #expect(try app.result(of: "Payment", as: Receipt.self) == Receipt(number: 43))
    app.expectNoLeaks()
  }

  @Test func `events are emitted in order`() throws {
    let app = try shop()
    app.launch()
    app.expectEvents(["layer.presented root", "entry.pushed catalog", "root.changed Shop"])
    app.open("shop://product/7")
    app.back()
    app.expectEvents(["entry.pushed product", "entry.popped product userBack"])
  }

  @Test func `the bank takes half a minute`() throws {
    let app = try shop()
    app.launch()
    app.tap("Buy")
    app.tap("Pay at the bank")
    app.advance(by: .seconds(29))
    app.expectStack("confirm")
    app.advance(by: .seconds(1))
    app.expectStack("catalog", "thanks")
  }

  @Test func `a guest who cancels pays nothing`() throws {
    let app = try shop()
    app.launch()
    app.tap("Buy")
    app.tap("Pay at the bank")
    app.swipeDown()
    app.advance(by: .seconds(60))
    app.expectStack("catalog")
  }

  @Test func `the receipt of the bank is shown`() throws {
    let app = try shop()
    app.holdWork(of: "Payment")
    app.launch()
    app.tap("Buy")
    app.tap("Pay at the bank")
    app.expectStack("confirm")
    app.endWork(of: "Payment", with: .success(Receipt(number: 9)))
    app.expectStack("catalog", "thanks")
  }

  @Test func `a stub replaces the payment coordinator`() throws {
    let app = try shop()
    try app.stub("Payment", with: "Page/stubs/payment.lua")
    app.launch()
    app.tap("Buy")
    app.tap("Done")
    app.expectStack("catalog", .screen("thanks", ["receipt": 1]))
  }

  @Test func `a test can define its own coordinator`() throws {
    let app = try shop()
    try app.define("Payment") { payment in
      payment.screen(
        "free", actions: ["Take it": { try $0.router.finishFlow(with: Receipt(number: 0)) }])
    }
    app.launch()
    app.tap("Buy")
    app.tap("Take it")
    app.expectStack("catalog", "thanks")
  }

  @Test func `a recorded session can be replayed and continued`() throws {
    let first = try shop()
    let recording = try first.record()
    first.launch()
    first.open("shop://product/7")

    let app = try ScriptFixture(
      recording: .lines(recording.lines), scripts: ["Page/shop.lua"]
    ) { app in
      try ShopApp.register(in: app.engine)
    }
    app.back()
    app.expectStack("catalog")
  }
}
