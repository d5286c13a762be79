public import Signalbox

/// Creates the coordinators of flows. Tests of the application can replace the factory.
public protocol CoordinatorFactory: AnyObject {
  /// Creates the login, which finishes with a ``User``.
  func makeAuth(_ router: AnyRouter, _ arguments: NavigationArguments) -> any CoordinatorDelegate
  /// Creates the tutorial, which finishes with a ``Taste``.
  func makeOnboarding(_ router: AnyRouter, _ arguments: NavigationArguments)
    -> any CoordinatorDelegate
}

/// The factory of the application, which creates the real coordinators.
public final class LiveFactory: CoordinatorFactory {
  private let accounts: any Accounts

  /// - Parameter accounts: The service that authenticates users.
  public init(accounts: any Accounts) { self.accounts = accounts }

  /// Creates an ``Auth`` coordinator with the accounts.
  public func makeAuth(
    _ router: AnyRouter, _ arguments: NavigationArguments
  ) -> any CoordinatorDelegate {
    let auth = Auth(router: router, arguments: arguments)
    auth.accounts = accounts
    return auth
  }

  /// Creates an ``Onboarding`` coordinator.
  public func makeOnboarding(
    _ router: AnyRouter, _ arguments: NavigationArguments
  ) -> any CoordinatorDelegate {
    Onboarding(router: router, arguments: arguments)
  }
}
