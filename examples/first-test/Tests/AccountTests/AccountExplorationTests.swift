import SignalboxTesting
import Testing

@testable import Account

@Suite struct AccountExplorationTests {
  @Test func `every path leads to the first screen, and only sign-in leads to the profile`() throws
  {
    let summary = try NavigationFixture.explore { app in
      try AccountApp.register(in: app.engine)
      app.launch(Home.self)
    } checking: { app in
      app.reachable("the profile", .front("profile"))
      app.fromEverywhere("the first screen", .front("home"))
      app.within(1, "sign-in can be cancelled", from: .running("SignIn"), to: .front("home"))
    }
    #expect(summary.violations.isEmpty)
    #expect(summary.isExhaustive)
    #expect(summary.stateCount == 3)
  }
}
