import Signalbox

/// The application that native workloads control.
enum NativeApp {
  /// Names of the screens that workloads push, by the lowest three bits of a counter.
  static let names = ["home", "detail", "settings", "profile", "cart", "search", "help", "about"]

  final class Main: CoordinatorDelegate {
    let router: AnyRouter
    var sum = 0.0

    init(_ router: AnyRouter) { self.router = router }

    func start(animated: Bool) { router.startFlow(at: "home") }

    func childDidFinish(_ notice: FinishNotice) {
      if case .integer(let value) = notice.result { sum += Double(value) }
    }
  }

  final class Checkout: CoordinatorDelegate {
    private let router: AnyRouter

    init(_ router: AnyRouter) { self.router = router }

    func start(animated: Bool) { router.startFlow(at: "step1") }
  }

  /// Returns an engine with a launched coordinator on its first screen.
  static func launched() throws -> (engine: NavigationEngine, main: Main) {
    let engine = NavigationEngine()
    try engine.register(
      CoordinatorType(
        name: "Checkout", routes: ["step1": RouteDefinition(), "step2": RouteDefinition()]
      ) { [unowned engine] id, _ in Checkout(engine.router(of: id)) })
    try engine.register(mainType(of: engine))
    engine.launch("Main")
    guard let main: Main = engine.main.flatMap({ engine.coordinator($0) }) else {
      throw BenchmarkError("the main coordinator did not start")
    }
    return (engine, main)
  }

  /// Creates the type of the main coordinator and of pages.
  static func mainType(
    of engine: NavigationEngine, named name: String = "Main", links: [LinkHandler] = []
  ) -> CoordinatorType {
    CoordinatorType(name: name, routes: routes, links: links) { [unowned engine] id, _ in
      Main(engine.router(of: id))
    }
  }

  /// A coordinator with pages only.
  final class Tabs: CoordinatorDelegate {
    func start(animated: Bool) {}

    var restoring: (() -> Void)? { restoring() }
  }

  private static var routes: [String: RouteDefinition] {
    var routes = Dictionary(uniqueKeysWithValues: names.map { ($0, RouteDefinition()) })
    routes["target"] = RouteDefinition()
    routes["checkout"] = RouteDefinition(.coordinator("Checkout"))
    return routes
  }
}
