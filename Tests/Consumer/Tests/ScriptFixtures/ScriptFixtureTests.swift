import SignalboxScriptTesting
import Testing

struct ScriptFixtureTests {
  @Test func `a fixture can run the scripts of another package`() throws {
    let app = try ScriptFixture()
    app.run(
      """
      coordinator "Main" { routes = { home = {} }, start = function(self) self.router:startFlow "home" end }
      """)
    app.launch("Main")
    app.expectStack("home")
    app.expectNoLeaks()
  }

  @Test func `a fixture can load scripts from files and replace a coordinator`() throws {
    let app = try ScriptFixture()
    try app.load("Scripts/shop.lua")
    app.launch("Shop")
    app.run("app.top.router:navigate 'pay'")
    app.expectFront("card")
    app.swipeDown()
    try app.stub("Pay", with: "Scripts/pay.lua")
    app.run("app.top.router:navigate 'pay'")
    app.expectFront("free")
    #expect(throws: (any Error).self) { try app.stub("Pay", with: "Scripts/none.lua") }
  }
}
