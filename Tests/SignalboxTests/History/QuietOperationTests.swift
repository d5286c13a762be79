import Testing

@testable import Signalbox

/// Tests that the fast path for unobserved operations (decision 0044) leads to the same state.
struct QuietOperationTests {
  @Test func `the journal has the same contents with and without observers`() {
    var quietCommands = 0
    for seed in UInt64(0)..<300 {
      let (plan, commands) = CatalogRun.random(seed: seed, length: 25)
      let (quiet, heard) = (CatalogRun(plan), CatalogRun(plan))
      _ = heard.engine.observe { _ in }
      for run in [quiet, heard] {
        _ = run.system.launch()
        for command in commands { run.perform(command) }
        run.engine.settle()
      }
      if quiet.engine.eventLog.observedKinds == 0 { quietCommands += commands.count }
      guard quiet.engine.events() == heard.engine.events() else {
        Issue.record("seed \(seed): \(Self.firstDifference(quiet.engine, heard.engine))")
        return
      }
      #expect(quiet.engine.tree == heard.engine.tree)
      #expect(quiet.engine.undoableCount == heard.engine.undoableCount)
    }
    #expect(quietCommands > 5000)
  }

  private static func firstDifference(
    _ quiet: NavigationEngine, _ heard: NavigationEngine
  ) -> String {
    for (one, other) in zip(quiet.events(), heard.events()) where one != other {
      return "\(one.sequence) \(one) at \(one.time), expected \(other) at \(other.time)"
    }
    return "\(quiet.eventCount) events, expected \(heard.eventCount)"
  }
}
