import Signalbox
import SignalboxTesting
import Testing

/// The application of the examples in the documentation of `NavigationFixture`, and these examples.
/// `SwiftExampleTests` searches the blocks of the documentation in the files of this folder.
struct AccountExamples {
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

  enum HomeRoute: Route, Codable {
    case home
    case signIn
    case profile(name: String)

    static var samples: [HomeRoute] { [.home, .signIn, .profile(name: "ada")] }
  }

  final class Home: Coordinator {
    let router: Router<HomeRoute>

    init(_ router: Router<HomeRoute>) { self.router = router }

    static func destination(of route: HomeRoute) -> RouteDestination {
      if case .signIn = route { .coordinator(SignIn.self) } else { .screen }
    }

    func start() throws { try router.startFlow(at: .home) }

    func childDidFinish(_ notice: FinishNotice) throws {
      guard notice.result != nil else { return }
      try router.navigate(to: .profile(name: try notice.result(as: User.self).name))
    }

    func actions(of route: HomeRoute) -> [ScreenAction] {
      guard case .home = route else { return [] }
      return [ScreenAction("Sign in") { [self] in try router.navigate(to: .signIn) }]
    }
  }

  enum AccountApp {
    static func register(in engine: NavigationEngine) throws {
      try engine.register(SignIn.self) { SignIn($0) }
      try engine.register(Home.self) { Home($0) }
    }
  }

  @Test func `signing in opens the profile`() throws {
    let app = try NavigationFixture { try AccountApp.register(in: $0.engine) }
    app.launch(Home.self)
    app.tap("Sign in")
    app.tap("Submit")
    app.expectStack("home", .screen("profile", ["name": "ada"]))
    app.expectNoLeaks()
  }

  @Test func `a fixture with all checks fails for what no expectation has compared`() throws {
    let found = messages {
      let app = try NavigationFixture(exhaustivity: .on) { try AccountApp.register(in: $0.engine) }
      app.launch(Home.self)
      app.tap("Sign in")
      app.close()
    }
    #expect(found.contains { $0.contains("exhaustivity") }, "\(found)")
  }
}
