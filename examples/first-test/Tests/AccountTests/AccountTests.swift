import SignalboxTesting
import Testing

@testable import Account

@Suite struct AccountTests {
  private func account() throws -> NavigationFixture {
    let app = try NavigationFixture { try AccountApp.register(in: $0.engine) }
    app.launch(Home.self)
    app.tap("Sign in")
    return app
  }

  @Test func `signing in opens the profile`() throws {
    let app = try account()
    app.tap("Submit")
    app.expectStack("home", .screen("profile", ["name": "ada"]))
    #expect(try app.result(of: "SignIn") == User(name: "ada"))
    app.expectNoLeaks()
  }

  @Test func `swiping the sheet away cancels sign-in`() throws {
    let app = try account()
    app.swipeDown()
    app.expectStack("home")
  }
}
