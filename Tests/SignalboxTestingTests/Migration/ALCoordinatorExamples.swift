import Signalbox
import SignalboxTesting
import Testing

/// The Swift code in `docs/how-to/migrate-from-alcoordinator.md`.
///
/// `SwiftExampleTests` finds it in this file.
enum ALCoordinatorExamples {
  enum MarketplaceRoute: Route, CaseIterable, Codable { case items }

  final class Marketplace: Coordinator {
    let router: Router<MarketplaceRoute>

    init(_ router: Router<MarketplaceRoute>) { self.router = router }

    func start() throws { try router.startFlow(at: .items) }
  }

  enum SettingsRoute: Route, CaseIterable, Codable {
    case settings, help

    var style: TransitionStyle { self == .help ? .sheet : .automatic }
  }

  final class Settings: Coordinator {
    let router: Router<SettingsRoute>
    private let signOut: () throws -> Void

    init(_ router: Router<SettingsRoute>, signOut: @escaping () throws -> Void) {
      (self.router, self.signOut) = (router, signOut)
    }

    func start() throws { try router.startFlow(at: .settings) }

    func actions(of route: SettingsRoute) -> [ScreenAction] {
      guard route == .settings else { return [] }
      return [
        ScreenAction("Help") { [self] in try router.navigate(to: .help) },
        ScreenAction("Sign out", signOut),
      ]
    }
  }

  final class Home: Coordinator {
    let router: Router<NoRoutes>

    init(_ router: Router<NoRoutes>) { self.router = router }

    static func configure(_ type: inout CoordinatorType) {
      type.style = .fullScreen
      type.pages = [
        PageDefinition("marketplace", Marketplace.self, icon: "house"),
        PageDefinition("settings", Settings.self, icon: "gearshape"),
      ]
      type.currentPage = "settings"
    }
  }

  enum OnboardingRoute: Route, CaseIterable, Codable {
    case firstStep, secondStep, home

    var style: TransitionStyle { self == .secondStep ? .sheet : .automatic }
  }

  final class Onboarding: Coordinator {
    let router: Router<OnboardingRoute>

    init(_ router: Router<OnboardingRoute>) { self.router = router }

    static func configure(_ type: inout CoordinatorType) { type.style = .fullScreen }

    static func destination(of route: OnboardingRoute) -> RouteDestination {
      route == .home ? .coordinator(Home.self) : .screen
    }

    func start() throws { try router.startFlow(at: .firstStep) }

    func actions(of route: OnboardingRoute) -> [ScreenAction] {
      switch route {
      case .firstStep: [ScreenAction("Next") { [self] in try router.navigate(to: .secondStep) }]
      case .secondStep: [ScreenAction("Start") { [self] in try router.navigate(to: .home) }]
      case .home: []
      }
    }
  }

  enum MainRoute: Route, CaseIterable, Codable { case splash, onboarding }

  final class Main: Coordinator {
    let router: Router<MainRoute>

    init(_ router: Router<MainRoute>) { self.router = router }

    static func destination(of route: MainRoute) -> RouteDestination {
      route == .onboarding ? .coordinator(Onboarding.self) : .screen
    }

    func start() throws {
      try router.startFlow(at: .splash, animated: false)
      try router.navigate(to: .onboarding)
    }

    func signOut() throws { try router.startFlow(at: .splash) }

    func actions(of route: MainRoute) -> [ScreenAction] {
      [ScreenAction("Continue") { [self] in try router.navigate(to: .onboarding) }]
    }
  }

  enum OnboardingApp {
    static func register(in engine: NavigationEngine) throws {
      try engine.register(Marketplace.self) { Marketplace($0) }
      try engine.register(Settings.self) { [unowned engine] router in
        Settings(router) {
          try engine.main.flatMap { engine.coordinator($0, as: Main.self) }?.signOut()
        }
      }
      try engine.register(Home.self) { Home($0) }
      try engine.register(Onboarding.self) { Onboarding($0) }
      try engine.register(Main.self) { Main($0) }
      try engine.validate()
    }
  }

  @Suite struct OnboardingTests {
    private func onboarding() throws -> NavigationFixture {
      let app = try NavigationFixture { try OnboardingApp.register(in: $0.engine) }
      app.launch("Main")
      app.tap("Next")
      app.tap("Start")
      return app
    }

    @Test func `the tabs open on the settings`() throws {
      let app = try onboarding()
      app.expectTab("settings")
      app.expectFront("settings")
    }

    @Test func `signing out shows the splash screen`() throws {
      let app = try onboarding()
      app.tap("Sign out")
      app.expectFront("splash")
      app.expectModals()
      app.tap("Continue")
      app.expectStack("firstStep")
      app.expectNoLeaks()
    }
  }
}
