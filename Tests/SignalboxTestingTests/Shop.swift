import Signalbox
import SignalboxScriptTesting

/// The native part of the shop: a payment that scripts present and that returns a receipt to them.
enum Shop {
  struct Order: Codable, Equatable {
    struct Item: Codable, Equatable {
      var name: String
      var price: Double
    }

    var order: Int
    var items: [Item]
  }

  struct Receipt: Codable, Equatable, Sendable {
    var number: Int
  }

  /// Defines the payment, which completes immediately or after two seconds at the bank.
  static func definePayment(in app: ScriptFixture) throws {
    try app.define("Payment") { payment in
      payment.screen(
        "amount", title: "Amount",
        actions: [
          "Pay": { try $0.router.finishFlow(with: Receipt(number: 7)) },
          "Pay slowly": { payment in
            let router = payment.router
            try router.work { clock in
              try await clock.sleep(for: .seconds(2))
              return Receipt(number: 8)
            } then: { receipt in
              try router.finishFlow(with: receipt.get())
            }
          },
        ])
    }
  }

  /// Returns a fixture with the whole application.
  static func fixture() throws -> ScriptFixture {
    try ScriptFixture(scripts: ["Scripts/shop.lua"], define: definePayment)
  }
}
