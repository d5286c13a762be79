import Signalbox

/// The GoodCoordinator example: steps that push screens, and a step that presents "about", which
/// has its own steps. In this example, a step is a route.
public enum StepsApp {
  /// Registers the coordinators. Launch `App`.
  ///
  /// - Parameter call: A closure that calls a phone number, which leaves the application.
  public static func register(
    in engine: NavigationEngine, call: @escaping (String) -> Void
  ) throws {
    try engine.register(App.self) { App($0, call: call) }
    try engine.register(About.self) { About($0, $1) }
    try engine.validate()
  }
}

enum AppRoute: Route, Codable {
  case home, first, second
  case about([AboutRoute])

  static var samples: [AppRoute] { [.home, .first, .second, .about([.terms])] }
}

final class App: Coordinator {
  let router: Router<AppRoute>
  private let call: (String) -> Void

  init(_ router: Router<AppRoute>, call: @escaping (String) -> Void) {
    (self.router, self.call) = (router, call)
  }

  static func destination(of route: AppRoute) throws -> RouteDestination {
    if case .about(let steps) = route { try .coordinator(About.self, with: steps) } else { .screen }
  }

  func start() throws { try router.startFlow(at: .home) }

  func actions(of route: AppRoute) -> [ScreenAction] {
    guard case .home = route else { return [] }
    return [
      ScreenAction("First") { [router] in try router.navigate(to: .first) },
      ScreenAction("About") { [router] in try router.navigate(to: .about([])) },
      ScreenAction("Tour") { [router] in
        try router.navigate(to: .first)
        try router.navigate(to: .about([.terms, .authors]))
      },
      ScreenAction("Call") { [call] in call("112") },
    ]
  }

  // After the user has read "about" to the end, the first screen is shown.
  func childDidFinish(_ notice: FinishNotice) throws {
    if try notice.output(of: About.self) == .read { try router.navigate(to: .first) }
  }
}

enum AboutRoute: String, Route, CaseIterable, Codable { case about, terms, authors }

final class About: Coordinator {
  typealias Input = [AboutRoute]
  enum Output: String, Codable { case read }

  let router: Router<AboutRoute>
  private let steps: [AboutRoute]

  init(_ router: Router<AboutRoute>, _ steps: [AboutRoute]) {
    (self.router, self.steps) = (router, steps)
  }

  func start() throws {
    try router.startFlow(at: .about)
    for step in steps { try router.navigate(to: step) }
  }

  func actions(of route: AboutRoute) -> [ScreenAction] {
    switch route {
    case .about:
      [
        ScreenAction("Terms") { [router] in try router.navigate(to: .terms) },
        ScreenAction("Close") { [self] in try finishFlow() },
      ]
    case .terms: []
    case .authors: [ScreenAction("Done") { [self] in try finishFlow(with: .read) }]
    }
  }
}
