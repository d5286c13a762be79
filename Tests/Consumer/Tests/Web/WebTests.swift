import Signalbox
import SignalboxUI
import SignalboxWeb
import Testing

enum DealRoute: Route, CaseIterable, Codable { case deal }

/// A shop whose title depends on a price.
final class Deals: Coordinator {
  let router: Router<DealRoute>
  var price = 10

  init(_ router: Router<DealRoute>) { self.router = router }

  func start() throws { try router.startFlow(at: .deal) }
  func title(of route: DealRoute) -> String? { "Deal for \(price)" }
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
    try engine.register(Deals.self) { Deals($0) }
    let interface = try WebInterface(engine, name: "Shop")
    defer { interface.close() }
    try engine.launch(Deals.self)
    let deals: Deals = try #require(engine.main.flatMap { engine.coordinator($0) })
    let page = try await Page(interface.makeAddress(), port: interface.port)
    #expect(try await !page.text(containing: "Deal for 10").contains("Deal for 5"))
    #expect(interface.hasPage)
    deals.price = 5
    interface.showUpdate(of: try #require(engine.front))
    _ = try await page.text(containing: "Deal for 5")
  }
}
