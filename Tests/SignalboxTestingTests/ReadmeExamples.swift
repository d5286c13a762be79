import Signalbox
import SignalboxScriptTesting
import SignalboxScripting
import Testing

// The Swift code in `README.md`, which `SwiftExampleTests` finds in this file.

struct User: Codable {
  var name: String
}

enum SignInRoute: Route, CaseIterable, Codable { case form }

final class SignIn: Coordinator {
  typealias Output = User
  let router: Router<SignInRoute>

  init(_ router: Router<SignInRoute>) { self.router = router }

  func start() throws { try router.startFlow(at: .form) }

  func actions(of route: SignInRoute) -> [ScreenAction] {
    [ScreenAction("Submit") { [self] in try finishFlow(with: User(name: "ada")) }]
  }
}

@Suite struct SignInTests {
  private func account() throws -> ScriptFixture {
    try ScriptFixture(scripts: ["Page/account.lua"]) { app in
      try app.engine.register(SignIn.self) { SignIn($0) }
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
