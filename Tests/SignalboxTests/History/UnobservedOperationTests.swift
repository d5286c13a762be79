import Testing

@testable import Signalbox

/// Tests that the fast path for unobserved operations (decision 0044) leads to the same state.
struct UnobservedOperationTests {
  @Test func `the journal has the same contents with and without observers`() {
    var unobservedCommands = 0
    for seed in UInt64(0)..<300 {
      let (plan, commands) = CatalogRun.random(seed: seed, length: 25)
      let (unobserved, observed) = (CatalogRun(plan), CatalogRun(plan))
      _ = observed.engine.observe { _ in }
      for run in [unobserved, observed] {
        _ = run.system.launch()
        for command in commands { run.perform(command) }
        run.engine.settle()
      }
      if unobserved.engine.eventLog.observedKinds == 0 { unobservedCommands += commands.count }
      guard unobserved.engine.events() == observed.engine.events() else {
        Issue.record("seed \(seed): \(Self.firstDifference(unobserved.engine, observed.engine))")
        return
      }
      #expect(unobserved.engine.tree == observed.engine.tree)
      #expect(unobserved.engine.undoableCount == observed.engine.undoableCount)
    }
    #expect(unobservedCommands > 5000)
  }

  private static func firstDifference(
    _ unobserved: NavigationEngine, _ observed: NavigationEngine
  ) -> String {
    for (one, other) in zip(unobserved.events(), observed.events()) where one != other {
      return "\(one.sequence) \(one) at \(one.time), expected \(other) at \(other.time)"
    }
    return "\(unobserved.eventCount) events, expected \(observed.eventCount)"
  }
}
