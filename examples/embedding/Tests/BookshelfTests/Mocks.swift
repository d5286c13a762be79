import Bookshelf
import Signalbox
import SignalboxScriptTesting

/// Authenticates the user Ada after two seconds.
struct MockAccounts: Accounts {
  struct Unknown: Error, CustomStringConvertible {
    let name: String
    var description: String { "\(name) is not known" }
  }

  func logIn(_ name: String, by clock: any Clock<Duration>) async throws -> User {
    try await clock.sleep(for: .seconds(2))
    guard name == "Ada" else { throw Unknown(name: name) }
    return User(name: name)
  }
}

/// Creates flows that end with a tap and counts them, for tests of the application alone.
final class MockFactory: CoordinatorFactory {
  private(set) var made: [String] = []

  func makeAuth(_ router: AnyRouter, _ arguments: NavigationArguments) -> any CoordinatorDelegate {
    made.append("Auth")
    return MockFlow(router, "logIn", finishingWith: ["name": "Grace"])
  }

  func makeOnboarding(
    _ router: AnyRouter, _ arguments: NavigationArguments
  ) -> any CoordinatorDelegate {
    made.append("Onboarding")
    return MockFlow(router, "welcome", finishingWith: ["genres": []])
  }
}

/// A flow with a single screen, whose only action ends the flow.
final class MockFlow: CoordinatorDelegate {
  private let router: AnyRouter
  private let screen: String
  private let result: NavigationValue

  init(_ router: AnyRouter, _ screen: String, finishingWith result: NavigationValue) {
    self.router = router
    self.screen = screen
    self.result = result
  }

  func start(animated: Bool) { router.startFlow(at: screen) }
  func actions(of screen: ScreenID) -> [String] { ["End"] }
  func perform(action: String, on screen: ScreenID) { router.finishFlow(result) }
}

extension ScriptFixture {
  /// Registers the application's coordinators with the accounts of the tests.
  func installBookshelf() throws {
    try Bookshelf.install(in: engine, factory: LiveFactory(accounts: MockAccounts()))
  }

  /// Returns the main coordinator, which must be an instance of the given class.
  var application: Application? { engine.main.flatMap { engine.coordinator($0) } }

  /// Returns the coordinator of the shelf's page.
  var shelf: Shelf? {
    guard let router = router(of: "Shelf") else { return nil }
    return engine.coordinator(router.coordinator)
  }
}
