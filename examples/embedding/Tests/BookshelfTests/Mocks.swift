import Bookshelf
import Signalbox
import SignalboxScriptTesting

/// Knows Ada, after two seconds.
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

/// Makes scenarios that end by a tap, and counts them: for tests of the application alone.
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

/// One screen whose only action ends the scenario.
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
  /// Makes the application's own coordinators known, with the accounts of the tests.
  func installBookshelf() throws {
    try Bookshelf.install(in: engine, factory: LiveFactory(accounts: MockAccounts()))
  }

  /// The coordinator of a class that is the main one.
  var application: Application? { engine.main.flatMap { engine.coordinator($0) } }

  /// The coordinator behind the shelf's page.
  var shelf: Shelf? {
    guard let router = router(of: "Shelf") else { return nil }
    return engine.coordinator(router.coordinator)
  }
}
