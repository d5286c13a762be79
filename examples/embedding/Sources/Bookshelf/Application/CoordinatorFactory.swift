public import Signalbox

/// Makes the coordinators of flows, so that tests of the application can make others.
public protocol CoordinatorFactory: AnyObject {
  /// Asks who is there. Finishes with a ``User``.
  func makeAuth(_ router: AnyRouter, _ arguments: NavigationArguments) -> any CoordinatorDelegate
  /// Shows the tutorial. Finishes with a ``Taste``.
  func makeOnboarding(_ router: AnyRouter, _ arguments: NavigationArguments)
    -> any CoordinatorDelegate
}

/// Makes the real ones.
public final class LiveFactory: CoordinatorFactory {
  private let accounts: any Accounts

  /// - Parameter accounts: Who knows users.
  public init(accounts: any Accounts) { self.accounts = accounts }

  /// An ``Auth`` with the accounts.
  public func makeAuth(
    _ router: AnyRouter, _ arguments: NavigationArguments
  ) -> any CoordinatorDelegate {
    let auth = Auth(router: router, arguments: arguments)
    auth.accounts = accounts
    return auth
  }

  /// An ``Onboarding``.
  public func makeOnboarding(
    _ router: AnyRouter, _ arguments: NavigationArguments
  ) -> any CoordinatorDelegate {
    Onboarding(router: router, arguments: arguments)
  }
}
