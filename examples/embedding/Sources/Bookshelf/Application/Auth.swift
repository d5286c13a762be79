public import Signalbox

/// A user who is logged in.
public struct User: Codable, Hashable, Sendable {
  /// The name of the user.
  public var name: String

  /// Creates a user.
  public init(name: String) { self.name = name }
}

/// The service that authenticates users.
public protocol Accounts: Sendable {
  /// Logs a user in.
  ///
  /// - Parameter clock: The clock to sleep with, which is virtual in tests.
  func logIn(_ name: String, by clock: any Clock<Duration>) async throws -> User
}

/// Asks for the user's name, waits for the service, and finishes with a ``User``.
public final class Auth: NamedCoordinator {
  var accounts: (any Accounts)?
  private var problem: String?

  /// The routes of the coordinator.
  public static var routes: [String: RouteDefinition] {
    ["logIn": RouteDefinition(), "waiting": RouteDefinition(style: .fullScreen)]
  }

  public override func start(animated: Bool) { router.startFlow(at: "logIn") }

  public override func title(of screen: ScreenID) -> String? { problem ?? "Who is there?" }

  public override func actions(of screen: ScreenID) -> [String] {
    router.engine?.node(of: screen)?.name == "logIn" ? ["Ada", "Bob"] : []
  }

  public override func perform(action: String, on screen: ScreenID) throws {
    guard let accounts else { return }
    problem = nil
    router.navigate(to: "waiting")
    try router.work { clock in
      try await accounts.logIn(action, by: clock)
    } then: { [weak self] result in
      try self?.answered(result)
    }
  }

  private func answered(_ result: Result<User, any Error>) throws {
    switch result {
    case .success(let user): try router.finishFlow(with: user)
    case .failure(let error):
      problem = "\(error)"
      router.dismiss()
    }
  }
}
