import SeededRandom
import Testing

@testable import Signalbox

/// Malformed snapshots and recordings are rejected or partially restored, and never lead to a state
/// that an engine could not reach otherwise.
///
/// `SIGNALBOX_SEED` replays one seed, and `scripts/fuzz --target snapshots` runs more seeds.
struct MutationTests {
  private static let chunks = 8
  private static let seedsPerChunk = 60

  @Test(arguments: 0..<chunks)
  func `reading damaged snapshots and recordings keeps the engine valid`(chunk: Int) {
    if let seed = Replay.seed {
      if chunk == 0 { _ = Self.isBroken(seed: seed) }
      return
    }
    for number in 0..<Self.seedsPerChunk
    where Self.isBroken(seed: UInt64(chunk * Self.seedsPerChunk + number)) {
      return
    }
  }

  @Test(.enabled(if: Replay.target == "snapshots", "scripts/fuzz sets the time"))
  func `reading snapshots with many random mutations keeps the engine valid`() {
    FuzzRun(target: "snapshots", smoke: 0).check(Self.fault)
  }

  private static func isBroken(seed: UInt64) -> Bool {
    guard let fault = fault(seed) else { return false }
    Issue.record(
      """
      seed \(seed): \(fault)
      replay: SIGNALBOX_SEED=\(seed) swift test --filter MutationTests
      """)
    return true
  }

  /// Returns the fault that a malformed document causes for a seed.
  private static func fault(_ seed: UInt64) -> String? {
    seed.isMultiple(of: 4)
      ? recordingFault(seed).map { "recording: \($0)" }
      : snapshotFault(seed).map { "snapshot: \($0)" }
  }

  /// Returns an engine with a random state after a few calls.
  private static func system(_ seed: UInt64) -> (run: CatalogRun, commands: [CatalogCommand]) {
    let (plan, commands) = CatalogRun.random(seed: seed / 8, length: 20)
    let run = CatalogRun(plan)
    _ = run.system.launch()
    return (run, commands.filter { if case .call = $0.what { !$0.isFromCallback } else { false } })
  }

  private static func snapshotFault(_ seed: UInt64) -> String? {
    let (run, commands) = system(seed)
    for command in commands.prefix(10) { run.perform(command) }
    var mutation = JSONMutation(seed: seed)
    guard let json = try? run.engine.snapshot().json, let value = try? JSONReader.value(json) else {
      return "there is no snapshot"
    }
    let isText = seed % 4 == 1
    let text = isText ? mutation.damaged(json) : try? JSONWriter.text(of: mutation.damaged(value))
    guard let text else { return nil }
    let fresh = CatalogRun(run.system.plan)
    _ = fresh.system.launch()
    let before = fresh.engine.tree
    let outcome = fresh.engine.restore(text)
    if outcome?.status != .done, fresh.engine.tree != before {
      return "refused, and changed\n\(text)"
    }
    _ = try? StateDifference(fromJSON: json, toJSON: text)
    return continued(fresh, commands.suffix(5)).map { "\($0)\n\(text)" }
  }

  /// The state must satisfy its invariants, now and after further calls.
  private static func continued(_ run: CatalogRun, _ commands: some Sequence<CatalogCommand>)
    -> String?
  {
    if let fault = InvariantCheck.faults(of: run.engine).first { return fault }
    guard let json = try? run.engine.snapshot().json else { return nil }
    let again = CatalogRun(run.system.plan)
    if run.engine.main != nil {
      if let error = again.engine.restore(json)?.error { return "\(error)\n\(json)" }
      let dump = StateDump(again.engine)
      if let fault = dump.difference(from: StateDump(run.engine)) { return fault }
    }
    for command in commands {
      run.perform(command)
      if let fault = InvariantCheck.faults(of: run.engine).first { return "\(command): \(fault)" }
    }
    return nil
  }

  private static func recordingFault(_ seed: UInt64) -> String? {
    let (run, commands) = system(seed)
    var lines: [String] = []
    do throws(NavigationError) { try run.engine.record { lines.append($0) } } catch { return nil }
    for command in commands.prefix(12) { run.perform(command) }
    var mutation = JSONMutation(seed: seed)
    for _ in 0...mutation.generator.below(3) {
      let index = mutation.generator.below(lines.count)
      switch mutation.generator.below(8) {
      case 0: lines.remove(at: index)
      case 1: lines.insert(lines[mutation.generator.below(lines.count)], at: index)
      case 2: lines[index] = mutation.damaged(lines[index])
      default:
        guard let value = try? JSONReader.value(lines[index]) else { continue }
        lines[index] = (try? JSONWriter.text(of: mutation.damaged(value))) ?? ""
      }
      if lines.isEmpty { break }
    }
    let fresh = CatalogRun(run.system.plan)
    _ = try? SessionReplay(lines).run(on: fresh.engine)
    return continued(fresh, commands.suffix(5)).map { "\($0)\n\(lines.joined(separator: "\n"))" }
  }

  // MARK: - Size

  /// Returns nested coordinators, each pushed by the previous coordinator.
  private static func chain(_ count: Int) -> String {
    let stack = #""stack":[{"name":"A"}]"#
    var coordinators = [#"{"attachment":"windowRoot","kind":"navigation","type":"T0",\#(stack)}"#]
    for index in 1..<count {
      coordinators.append(
        #"{"attachment":"pushed","kind":"navigation","type":"T0","parent":\#(index - 1),\#(stack)}"#
      )
    }
    return #"{"format":"signalbox.snapshot","version":3,"coordinators":["#
      + coordinators.joined(separator: ",")
      + #"],"layers":[{"style":"root","owner":0,"isCovering":true}]}"#
  }

  @Test
  func `restoring a tree beyond the depth limit is rejected, and a tree at the limit is shown`() {
    var generator = SeededGenerator(seed: 0)
    let run = CatalogRun(ApplicationPlan(using: &generator))
    #expect(run.engine.restore(Self.chain(NavigationState.maxTreeDepth))?.description == "done")
    #expect(InvariantCheck.faults(of: run.engine) == [])
    let shown = run.engine.tree.description
    for count in [NavigationState.maxTreeDepth + 1, 20_000] {
      let outcome = run.engine.restore(Self.chain(count))
      #expect(
        outcome?.error?.message == "snapshot: coordinators[500] has more than 499 ancestors")
    }
    #expect(run.engine.tree.description == shown)
  }

  @Test func `a snapshot with very many screens, coordinators and layers can be restored`() {
    var generator = SeededGenerator(seed: 0)
    let run = CatalogRun(ApplicationPlan(using: &generator))
    let count = 5000
    let screens = (0..<count).map { _ in #"{"name":"A"}"# }.joined(separator: ",")
    let others = (1..<count).map { _ in
      #"{"attachment":"none","kind":"navigation","type":"T0","parent":0}"#
    }
    let layers = (1..<count).map { _ in
      #"{"style":"sheet","owner":0,"presenter":0,"screen":{"name":"A"}}"#
    }
    let json =
      #"{"format":"signalbox.snapshot","version":3,"coordinators":["#
      + #"{"attachment":"windowRoot","kind":"navigation","type":"T0","stack":[\#(screens)]},"#
      + others.joined(separator: ",") + #"],"layers":[{"style":"root","owner":0},"#
      + layers.joined(separator: ",") + "]}"
    #expect(run.engine.restore(json)?.description == "done")
    #expect(run.engine.layers.count == count)
    #expect(run.engine.main.map { run.engine.stack(of: $0).count } == count)
  }
}
