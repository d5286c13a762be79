import Signalbox
import Testing

/// The recipes of the documentation, as an application would write them.
struct RecipeTests {
  final class Main: Coordinator {
    override func start(animated: Bool) { router.root("login") }
    func loggedIn() { router.root("home") }
  }

  final class Login: Coordinator {
    override func start(animated: Bool) { router.startFlow(at: "form") }
  }

  final class Home: Coordinator {
    override func start(animated: Bool) { router.startFlow(at: "list") }
  }

  final class Session {
    var isOpen = false
  }

  private func launched() throws -> (engine: NavigationEngine, main: CoordinatorID) {
    let engine = NavigationEngine()
    try engine.register(Login.self, routes: ["form": Route()])
    try engine.register(Home.self, routes: ["list": Route()])
    try engine.register(
      Main.self,
      routes: [
        "login": Route(.coordinator("Login")), "home": Route(.coordinator("Home")),
        "account": Route(), "form": Route(),
      ])
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

  @Test func `a guard leads elsewhere, in a batch as well, until it is removed`() throws {
    let (engine, main) = try launched()
    let session = Session()
    let guardID = engine.addGuard { [unowned engine] request in
      let names = [request.name] + request.steps.map(\.name)
      guard names.contains("account"), !session.isOpen else { return .allow }
      guard let main = engine.main else { return .veto("nobody is logged in") }
      return .redirect { engine.router(of: main).navigate(to: "form") }
    }
    let router = engine.router(of: main)
    #expect(router.batch { router.navigate(to: "account") }?.description == "rejected(redirected)")
    #expect(engine.stack(of: main).map(\.name) == ["form"])
    session.isOpen = true
    #expect(router.navigate(to: "account")?.description == "done")
    session.isOpen = false
    engine.removeGuard(guardID)
    #expect(router.navigate(to: "account")?.description == "done")
  }

  @Test func `a state is kept as text and restored`() throws {
    let (engine, main) = try launched()
    let before = engine.snapshot()
    let saved = try engine.snapshot().json
    engine.router(of: main).navigate(to: "account")
    #expect(before.tree != engine.tree)
    let outcome = engine.restore(saved)
    var told: [String] = []
    if case .value(let value)? = outcome?.value { told.append("\(value)") }
    #expect(told == ["{ dropped = {} }"])
    #expect(try engine.snapshot().json == saved)
  }
}
