import Signalbox
import Testing

@testable import SignalboxScripting

/// Random programs that use all functions available to scripts: all programs end, the session can
/// continue, the state satisfies its invariants, and nothing outlives the session.
struct ScriptFuzzTests {
  /// Runs a program and returns the kind of its error, if any.
  private static func run(
    _ text: String, in session: ScriptSession, within time: Duration = .milliseconds(60)
  ) -> ScriptError.Kind? {
    do {
      // Programs can access the values that the environment has stored in globals.
      try session.run(
        Array(text.utf8), name: "fuzz.lua", timeout: time, sharesEnvironment: true)
      return nil
    } catch {
      return error.kind
    }
  }

  private static func session(_ seed: UInt64) throws -> ScriptSession {
    let session = try ScriptSession(
      ScriptConfiguration(
        memoryLimit: 16 << 20, countsInstructions: seed.isMultiple(of: 5),
        journalCapacity: 500, undoCapacity: 100))
    session.addHooks(SessionHooks(output: { _ in }))
    return session
  }

  private static func fault(_ seed: UInt64) -> String? {
    weak var engine: NavigationEngine?
    weak var ended: ScriptSession?
    let program = ProgramGenerator.program(seed: seed)
    let text = "in this program:\n\(program)"
    do {
      let session = try session(seed)
      (ended, engine) = (session, session.engine)
      if let kind = run(ProgramGenerator.prelude, in: session, within: .seconds(10)) {
        return "the prelude: \(kind)"
      }
      let kind = run(program, in: session)
      if kind == .internal || kind == .closed { return "ended with \(kind ?? .internal) \(text)" }
      if run("h = nil", in: session, within: .seconds(10)) != nil {
        return "the session is stuck \(text)"
      }
      // Timers and observers may keep the clock busy forever, so that the engine is never idle.
      if run("clock.settle()", in: session) == nil,
        let fault = InvariantCheck.faults(of: session.engine).first
      {
        return "\(fault) \(text)"
      }
      _ = (session.engine.tree, try? session.engine.snapshot().json, session.engine.leaks)
      if seed.isMultiple(of: 2) { session.close() }
    } catch {
      return "no session: \(error)"
    }
    return engine == nil && ended == nil ? nil : "the session outlives its end \(text)"
  }

  @Test func `random programs that use the whole interface end, and the session can still be used`()
  {
    FuzzRun(target: "script", smoke: 25).check(Self.fault)
  }
}
