import Signalbox
import SignalboxTesting
import Testing

/// The Swift code in `docs/how-to/migrate-from-xcoordinator.md`.
///
/// `SwiftExampleTests` finds it in this file.
enum XCoordinatorExamples {
  protocol UserService: Sendable {
    func load(_ name: String, clock: any Clock<Duration>) async throws -> String
  }

  struct SlowService: UserService {
    func load(_ name: String, clock: any Clock<Duration>) async throws -> String {
      try await clock.sleep(for: .seconds(2))
      return name
    }
  }

  enum ProfileRoute: Route, Codable {
    case loading
    case user(name: String)

    static var samples: [ProfileRoute] { [.loading, .user(name: "Bob")] }
  }

  final class Profile: Coordinator {
    typealias Input = String
    let router: Router<ProfileRoute>
    private let name: String
    private let service: any UserService

    init(_ router: Router<ProfileRoute>, _ name: String, service: any UserService) {
      (self.router, self.name, self.service) = (router, name, service)
    }

    func start() throws {
      try router.startFlow(at: .loading)
      try router.work { [name, service] clock in
        try await service.load(name, clock: clock)
      } then: { [router] user in
        try router.navigate(to: .user(name: try user.get()))
      }
    }

    func actions(of route: ProfileRoute) -> [ScreenAction] {
      guard case .user = route else { return [] }
      return [ScreenAction("Close") { [self] in try finishFlow() }]
    }
  }

  enum UsersRoute: Route, Codable {
    case home
    case profile(name: String)

    static var samples: [UsersRoute] { [.home, .profile(name: "Bob")] }
  }

  final class Users: Coordinator {
    let router: Router<UsersRoute>

    init(_ router: Router<UsersRoute>) { self.router = router }

    static func destination(of route: UsersRoute) throws -> RouteDestination {
      if case .profile(let name) = route {
        try .coordinator(Profile.self, with: name)
      } else {
        .screen
      }
    }

    func start() throws { try router.startFlow(at: .home) }

    func actions(of route: UsersRoute) -> [ScreenAction] {
      [ScreenAction("Bob") { [self] in try router.navigate(to: .profile(name: "Bob")) }]
    }
  }

  enum UsersApp {
    static func register(in engine: NavigationEngine, service: any UserService) throws {
      try engine.register(Profile.self) { Profile($0, $1, service: service) }
      try engine.register(Users.self) { Users($0) }
      try engine.validate()
    }
  }

  @Suite struct UsersTests {
    private func users() throws -> NavigationFixture {
      let app = try NavigationFixture {
        try UsersApp.register(in: $0.engine, service: SlowService())
      }
      app.launch("Users")
      app.tap("Bob")
      return app
    }

    @Test func `the answer shows the user`() throws {
      let app = try users()
      app.expectStack("loading")
      app.advance(by: .seconds(2))
      app.expectStack("loading", .screen("user", ["name": "Bob"]))
      app.tap("Close")
      app.expectStack("home")
      app.expectNoLeaks()
    }

    @Test func `an answer after the sheet was closed changes nothing`() throws {
      let app = try users()
      app.swipeDown()
      app.advance(by: .seconds(2))
      app.expectStack("home")
      app.expectNoLeaks()
    }
  }
}
