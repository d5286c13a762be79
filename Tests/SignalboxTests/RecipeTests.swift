import Signalbox
import Testing

/// The recipes in the documentation, as an application would implement them.
struct RecipeTests {
  enum MainRoute: Route, CaseIterable, Codable { case login, home, account }

  final class Main: Coordinator {
    let router: Router<MainRoute>

    init(_ router: Router<MainRoute>) { self.router = router }

    static func destination(of route: MainRoute) -> RouteDestination {
      switch route {
      case .login: .coordinator(Login.self)
      case .home: .coordinator(Home.self)
      case .account: .screen
      }
    }

    func start() throws { try router.setRoot(.login) }
    func loggedIn() throws { try router.setRoot(.home) }
  }

  enum LoginRoute: Route, CaseIterable, Codable { case form }

  final class Login: Coordinator {
    let router: Router<LoginRoute>
    init(_ router: Router<LoginRoute>) { self.router = router }

    func start() throws { try router.startFlow(at: .form) }
  }

  enum HomeRoute: Route, CaseIterable, Codable { case list }

  final class Home: Coordinator {
    let router: Router<HomeRoute>
    init(_ router: Router<HomeRoute>) { self.router = router }

    func start() throws { try router.startFlow(at: .list) }
  }

  final class Session {
    var isOpen = false
  }

  private func launched() throws -> (engine: NavigationEngine, main: CoordinatorID) {
    let engine = NavigationEngine()
    try engine.register(Login.self) { Login($0) }
    try engine.register(Home.self) { Home($0) }
    try engine.register(Main.self) { Main($0) }
    engine.launch("Main")
    return (engine, try #require(engine.main))
  }

  @Test func `a coordinator switches between roots`() throws {
    let (engine, main) = try launched()
    #expect(engine.tree.front?.name == "form")
    try #require(engine.coordinator(main, as: Main.self)).loggedIn()
    #expect(engine.router(of: main).isRoot("home"))
    #expect(engine.tree.front?.name == "list")
  }

  @Test func `a guard redirects operations, including those in a batch, until it is removed`()
    throws
  {
    let (engine, main) = try launched()
    let session = Session()
    let guardID = engine.addGuard { [unowned engine] request in
      let names = [request.name] + request.steps.map(\.name)
      guard names.contains("account"), !session.isOpen else { return .allow }
      guard let main = engine.main else { return .veto("no user is logged in") }
      return .redirect { engine.router(of: main).navigate(to: "login") }
    }
    let router = engine.router(of: main)
    router.root("home")
    #expect(router.batch { router.navigate(to: "account") }?.description == "rejected(redirected)")
    #expect(engine.tree.front?.name == "form")
    router.dismiss()
    #expect(engine.tree.front?.name == "list")
    session.isOpen = true
    #expect(router.navigate(to: "account")?.description == "done")
    session.isOpen = false
    engine.removeGuard(guardID)
    #expect(router.navigate(to: "account")?.description == "done")
  }

  @Test func `a state can be stored as text and restored`() throws {
    let (engine, main) = try launched()
    let before = engine.snapshot()
    let saved = try engine.snapshot().json
    engine.router(of: main).navigate(to: "account")
    #expect(before.tree != engine.tree)
    if case .value(let value)? = engine.restore(saved)?.value {
      print(value)  // { dropped = {} }
    }
    #expect(try engine.snapshot().json == saved)
    guard case .value(let value)? = engine.restore(saved)?.value else {
      Issue.record("restore returned no value")
      return
    }
    #expect("\(value)" == "{ dropped = {} }")
  }
}
