import Signalbox
import SignalboxUI
import SignalboxWeb
import Testing

enum OfferRoute: Route, CaseIterable, Codable { case offer }

/// A shop whose title depends on a price.
final class Offers: Coordinator {
  let router: Router<OfferRoute>
  var price = 10

  init(_ router: Router<OfferRoute>) { self.router = router }

  func start() throws { try router.startFlow(at: .offer) }
  func title(of route: OfferRoute) -> String? { "Offer for \(price)" }
}

/// An application that is shown as a web page, without Lua.
struct WebTests {
  @Test func `an application is shown as a page with two calls`() throws {
    let engine = NavigationEngine()
    let interface = try WebInterface(engine, name: "Shop")
    print(interface.makeAddress())
    #expect(interface.makeAddress().hasPrefix("http://127.0.0.1:\(interface.port)/?token="))
    #expect(!interface.hasPage)
    #expect(interface.reconciler?.isSettled == true)
    interface.close()
  }

  @Test func `a page shows a title that has changed without an operation`() async throws {
    let engine = NavigationEngine()
    try engine.register(Offers.self) { Offers($0) }
    let interface = try WebInterface(engine, name: "Shop")
    defer { interface.close() }
    try engine.launch(Offers.self)
    let offers: Offers = try #require(engine.main.flatMap { engine.coordinator($0) })
    let page = try await Page(interface.makeAddress(), port: interface.port)
    #expect(try await !page.text(containing: "Offer for 10").contains("Offer for 5"))
    #expect(interface.hasPage)
    offers.price = 5
    interface.showUpdate(of: try #require(engine.front))
    _ = try await page.text(containing: "Offer for 5")
  }
}
