import Signalbox

/// A user who has signed in.
struct User: Codable, Equatable {
  /// The name shown in the profile.
  var name: String
}

/// The screens of ``SignIn``.
enum SignInRoute: Route, CaseIterable, Codable { case form }

/// Asks for a name and returns a ``User``.
final class SignIn: Coordinator {
  typealias Output = User
  let router: Router<SignInRoute>

  init(_ router: Router<SignInRoute>) { self.router = router }

  func start() throws { try router.startFlow(at: .form) }

  func actions(of route: SignInRoute) -> [ScreenAction] {
    [ScreenAction("Submit") { [self] in try finishFlow(with: User(name: "ada")) }]
  }
}

/// The screens of ``Home``, and the flow that it presents.
enum HomeRoute: Route, Codable {
  case home, signIn
  case profile(name: String)

  static var samples: [HomeRoute] { [.home, .signIn, .profile(name: "ada")] }
}

/// The first screen of the app. It presents ``SignIn`` and shows the user's profile.
final class Home: Coordinator {
  let router: Router<HomeRoute>

  init(_ router: Router<HomeRoute>) { self.router = router }

  static func destination(of route: HomeRoute) -> RouteDestination {
    if case .signIn = route { .coordinator(SignIn.self) } else { .screen }
  }

  func start() throws { try router.startFlow(at: .home) }

  func actions(of route: HomeRoute) -> [ScreenAction] {
    guard case .home = route else { return [] }
    return [ScreenAction("Sign in") { [self] in try router.navigate(to: .signIn) }]
  }

  func childDidFinish(_ notice: FinishNotice) throws {
    guard let user = try notice.output(of: SignIn.self) else { return }
    try router.navigate(to: .profile(name: user.name))
  }
}

/// The coordinators of the app.
public enum AccountApp {
  /// Registers the coordinators with an engine.
  public static func register(in engine: NavigationEngine) throws {
    try engine.register(SignIn.self) { SignIn($0) }
    try engine.register(Home.self) { Home($0) }
    try engine.validate()
  }
}
