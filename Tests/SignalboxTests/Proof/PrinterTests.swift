import Testing

@testable import Signalbox
@testable import SignalboxScripting

/// Failures are printed as scripts. These scripts must lead to the same state as the engine.
struct PrinterTests {
  /// Runs a printed script. Returns its final state, or its error.
  private func tree(of script: String) throws -> StateDocument {
    let session = try ScriptSession()
    try session.run(Array(script.utf8), name: "case.lua")
    #expect(session.unhandled.map(\.description) == [])
    return session.engine.tree
  }

  @Test func `a random sequence printed as a script leads to the same state and identifiers`()
    throws
  {
    for seed in UInt64(0)..<150 {
      let sequence = RandomSequence(seed: seed, length: 20)
      let printer = ScriptPrinter(sequence)
      #expect(printer.fault == nil)
      let run = SequenceRun(sequence)
      run.run()
      do {
        let tree = try tree(of: printer.script)
        if tree != run.environment.engine.tree {
          Issue.record(
            "seed \(seed): \(tree) is not \(run.environment.engine.tree)\n\(printer.script)")
          return
        }
      } catch {
        Issue.record("seed \(seed): \(error)\n\(printer.script)")
        return
      }
    }
  }

  @Test func `a printed script whose expectation fails shows the actual and the expected state`()
    throws
  {
    var sequence = RandomSequence(seed: 0, length: 0)
    sequence.plan = .smallest
    let script = ScriptPrinter(sequence).script.replacing("\"T0[A] ", with: "\"T0[A,B] ")
    #expect {
      try tree(of: script)
    } throws: { error in
      "\(error)".contains(
        """
        shown is    T0[A] root:T0 front A
          expected is T0[A,B] root:T0 front A
        """)
    }
  }
}

extension ApplicationPlan {
  /// One stack that starts on screen A.
  static let smallest = ApplicationPlan(
    kinds: [
      Kind(
        name: "T0", isTabs: false, style: .sheet, routes: [Route(name: "A", style: .automatic)],
        pages: [], start: [Step(verb: .startFlow, route: "A")])
    ], main: "T0")
}
