import Signalbox

/// The application that is included with Stinsen: a login with registration, followed by tabs for
/// to-do items. The user determines the root, and a URL leads through the whole tree.
public enum StinsenApp {
  /// Registers the coordinators. Launch `Main`.
  public static func register(
    in engine: NavigationEngine, _ authentication: Authentication, _ store: TodosStore
  ) throws {
    try engine.register(Main.self) { Main($0, authentication) }
    try engine.register(Unauthenticated.self) { Unauthenticated($0, authentication) }
    try engine.register(Registration.self) { Registration($0) }
    try engine.register(Authenticated.self) { Authenticated($0, $1) }
    try engine.register(Home.self) { Home($0, store) }
    try engine.register(Todos.self) { Todos($0, store) }
    try engine.register(Profile.self) { Profile($0, $1, authentication) }
    try engine.register(Testbed.self) { Testbed($0, $1) }
    try engine.validate()
  }
}

enum MainRoute: Route, Codable {
  case unauthenticated
  case authenticated(User)

  static var samples: [MainRoute] { [.unauthenticated, .authenticated(User(name: "user"))] }
}

final class Main: Coordinator {
  let router: Router<MainRoute>
  private let authentication: Authentication

  init(_ router: Router<MainRoute>, _ authentication: Authentication) {
    (self.router, self.authentication) = (router, authentication)
    authentication.onChange = { [weak self] in
      guard let self else { return }
      do { try router.setRoot(root) } catch { router.report(error) }
    }
  }

  private var root: MainRoute {
    authentication.user.map { .authenticated($0) } ?? .unauthenticated
  }

  static func destination(of route: MainRoute) throws -> RouteDestination {
    switch route {
    case .unauthenticated: .coordinator(Unauthenticated.self)
    case .authenticated(let user): try .coordinator(Authenticated.self, with: user)
    }
  }

  func start() throws { try router.startFlow(at: root) }
}

enum UnauthenticatedRoute: String, Route, CaseIterable, Codable {
  case start, forgotPassword, registration
}

final class Unauthenticated: Coordinator {
  let router: Router<UnauthenticatedRoute>
  private let authentication: Authentication

  init(_ router: Router<UnauthenticatedRoute>, _ authentication: Authentication) {
    (self.router, self.authentication) = (router, authentication)
  }

  static func destination(of route: UnauthenticatedRoute) -> RouteDestination {
    route == .registration ? .coordinator(Registration.self) : .screen
  }

  func start() throws { try router.startFlow(at: .start) }

  func actions(of route: UnauthenticatedRoute) -> [ScreenAction] {
    switch route {
    case .start:
      [
        ScreenAction("Login") { [self] in
          try request { [authentication] in authentication.user = User(name: "user@example.com") }
        },
        ScreenAction("Register") { [router] in try router.navigate(to: .registration) },
        ScreenAction("Forgot your password?") { [router] in
          try router.navigate(to: .forgotPassword)
        },
      ]
    case .forgotPassword:
      [ScreenAction("OK") { [self] in try request { [router] in try router.popToRoot() } }]
    case .registration: []
    }
  }
}

extension Coordinator {
  /// Sends a request to the server, which takes one second. After a failure or a cancellation, nothing
  /// happens.
  fileprivate func request(then completion: @escaping () throws -> Void) throws {
    try router.work {
      try await $0.sleep(for: .seconds(1))
    } then: { result in
      if case .success = result { try completion() }
    }
  }
}

enum RegistrationRoute: Route, Codable {
  case start
  case password(username: String)

  static var samples: [RegistrationRoute] { [.start, .password(username: "user")] }
}

final class Registration: Coordinator {
  let router: Router<RegistrationRoute>

  init(_ router: Router<RegistrationRoute>) { self.router = router }

  static func configure(_ type: inout CoordinatorType) { type.style = .push }

  func start() throws { try router.startFlow(at: .start) }

  func actions(of route: RegistrationRoute) -> [ScreenAction] {
    switch route {
    case .start:
      [
        ScreenAction("Next step") { [router] in try router.navigate(to: .password(username: "new"))
        }
      ]
    case .password:
      [
        ScreenAction("Register") { [self] in
          try request { [self] in try router.dismissCoordinator() }
        }
      ]
    }
  }
}

final class Authenticated: Coordinator {
  typealias Input = User

  let router: Router<NoRoutes>
  private let user: User

  init(_ router: Router<NoRoutes>, _ user: User) { (self.router, self.user) = (router, user) }

  static func configure(_ type: inout CoordinatorType) { type.kind = .tabs }

  func start() throws {
    try router.setPages([
      PageDefinition("home", Home.self, title: "Home", icon: "house"),
      PageDefinition("todos", Todos.self, title: "Todos", icon: "folder"),
      PageDefinition("profile", Profile.self, with: user, title: "Profile", icon: "person"),
      PageDefinition("testbed", Testbed.self, with: 0, title: "Testbed", icon: "bed.double"),
    ])
  }
}

enum HomeRoute: String, Route, CaseIterable, Codable { case start }

final class Home: Coordinator {
  let router: Router<HomeRoute>
  private let store: TodosStore

  init(_ router: Router<HomeRoute>, _ store: TodosStore) {
    (self.router, self.store) = (router, store)
  }

  func start() throws { try router.startFlow(at: .start) }

  func actions(of route: HomeRoute) -> [ScreenAction] {
    store.favorites.map { todo in
      ScreenAction(todo.name) { [router] in
        router.engine?.perform("open") { $0.text = "stinsenapp://todo/\(todo.name)" }
      }
    }
  }
}

enum TodosRoute: Route, Codable {
  case start
  case todo(name: String)
  case createTodo

  static var samples: [TodosRoute] { [.start, .todo(name: "milk"), .createTodo] }

  var style: TransitionStyle { if case .createTodo = self { .sheet } else { .automatic } }
}

final class Todos: Coordinator {
  let router: Router<TodosRoute>
  private let store: TodosStore

  init(_ router: Router<TodosRoute>, _ store: TodosStore) {
    (self.router, self.store) = (router, store)
  }

  static var links: [RouteLink<TodosRoute>] {
    [RouteLink("stinsenapp://todo/:name") { try .todo(name: $0["name"]) }]
  }

  func start() throws { try router.startFlow(at: .start) }

  // A link to a to-do item that does not exist changes nothing.
  func open(_ route: TodosRoute) throws -> LinkAnswer {
    guard case .todo(let name) = route, let todo = store.todo(named: name) else {
      return .unhandled
    }
    try router.forcePresentation()
    try router.setStack([.start, .todo(name: todo.name)])
    return .handled
  }

  func title(of route: TodosRoute) -> String? {
    if case .todo(let name) = route { name } else { nil }
  }

  func actions(of route: TodosRoute) -> [ScreenAction] {
    switch route {
    case .start:
      [ScreenAction("Add") { [router] in try router.navigate(to: .createTodo) }]
        + store.all.map { todo in
          ScreenAction(todo.name) { [router] in try router.navigate(to: .todo(name: todo.name)) }
        }
    case .todo(let name): [ScreenAction("Favorite") { [store] in store.toggleFavorite(name) }]
    case .createTodo:
      [
        ScreenAction("Create") { [self] in
          store.add("Milk")
          try router.dismissAll()
        }
      ]
    }
  }
}

enum ProfileRoute: String, Route, CaseIterable, Codable { case start }

final class Profile: Coordinator {
  typealias Input = User

  let router: Router<ProfileRoute>
  private let user: User
  private let authentication: Authentication

  init(_ router: Router<ProfileRoute>, _ user: User, _ authentication: Authentication) {
    (self.router, self.user, self.authentication) = (router, user, authentication)
  }

  func start() throws { try router.startFlow(at: .start) }

  func title(of route: ProfileRoute) -> String? { "Currently logged in as \(user.name)" }

  func actions(of route: ProfileRoute) -> [ScreenAction] {
    [ScreenAction("Logout") { [authentication] in authentication.user = nil }]
  }
}

enum TestbedRoute: Route, Codable {
  case start
  case pushScreen(number: Int)
  case modalScreen(number: Int)
  case pushCoordinator(number: Int)
  case modalCoordinator(number: Int)

  static var samples: [TestbedRoute] {
    [
      .start, .pushScreen(number: 1), .modalScreen(number: 1), .pushCoordinator(number: 1),
      .modalCoordinator(number: 1),
    ]
  }

  var style: TransitionStyle {
    switch self {
    case .start: .automatic
    case .pushScreen, .pushCoordinator: .push
    case .modalScreen, .modalCoordinator: .sheet
    }
  }
}

final class Testbed: Coordinator {
  typealias Input = Int

  let router: Router<TestbedRoute>
  private let number: Int

  init(_ router: Router<TestbedRoute>, _ number: Int) {
    (self.router, self.number) = (router, number)
  }

  static func destination(of route: TestbedRoute) throws -> RouteDestination {
    switch route {
    case .start, .pushScreen, .modalScreen: .screen
    case .pushCoordinator(let number), .modalCoordinator(let number):
      try .coordinator(Testbed.self, with: number)
    }
  }

  func start() throws { try router.startFlow(at: .start) }

  private func number(of route: TestbedRoute) -> Int {
    switch route {
    case .start: number
    case .pushScreen(let number), .modalScreen(let number), .pushCoordinator(let number),
      .modalCoordinator(let number):
      number
    }
  }

  func title(of route: TestbedRoute) -> String? {
    "Number in coordinator stack: \(number(of: route))"
  }

  func actions(of route: TestbedRoute) -> [ScreenAction] {
    let next = number(of: route) + 1
    return [
      ScreenAction("Modal screen") { [router] in try router.navigate(to: .modalScreen(number: next))
      },
      ScreenAction("Push screen") { [router] in try router.navigate(to: .pushScreen(number: next))
      },
      ScreenAction("Modal coordinator") { [router] in
        try router.navigate(to: .modalCoordinator(number: next))
      },
      ScreenAction("Push coordinator") { [router] in
        try router.navigate(to: .pushCoordinator(number: next))
      },
      ScreenAction("Dismiss coordinator") { [router] in try router.dismissCoordinator() },
    ]
  }
}
