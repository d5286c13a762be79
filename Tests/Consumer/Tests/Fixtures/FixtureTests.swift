import SignalboxTesting
import Testing

struct FixtureTests {
  @Test func `a fixture drives scripts of another package`() throws {
    let app = try NavigationFixture()
    app.run(
      """
      coordinator "Main" { routes = { home = {} }, start = function(self) self.router:startFlow "home" end }
      """)
    app.launch("Main")
    app.expectStack("home")
    app.expectNoLeaks()
  }
}
