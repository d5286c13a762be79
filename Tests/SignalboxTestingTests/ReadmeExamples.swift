import Signalbox
import SignalboxScripting
import SignalboxTesting
import Testing

// The Swift of README.md, which PageTests compares with this file.

struct User: Codable {
  var name: String
}

final class SignIn: Coordinator {
  override func start(animated: Bool) { router.startFlow(at: "form") }
  override func actions(of screen: ScreenID) -> [String] { ["Submit"] }

  override func perform(action: String, on screen: ScreenID) throws {
    try router.finishFlow(with: User(name: "ada"))
  }
}

@Suite struct SignInTests {
  private func account() throws -> NavigationFixture {
    try NavigationFixture(scripts: ["Page/account.lua"]) { app in
      try app.engine.register(SignIn.self, routes: ["form": Route()])
    }
  }

  @Test func `signing in opens the profile`() throws {
    let app = try account()
    app.launch()
    app.tap("Sign in")
    app.tap("Submit")
    app.expectStack("home", .screen("profile", ["name": "ada"]))
    app.expectNoLeaks()
  }

  @Test func `swiping the sheet away cancels sign-in`() throws {
    let app = try account()
    app.launch()
    app.tap("Sign in")
    app.swipeDown()
    app.expectStack("home")
  }
}
