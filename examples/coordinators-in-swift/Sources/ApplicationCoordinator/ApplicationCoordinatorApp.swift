import Signalbox

/// The application of Panov's tutorial: a single coordinator decides which flow comes first and
/// handles links. It contains login and sign-up, onboarding, tabs with items and settings, and item
/// creation.
public enum ApplicationCoordinatorApp {
  /// Registers the coordinators. Launch `ApplicationCoordinator`.
  public static func register(in engine: NavigationEngine, session: Session) throws {
    try engine.register(ApplicationCoordinator.self) { ApplicationCoordinator($0, session) }
    try engine.register(Auth.self) { Auth($0, session) }
    try engine.register(Onboarding.self) { Onboarding($0, session) }
    try engine.register(Tabbar.self) { Tabbar($0) }
    try engine.register(Items.self) { Items($0) }
    try engine.register(ItemCreate.self) { ItemCreate($0) }
    try engine.register(Settings.self) { Settings($0, session) }
    try engine.validate()
  }
}

/// The session, which determines the flow.
public final class Session {
  /// Whether the user has logged in.
  public var isAuthorized: Bool { didSet { onChange() } }
  /// Whether the user has finished the onboarding.
  public var tutorialWasShown: Bool { didSet { onChange() } }
  var onChange: () -> Void = {}

  /// Creates a session with the state of an earlier run.
  public init(isAuthorized: Bool = false, tutorialWasShown: Bool = false) {
    (self.isAuthorized, self.tutorialWasShown) = (isAuthorized, tutorialWasShown)
  }

  var flow: Flow {
    if !isAuthorized { return .auth }
    return tutorialWasShown ? .main : .onboarding
  }
}

enum Flow: String, Route, CaseIterable, Codable { case auth, onboarding, main }

final class ApplicationCoordinator: Coordinator {
  let router: Router<Flow>
  private let session: Session

  init(_ router: Router<Flow>, _ session: Session) {
    (self.router, self.session) = (router, session)
    session.onChange = { [router, unowned session] in
      do { try router.setRoot(session.flow) } catch { router.report(error) }
    }
  }

  static var links: [RouteLink<Flow>] {
    [RouteLink("app://onboarding") { _ in .onboarding }, RouteLink("app://sign-up") { _ in .auth }]
  }

  static func destination(of flow: Flow) -> RouteDestination {
    switch flow {
    case .auth: .coordinator(Auth.self)
    case .onboarding: .coordinator(Onboarding.self)
    case .main: .coordinator(Tabbar.self)
    }
  }

  func start() throws { try router.startFlow(at: session.flow) }

  func open(_ flow: Flow) throws -> LinkAnswer {
    try router.setRoot(flow)
    return .handled
  }
}

enum AuthRoute: String, Route, CaseIterable, Codable { case login, signUp, terms }

final class Auth: Coordinator {
  let router: Router<AuthRoute>
  private let session: Session
  private var hasAgreed = false

  init(_ router: Router<AuthRoute>, _ session: Session) {
    (self.router, self.session) = (router, session)
  }

  static var links: [RouteLink<AuthRoute>] {
    [RouteLink("app://login") { _ in .login }, RouteLink("app://terms") { _ in .terms }]
  }

  func start() throws { try router.startFlow(at: .login) }

  func open(_ route: AuthRoute) throws -> LinkAnswer {
    try router.setStack(route == .terms ? [.login, .terms] : [.login])
    return .handled
  }

  func title(of route: AuthRoute) -> String? {
    switch route {
    case .login: "Login"
    case .signUp: hasAgreed ? "SignUp, terms agreed" : "SignUp"
    case .terms: hasAgreed ? "Terms, agreed" : "Terms"
    }
  }

  func actions(of route: AuthRoute) -> [ScreenAction] {
    switch route {
    case .login:
      [
        ScreenAction("Log in") { [session] in session.isAuthorized = true },
        ScreenAction("Sign up") { [router] in try router.navigate(to: .signUp) },
      ]
    case .signUp:
      [
        ScreenAction("Create account") { [self] in if hasAgreed { session.isAuthorized = true } },
        ScreenAction("Terms") { [router] in try router.navigate(to: .terms) },
      ]
    case .terms: [ScreenAction("Agree") { [self] in hasAgreed.toggle() }]
    }
  }
}

enum OnboardingRoute: String, Route, CaseIterable, Codable { case onboarding }

final class Onboarding: Coordinator {
  let router: Router<OnboardingRoute>
  private let session: Session

  init(_ router: Router<OnboardingRoute>, _ session: Session) {
    (self.router, self.session) = (router, session)
  }

  func start() throws { try router.startFlow(at: .onboarding) }

  func actions(of route: OnboardingRoute) -> [ScreenAction] {
    [ScreenAction("Finish") { [session] in session.tutorialWasShown = true }]
  }
}

final class Tabbar: Coordinator {
  let router: Router<NoRoutes>

  init(_ router: Router<NoRoutes>) { self.router = router }

  static func configure(_ type: inout CoordinatorType) {
    type.pages = [
      PageDefinition("items", Items.self, title: "Items"),
      PageDefinition("settings", Settings.self, title: "Settings", isLazy: true),
    ]
  }
}

enum ItemsRoute: Route, Codable {
  case list
  case detail(id: Int)
  case create

  static var samples: [ItemsRoute] { [.list, .detail(id: 1), .create] }
}

final class Items: Coordinator {
  let router: Router<ItemsRoute>

  init(_ router: Router<ItemsRoute>) { self.router = router }

  static var links: [RouteLink<ItemsRoute>] {
    [
      RouteLink("app://items") { _ in .list },
      RouteLink("app://items/:id") { try .detail(id: $0["id"]) },
    ]
  }

  static func destination(of route: ItemsRoute) -> RouteDestination {
    if case .create = route { .coordinator(ItemCreate.self) } else { .screen }
  }

  func start() throws { try router.startFlow(at: .list) }

  func open(_ route: ItemsRoute) throws -> LinkAnswer {
    try router.forcePresentation()
    if case .list = route { try router.popToRoot() } else { try router.setStack([.list, route]) }
    return .handled
  }

  func title(of route: ItemsRoute) -> String? {
    if case .detail(let id) = route { "Item № \(id)" } else { "Items" }
  }

  func actions(of route: ItemsRoute) -> [ScreenAction] {
    guard case .list = route else { return [] }
    return [ScreenAction("Add") { [router] in try router.navigate(to: .create) }]
      + (0...10).map { id in
        ScreenAction("Item № \(id)") { [router] in try router.navigate(to: .detail(id: id)) }
      }
  }

  func childDidFinish(_ notice: FinishNotice) throws {
    if let id = try notice.output(of: ItemCreate.self) { try router.navigate(to: .detail(id: id)) }
  }
}

enum ItemCreateRoute: String, Route, CaseIterable, Codable { case form }

final class ItemCreate: Coordinator {
  typealias Output = Int

  let router: Router<ItemCreateRoute>

  init(_ router: Router<ItemCreateRoute>) { self.router = router }

  func start() throws { try router.startFlow(at: .form) }

  func actions(of route: ItemCreateRoute) -> [ScreenAction] {
    [
      ScreenAction("Hide") { [self] in try finishFlow() },
      ScreenAction("Create") { [self] in try finishFlow(with: 10) },
    ]
  }
}

enum SettingsRoute: String, Route, CaseIterable, Codable { case settings }

final class Settings: Coordinator {
  let router: Router<SettingsRoute>
  private let session: Session

  init(_ router: Router<SettingsRoute>, _ session: Session) {
    (self.router, self.session) = (router, session)
  }

  static var links: [RouteLink<SettingsRoute>] {
    [RouteLink("app://settings") { _ in .settings }]
  }

  func start() throws { try router.startFlow(at: .settings) }

  func open(_ route: SettingsRoute) throws -> LinkAnswer {
    try router.forcePresentation()
    return .handled
  }

  func actions(of route: SettingsRoute) -> [ScreenAction] {
    [ScreenAction("Log out") { [session] in session.isAuthorized = false }]
  }
}
