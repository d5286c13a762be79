import Signalbox
import SignalboxTesting
import Testing

@testable import ALCoordinator
@testable import ActiveLink
@testable import ApplicationCoordinator
@testable import Steps
@testable import Stinsen

/// Explores every path of each application. The coordinators do not implement `restoring`, so paths are
/// repeated from the start.
@Suite struct ExplorationTests {
  @Test func `ALCoordinator: a message covers everything, and every path leads to the settings`()
    throws
  {
    let summary = try NavigationFixture.explore { app in
      try ALCoordinatorApp.register(in: app.engine)
      app.launch("Main")
    } checking: { app in
      app.links = ["al://message/7"]
      app.always("a message is in front") { !$0.isRunning("Inbox") || $0.front == "message" }
      app.fromEverywhere("the settings", .front("settings"))
      app.maxDepth = 5
    }
    #expect(summary.violations.isEmpty)
    #expect(summary.stateCount == 27)
    #expect(summary.transitionCount == 54)
  }

  @Test func `active link: the link is active while its screen is shown`() throws {
    let summary = try NavigationFixture.explore { app in
      try ActiveLinkApp.register(in: app.engine)
      app.launch("Content")
    } checking: { app in
      app.always("the active link is shown") { state in
        guard let content = state.coordinator(Content.self) else { return true }
        return (content.activeLink == nil) == (state.front == "content")
      }
      app.within(1, "every screen can be closed", from: !.front("content"), to: .front("content"))
    }
    #expect(summary.violations.isEmpty)
    #expect(summary.isExhaustive)
    #expect(summary.stateCount == 5)
  }

  @Test func `application coordinator: every link and every action leads back to the login`() throws
  {
    let summary = try NavigationFixture.explore { app in
      let session = Session()
      try ApplicationCoordinatorApp.register(in: app.engine, session: session)
      app.launch("ApplicationCoordinator")
    } checking: { app in
      app.links = [
        "app://onboarding", "app://sign-up", "app://login", "app://terms", "app://items",
        "app://items/3", "app://settings",
      ]
      app.never("a form above a form", StateCondition { $0.modals.count > 1 })
      app.reachable("an item", .front("detail"))
      app.fromEverywhere("the login", .front("login"))
      app.maxDepth = 5
    }
    #expect(summary.violations.isEmpty)
    #expect(summary.stateCount == 69)
    #expect(summary.transitionCount == 576)
  }

  @Test func `steps: about never covers about, and every path leads home`() throws {
    let summary = try NavigationFixture.explore { app in
      try StepsApp.register(in: app.engine) { _ in }
      app.launch("App")
    } checking: { app in
      app.never("about above about", StateCondition { $0.modals.count > 1 })
      app.reachable("the authors", .front("authors"))
      app.fromEverywhere("home", .front("home"))
      // No action leads to the step `second`.
      app.ignoredRules = [.routes]
    }
    #expect(summary.violations.isEmpty)
    #expect(summary.isExhaustive)
    #expect(summary.stateCount == 8)
  }

  private func exploreStinsen(
    _ endings: [WorkEnding], _ declare: (inout Exploration) -> Void
  ) throws -> ExplorationSummary {
    try NavigationFixture.explore { app in
      try StinsenApp.register(in: app.engine, Authentication(), TodosStore())
      app.launch("Main")
    } checking: { app in
      app.links = ["stinsenapp://todo/milk"]
      app.endWork(of: "Unauthenticated", with: endings)
      app.endWork(of: "Registration", with: endings)
      app.maxDepth = 5
      // errors: the coordinator of a page cannot be dismissed. routes: some routes need longer paths.
      app.ignoredRules = [.errors, .routes]
      declare(&app)
    }
  }

  @Test func `Stinsen: a response of the server logs the user in`() throws {
    let summary = try exploreStinsen([.completion, .cancellation]) { app in
      app.reachable("the tabs", .running("Authenticated"))
      app.never("a layer before the login") { state in
        state.isRunning("Unauthenticated") && !state.modals.isEmpty
      }
    }
    #expect(summary.violations.isEmpty)
  }

  @Test func `Stinsen: a request that fails logs nobody in`() throws {
    let summary = try exploreStinsen([.cancellation]) { app in
      app.never("the tabs without a response", .running("Authenticated"))
    }
    #expect(summary.violations.isEmpty)
  }
}
