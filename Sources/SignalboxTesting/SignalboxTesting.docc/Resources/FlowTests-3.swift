import Shop
import SignalboxTesting
import Testing

struct FlowTests {
  @Test(
    arguments: try FlowFiles(in: "Flows") { try $0.engine.register(Gift.self, routes: Gift.routes) }
  )
  func flow(_ flow: Flow) async throws {
    try await flow.run()
  }

  @Test func `a gift is wrapped in stars`() throws {
    let app = try NavigationFixture(scripts: ["Flows/app.lua"]) {
      try $0.engine.register(Gift.self, routes: Gift.routes)
    }
    app.launch()
    app.tap("Lamp")
    app.tap("Gift")
    app.tap("Stars")
    #expect(try app.result(of: "Gift") == Wrapping(paper: "stars"))
    app.expectStack("catalog", .screen("product", ["id": 1]))
    app.expectNoLeaks()
  }
}
