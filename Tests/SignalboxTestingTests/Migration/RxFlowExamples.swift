import Signalbox
import SignalboxTesting
import Testing

/// The Swift code in `docs/how-to/migrate-from-rxflow.md`.
///
/// `SwiftExampleTests` finds it in this file.
enum RxFlowExamples {
  enum MovieRoute: Route, Codable {
    case list
    case movie(id: Int)
    case settings

    static var samples: [MovieRoute] { [.list, .movie(id: 1), .settings] }
  }

  final class Movies: Coordinator {
    let router: Router<MovieRoute>

    init(_ router: Router<MovieRoute>) { self.router = router }

    static var links: [RouteLink<MovieRoute>] {
      [RouteLink("movies://:id") { try .movie(id: $0["id"]) }]
    }

    static func destination(of route: MovieRoute) -> RouteDestination {
      if case .settings = route { .coordinator(Settings.self) } else { .screen }
    }

    func start() throws { try router.startFlow(at: .list) }

    func actions(of route: MovieRoute) -> [ScreenAction] {
      guard case .list = route else { return [] }
      return [
        ScreenAction("Alien") { [self] in try router.navigate(to: .movie(id: 1)) },
        ScreenAction("Settings") { [self] in try router.navigate(to: .settings) },
      ]
    }
  }

  enum SettingsRoute: Route, CaseIterable, Codable { case form }

  final class Settings: Coordinator {
    let router: Router<SettingsRoute>

    init(_ router: Router<SettingsRoute>) { self.router = router }

    func start() throws { try router.startFlow(at: .form) }

    func actions(of route: SettingsRoute) -> [ScreenAction] {
      [ScreenAction("Done") { [self] in try finishFlow() }]
    }
  }

  final class Dashboard: Coordinator {
    let router: Router<NoRoutes>

    init(_ router: Router<NoRoutes>) { self.router = router }

    static func configure(_ type: inout CoordinatorType) {
      type.pages = [
        PageDefinition("wishlist", Movies.self, title: "Wishlist"),
        PageDefinition("watched", Movies.self, title: "Watched"),
      ]
    }
  }

  enum MoviesApp {
    static func register(in engine: NavigationEngine) throws {
      try engine.register(Settings.self) { Settings($0) }
      try engine.register(Movies.self) { Movies($0) }
      try engine.register(Dashboard.self) { Dashboard($0) }
      try engine.validate()
    }
  }

  @Suite struct MoviesTests {
    private func movies() throws -> NavigationFixture {
      let app = try NavigationFixture { try MoviesApp.register(in: $0.engine) }
      app.launch("Dashboard")
      return app
    }

    @Test func `a notification shows its movie in one tab`() throws {
      let app = try movies()
      app.open("movies://7")
      app.expectStack("list", .screen("movie", ["id": 7]))
      app.tapTab("watched")
      app.expectStack("list")
    }

    @Test func `settings end, whether done or swiped away`() throws {
      let app = try movies()
      app.tap("Settings")
      app.tap("Done")
      app.expectStack("list")
      app.tap("Settings")
      app.swipeDown()
      app.expectStack("list")
      app.expectNoLeaks()
    }
  }
}
