import Signalbox
import SignalboxTesting
import Testing

@testable import web_app

/// Explores every path of the application, which has the same states and transitions as its model
/// (Model/cafe.properties.lua).
@Suite struct ExplorationTests {
  @Test func `every order can be closed, and every path leads to the menu`()
    throws
  {
    let summary = try NavigationFixture.explore { app in
      try Cafe.register(in: app.engine)
      app.launch(Home.self)
    } checking: { cafe in
      cafe.links = ["cafe://drink/Mocha"]
      cafe.never("two orders at a time") { $0.modals.count > 1 }
      cafe.reachable("a drink in the bag", StateCondition { $0.tree.contains("(1)") })
      cafe.fromEverywhere("the menu", .front("menu") && .modals())
      cafe.within(1, "an order can be closed", from: !.modals(), to: .modals())
      // The number of drinks is not limited, so the length of paths is.
      cafe.maxDepth = 6
    }
    #expect(summary.violations.isEmpty)
    #expect(summary.stateCount == 137)
    #expect(summary.transitionCount == 535)
  }
}
