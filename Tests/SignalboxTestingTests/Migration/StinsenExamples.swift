import Signalbox
import SignalboxTesting
import Testing

/// The Swift code in `docs/how-to/migrate-from-stinsen.md`.
///
/// `SwiftExampleTests` finds it in this file.
enum StinsenExamples {
  enum SignedOutRoute: Route, CaseIterable, Codable { case welcome }

  final class SignedOut: Coordinator {
    let router: Router<SignedOutRoute>
    private let signIn: () throws -> Void

    init(_ router: Router<SignedOutRoute>, signIn: @escaping () throws -> Void) {
      (self.router, self.signIn) = (router, signIn)
    }

    func start() throws { try router.startFlow(at: .welcome) }

    func actions(of route: SignedOutRoute) -> [ScreenAction] {
      [ScreenAction("Sign in", signIn)]
    }
  }

  enum MainRoute: Route, Codable {
    case signedOut, todos
    case todo(id: Int)
    case create

    static var samples: [MainRoute] { [.signedOut, .todos, .todo(id: 1), .create] }
    var style: TransitionStyle { if case .create = self { .sheet } else { .automatic } }
  }

  final class Main: Coordinator {
    let router: Router<MainRoute>
    private(set) var user: String?

    init(_ router: Router<MainRoute>) { self.router = router }

    static func destination(of route: MainRoute) -> RouteDestination {
      if case .signedOut = route { .coordinator(SignedOut.self) } else { .screen }
    }

    func start() throws { try router.setRoot(.signedOut) }

    func userDidChange(_ user: String?) throws {
      self.user = user
      try router.setRoot(user == nil ? .signedOut : .todos)
    }

    func actions(of route: MainRoute) -> [ScreenAction] {
      switch route {
      case .todos: [ScreenAction("New") { [self] in try router.navigate(to: .create) }]
      case .create: [ScreenAction("Save") { [self] in try router.dismiss() }]
      case .signedOut, .todo: []
      }
    }
  }

  enum TodosApp {
    static func register(in engine: NavigationEngine) throws {
      try engine.register(SignedOut.self) { [unowned engine] router in
        SignedOut(router) { try main(of: engine)?.userDidChange("ada") }
      }
      try engine.register(Main.self) { Main($0) }
      try engine.validate()
      _ = try engine.registry.addLink("todos://:id") { [unowned engine] link in
        guard let main = main(of: engine), main.user != nil,
          case .integer(let id)? = link.arguments["id"]
        else { return .unhandled }
        try main.router.navigate(to: .todo(id: id))
        return .handled
      }
    }

    static func main(of engine: NavigationEngine) -> Main? {
      engine.main.flatMap { engine.coordinator($0, as: Main.self) }
    }
  }

  @Suite struct TodosTests {
    private func todos() throws -> NavigationFixture {
      let app = try NavigationFixture { try TodosApp.register(in: $0.engine) }
      app.launch("Main")
      app.tap("Sign in")
      return app
    }

    @Test func `an expired session shows the welcome screen`() throws {
      let app = try todos()
      app.open("todos://7")
      app.expectStack("todos", .screen("todo", ["id": 7]))
      try TodosApp.main(of: app.engine)?.userDidChange(nil)
      app.expectFront("welcome")
      app.expectModals()
      app.expectNoLeaks()
    }

    @Test func `an expired session closes the sheet`() throws {
      let app = try todos()
      app.tap("New")
      try TodosApp.main(of: app.engine)?.userDidChange(nil)
      app.expectFront("welcome")
      app.expectModals()
    }
  }
}
