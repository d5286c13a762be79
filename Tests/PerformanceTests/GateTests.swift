import CHeapMeter
import Signalbox
import SignalboxScripting
import Testing

/// Tests the limits for the cost of operations from Lua. `WorseTests` verifies that each gate can
/// fail.
@Suite(.enabled(if: counts_heap(), "only the GNU C library's heap is counted"))
struct GateTests {
  /// Compares gates with the parts of a cost that they limit.
  private func expect(
    _ cost: Subject.Cost, _ gates: [(Gate, KeyPath<Subject.Cost, Double>)],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let violations = gates.compactMap { $0.0.violation(cost[keyPath: $0.1]) }
    #expect(violations == [], sourceLocation: sourceLocation)
  }

  @Test func `a push and a pop do not exceed their performance gates`() throws {
    expect(
      try Subject(Subject.pushPop).cost(),
      [
        (.pushPopAllocations, \.allocations), (.pushPopBridgeCalls, \.bridgeCalls),
        (.pushPopEvents, \.events), (.bytes, \.bytes),
      ])
  }

  @Test func `a debugger without breakpoints does not make a push and a pop more expensive`() throws
  {
    let subject = try Subject(Subject.pushPop)
    let debugger = try ScriptDebugger(subject.session)
    expect(
      try subject.cost(),
      [
        (.pushPopAllocations, \.allocations), (.pushPopBridgeCalls, \.bridgeCalls),
        (.pushPopEvents, \.events), (.bytes, \.bytes),
      ])
    debugger.close()
  }

  @Test func `a push whose arguments are read does not exceed its performance gates`() throws {
    expect(
      try Subject(Subject.arguments).cost(),
      [(.argumentAllocations, \.allocations), (.argumentBridgeCalls, \.bridgeCalls)])
  }

  @Test func `selecting a tab does not exceed its performance gates`() throws {
    expect(
      try Subject(Subject.select).cost(),
      [
        (.selectAllocations, \.allocations), (.selectBridgeCalls, \.bridgeCalls),
        (.selectEvents, \.events),
      ])
  }

  @Test
  func `showing and finishing a child does not exceed its performance gates and leaks nothing`()
    throws
  {
    let subject = try Subject(Subject.flow)
    expect(
      try subject.cost(),
      [
        (.flowAllocations, \.allocations), (.flowBridgeCalls, \.bridgeCalls),
        (.flowEvents, \.events),
      ])
    let engine = subject.session.engine
    #expect(engine.main.map(engine.children(of:)) == [])
  }

  @Test func `opening a link does not exceed its performance gates`() throws {
    expect(
      try Subject(Subject.link).cost(),
      [(.linkAllocations, \.allocations), (.linkBridgeCalls, \.bridgeCalls)])
  }

  @Test func `a session with a small script does not exceed its performance gate`() throws {
    let violation = Gate.sessionAllocations.violation(try Self.sessionAllocations(Subject.flow))
    #expect(violation == nil)
  }

  /// The allocations of a session from its beginning to its end.
  static func sessionAllocations(_ script: String) throws -> Double {
    let run = {
      let session = try ScriptSession()
      try session.run(Array((script + " work(1)").utf8), name: "small", sharesEnvironment: true)
      session.close()
    }
    // The first session creates the values that exist once per process, and compiles the files.
    for _ in 0..<3 { try run() }
    let before = heap_counts_now().allocations
    try run()
    return Double(heap_counts_now().allocations - before)
  }

  @Test func `screens, coordinators and sessions do not exceed their gates for bytes`() throws {
    // The number is between two doublings of a table, so it is neither the best nor the worst case.
    let kept: [(Gate, Double)] = [
      (.screenBytes, try Subject(Subject.push).bytesKept(times: 12_288)),
      (.argumentScreenBytes, try Subject(Subject.pushWithArguments).bytesKept(times: 12_288)),
      (.coordinatorBytes, try Subject(Subject.coordinators).bytesKept(times: 1_536)),
      (.sessionBytes, try Self.sessionBytes()),
    ]
    #expect(kept.compactMap { $0.0.violation($0.1) } == [])
  }

  static func sessionBytes(_ script: String = "") throws -> Double {
    let make = { () throws -> ScriptSession in
      let session = try ScriptSession()
      try session.run(Array(script.utf8), name: "idle", sharesEnvironment: true)
      return session
    }
    _ = try make()
    let before = heap_counts_now().live
    let session = try make()
    return withExtendedLifetime(session) { Double(heap_counts_now().live - before) }
  }
}
