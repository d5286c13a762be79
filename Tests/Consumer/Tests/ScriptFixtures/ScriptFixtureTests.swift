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
}
