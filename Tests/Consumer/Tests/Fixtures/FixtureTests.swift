import Signalbox
import SignalboxTesting
import Testing
import XCTest

struct User: Codable, Equatable { var name: String }

enum SignInRoute: Route, CaseIterable, Codable { case form }

final class SignIn: Coordinator {
  typealias Output = User

  let router: Router<SignInRoute>

  init(_ router: Router<SignInRoute>) { self.router = router }

  func start() throws { try router.startFlow(at: .form) }

  func actions(of route: SignInRoute) -> [ScreenAction] {
    [
      ScreenAction("Submit") { [self] in
        try router.work { clock in
          try await clock.sleep(for: .seconds(2))
        } then: { [self] _ in
          try finishFlow(with: User(name: "ada"))
        }
      }
    ]
  }
}

enum HomeRoute: Route, CaseIterable, Codable { case home, signIn }

final class Home: Coordinator {
  let router: Router<HomeRoute>

  init(_ router: Router<HomeRoute>) { self.router = router }

  static func destination(of route: HomeRoute) -> RouteDestination {
    if case .signIn = route { .coordinator(SignIn.self) } else { .screen }
  }

  func start() throws { try router.startFlow(at: .home) }

  func actions(of route: HomeRoute) -> [ScreenAction] {
    [ScreenAction("Sign in") { [self] in try router.navigate(to: .signIn) }]
  }
}

func application(_ exhaustivity: Exhaustivity = .on) throws -> NavigationFixture {
  let app = try NavigationFixture(exhaustivity: exhaustivity) {
    try $0.engine.register(SignIn.self) { SignIn($0) }
    try $0.engine.register(Home.self) { Home($0) }
  }
  app.launch(Home.self)
  app.expectStack("home")
  return app
}

struct FixtureTests {
  @Test func `a fixture for coordinators in Swift can be used without Lua`() throws {
    let app = try application()
    app.tap("Sign in")
    app.expectModals("form")
    app.tap("Submit")
    app.advance(by: .seconds(2))
    app.expectTree("Home  home      ← front")
    #expect(try app.result(of: "SignIn") == User(name: "ada"))
    app.expectNoLeaks()
  }

  @Test func `a failed expectation and open work are reported as failures in Swift Testing`() throws
  {
    try withKnownIssue {
      let app = try application(.on(.work))
      app.tap("Sign in")
      app.tap("Submit")
      app.expectFront("home")
      app.close()
    } matching: { issue in
      issue.comments.contains {
        $0.rawValue.hasPrefix("expectFront") || $0.rawValue.hasPrefix("exhaustivity")
      }
    }
  }
}

final class FixtureCases: XCTestCase {
  func testTheSameInXCTest() throws {
    let app = try application()
    app.tap("Sign in")
    app.expectModals("form")
    app.swipeDown()
    app.expectTree("Home  home      ← front")
  }
}
