import Signalbox

/// The application that native workloads drive.
enum NativeApp {
  /// Names of the screens that workloads push, by the lowest three bits of a counter.
  static let names = ["home", "detail", "settings", "profile", "cart", "search", "help", "about"]

  final class Main: Coordinator {
    var sum = 0.0

    override func start(animated: Bool) { router.startFlow(at: "home") }

    override func childDidFinish(_ notice: FinishNotice) {
      if case .integer(let value) = notice.result { sum += Double(value) }
    }
  }

  final class Checkout: Coordinator {
    override func start(animated: Bool) { router.startFlow(at: "step1") }
  }

  /// An engine with a launched coordinator on its first screen.
  static func launched() throws -> (engine: NavigationEngine, main: Main) {
    let engine = NavigationEngine()
    try engine.register(Checkout.self, routes: ["step1": Route(), "step2": Route()])
    try engine.register(Main.self, routes: routes)
    engine.launch("Main")
    guard let main: Main = engine.main.flatMap({ engine.coordinator($0) }) else {
      throw BenchmarkError("the main coordinator did not start")
    }
    return (engine, main)
  }

  static var routes: [String: Route] {
    var routes = Dictionary(uniqueKeysWithValues: names.map { ($0, Route()) })
    routes["target"] = Route()
    routes["checkout"] = Route(.coordinator("Checkout"))
    return routes
  }
}
