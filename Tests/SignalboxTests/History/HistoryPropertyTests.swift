import Testing

@testable import Signalbox

/// Undo, snapshots and recordings under random calls of the whole catalog (I13, I17, I19).
///
/// `SIGNALBOX_SEED` replays one seed. A failure is reported with its seed and its shortest form.
struct HistoryPropertyTests {
  private static let chunks = 5
  private static let seedsPerChunk = 10

  private typealias Law = (ApplicationPlan, [CatalogCommand]) -> String?

  private static func check(_ chunk: Int, length: Int, _ law: Law) {
    if let seed = Replay.seed {
      if chunk == 0 { _ = isBroken(law, seed: seed, length: length) }
      return
    }
    for number in 0..<seedsPerChunk
    where isBroken(law, seed: UInt64(chunk * seedsPerChunk + number), length: length) {
      return
    }
  }

  private static func isBroken(_ law: Law, seed: UInt64, length: Int) -> Bool {
    let (plan, commands) = CatalogRun.random(seed: seed, length: length)
    guard law(plan, commands) != nil else { return false }
    let (shortest, fault) = CatalogShrinker.shrunk(commands) { law(plan, $0) }
    Issue.record(
      """
      seed \(seed): \(fault)
      replay: SIGNALBOX_SEED=\(seed) swift test --filter HistoryPropertyTests
      \(plan)
      \(shortest.map(\.description).joined(separator: "\n"))
      """)
    return true
  }

  // MARK: - Undo

  @Test(arguments: 0..<chunks)
  func `undo and redo pass through the same states`(chunk: Int) {
    Self.check(chunk, length: 20, Self.undoFault)
  }

  /// The complete state of an engine that undo must restore.
  private struct Whole: Equatable {
    let tree: StateDocument
    let json: String?
    let handlers: [String]

    init(_ engine: NavigationEngine) {
      tree = engine.tree
      json = try? engine.snapshot().json
      handlers = engine.handlers
    }

    func difference(from other: Whole) -> String? {
      if tree != other.tree { return "\(tree.difference(from: other.tree))" }
      if json != other.json { return "\(json ?? "")\n\(other.json ?? "")" }
      return handlers == other.handlers ? nil : "handlers \(handlers), expected \(other.handlers)"
    }
  }

  private static func undoFault(_ plan: ApplicationPlan, _ commands: [CatalogCommand]) -> String? {
    let run = CatalogRun(plan)
    let engine = run.engine
    engine.keepsFinished = true
    _ = run.system.launch()
    var states = [engine.undoableCount: Whole(engine)]
    for command in commands where Set(command.operationNames).isDisjoint(with: ["undo", "redo"]) {
      run.perform(command)
      engine.settle()
      states[engine.undoableCount] = Whole(engine)
    }
    engine.isClockAutomatic = true
    let last = engine.undoableCount
    for iteration in 1...2 {
      for isBack in [true, false] {
        let way = isBack ? "undo" : "redo"
        for _ in 0..<last {
          let outcome = isBack ? engine.undo() : engine.redo()
          guard outcome?.status == .done else {
            return "\(way) \(iteration): \(outcome?.error?.description ?? "waits")"
          }
          let state = states[engine.undoableCount]
          if let fault = state.flatMap(Whole(engine).difference) {
            return "\(way) \(iteration) to \(engine.undoableCount): \(fault)"
          }
          if let fault = InvariantCheck.faults(of: engine).first { return "\(way): \(fault)" }
        }
      }
    }
    return nil
  }

  // MARK: - Snapshots

  @Test(arguments: 0..<chunks)
  func `I17 a restored state equals the original state and behaves like it`(chunk: Int) {
    Self.check(chunk, length: 20, Self.restoreFault)
  }

  /// Returns whether the result of a call depends on the past instead of the state (decision 0055).
  private static func isOfPast(_ command: CatalogCommand) -> Bool {
    let names = Set(command.operationNames)
    return !names.isDisjoint(with: ["undo", "redo", "popLast"]) || command.allOptions.contains(.key)
      || command.allOptions.contains(.onFinish) || command.calls.contains { $0.hasPrefix("next") }
      // A restored state does not contain the coordinators that had finished before.
      || command.chainsFromFinished
  }

  private static func restoreFault(_ plan: ApplicationPlan, _ commands: [CatalogCommand]) -> String?
  {
    let (old, new) = (CatalogRun(plan), CatalogRun(plan))
    _ = old.system.launch()
    let commands = commands.filter { if case .call = $0.what { !isOfPast($0) } else { false } }
    for command in commands.prefix(commands.count - 6) { old.perform(command) }
    guard let json = try? old.engine.snapshot().json else { return "there is no snapshot" }
    let outcome = new.engine.restore(json)
    if let error = outcome?.error { return "\(error)\n\(json)" }
    if case .value(.table(let value)) = outcome?.value, value["dropped"] != .list([]) {
      return "restoring drops \(value)"
    }
    if let fault = InvariantCheck.faults(of: new.engine).first { return fault }
    if let fault = StateDump(new.engine).difference(from: StateDump(old.engine)) { return fault }
    for command in commands.suffix(6) where !command.isFromCallback {
      // If the restored front layer shows no screen, the application is not ready for links yet.
      if command.operationName == "open", old.engine.isReady != new.engine.isReady { continue }
      let outcomes = [old.perform(command), new.perform(command)].map { $0?.description }
      guard outcomes[0] == outcomes[1] else { return "\(command): \(outcomes)" }
      if let fault = StateDump(new.engine).difference(from: StateDump(old.engine)) {
        return "\(command): \(fault)"
      }
    }
    return nil
  }

  @Test(arguments: 0..<chunks)
  func `I13 a rejected operation leaves the snapshot unchanged, byte for byte`(chunk: Int) {
    Self.check(chunk, length: 30) { plan, commands in
      let run = CatalogRun(plan)
      _ = run.system.launch()
      for command in commands where !command.isFromCallback {
        let before = try? run.engine.snapshot().json
        let outcome = run.perform(command)
        run.engine.settle()
        guard let outcome, outcome.status != .done else { continue }
        if before != (try? run.engine.snapshot().json) { return "\(command): \(outcome)" }
      }
      return nil
    }
  }

  // MARK: - Checkpoints

  /// The complete description of a state, with identifiers and the history.
  private struct Dump: Equatable {
    let whole: Whole
    let records: [String]
    let events: [String]
    let counts: [Int]
    let waiting: [String]

    init(_ engine: NavigationEngine) {
      whole = Whole(engine)
      records = StateDump(engine).lines
      events = engine.events().map { "\($0)" }
      counts = [
        engine.undoableCount, engine.redoableCount, engine.stepNumber, engine.forkCount,
        engine.milliseconds, engine.eventCount, engine.waitingCount, engine.lastTimerNumber,
        engine.isReady ? 1 : 0, engine.isClockAutomatic ? 1 : 0, engine.symbols.count,
      ]
      var calls: [String] = []
      engine.queue.forEachCall { call in
        calls.append("\(call.operation) \(engine.symbols[call.name]) \(call.caller)")
      }
      waiting = calls
    }

    func difference(from other: Dump) -> String? {
      if let fault = whole.difference(from: other.whole) { return fault }
      if let line = zip(records, other.records).first(where: { $0 != $1 }) { return "\(line)" }
      if let event = zip(events, other.events).first(where: { $0 != $1 }) { return "\(event)" }
      if counts != other.counts { return "counts \(counts), expected \(other.counts)" }
      return self == other ? nil : "waiting \(waiting), expected \(other.waiting)"
    }
  }

  @Test(arguments: 0..<chunks)
  func `a rewound engine equals and behaves like an engine that never left the checkpoint`(
    chunk: Int
  ) {
    Self.check(chunk, length: 24, Self.rewindFault)
  }

  private static func rewindFault(_ plan: ApplicationPlan, _ commands: [CatalogCommand]) -> String?
  {
    let (rewound, plain) = (CatalogRun(plan), CatalogRun(plan))
    _ = (rewound.system.launch(), plain.system.launch())
    do throws(NavigationError) {
      var earlier: [(checkpoint: EngineCheckpoint, dump: Dump)] = []
      for (index, command) in commands.enumerated() {
        if index.isMultiple(of: 6) {
          let checkpoint = try rewound.engine.checkpoint()
          let (here, memory) = (Dump(rewound.engine), rewound.memory)
          // Continues with other calls from this checkpoint and from an earlier one.
          let wandering = CatalogRun(in: rewound.system)
          for other in commands.reversed().prefix(4 + index % 5) { wandering.perform(other) }
          if let (old, dump) = earlier.isEmpty ? nil : earlier[index * 7 % earlier.count] {
            try rewound.engine.rewind(to: old)
            if let fault = Dump(rewound.engine).difference(from: dump) {
              return "earlier: \(fault)"
            }
            for other in commands.prefix(5) { wandering.perform(other) }
          }
          try rewound.engine.rewind(to: checkpoint)
          rewound.memory = memory
          if let fault = Dump(rewound.engine).difference(from: here) { return "\(index): \(fault)" }
          if let fault = InvariantCheck.faults(of: rewound.engine).first { return fault }
          earlier.append((checkpoint, here))
        }
        let outcomes = [rewound.perform(command), plain.perform(command)].map { $0?.description }
        guard outcomes[0] == outcomes[1] else { return "\(command): \(outcomes)" }
        if let fault = Dump(rewound.engine).difference(from: Dump(plain.engine)) {
          return "\(command): \(fault)"
        }
      }
      return nil
    } catch { return "\(error)" }
  }

  // MARK: - Recordings

  @Test(arguments: 0..<chunks)
  func `I19 recordings of random sessions with every operation on every handle can be replayed`(
    chunk: Int
  ) {
    Self.check(chunk, length: 20, Self.replayFault)
  }

  private static func replayFault(_ plan: ApplicationPlan, _ commands: [CatalogCommand]) -> String?
  {
    let run = CatalogRun(plan)
    _ = run.system.launch()
    for command in commands.prefix(5) { run.perform(command) }
    run.engine.settle()
    let recorded = CatalogRun(plan)
    guard let json = try? run.engine.snapshot().json else { return "there is no snapshot" }
    recorded.engine.restore(json)
    var lines: [String] = []
    do throws(NavigationError) { try recorded.engine.record { lines.append($0) } } catch {
      return "\(error)"
    }
    for command in commands.dropFirst(5)
    where !command.isFromCallback && !command.allOptions.contains(.equals) {
      recorded.perform(command)
    }
    do throws(NavigationError) {
      let report = try SessionReplay(lines).run(on: CatalogRun(plan).engine)
      guard let divergence = report.divergence else { return nil }
      let line = lines[divergence.line - 1]
      // If a chained call is waiting when the recording starts, the recording marks it as
      // unrecordable.
      return line.contains(#""unrecordable":"#) ? nil : "\(divergence)\n\(line)"
    } catch { return "\(error)" }
  }

  @Test func `random sessions include every operation on every handle`() {
    var calls = Set<String>()
    for seed in UInt64(0)..<800 {
      for command in CatalogRun.random(seed: seed, length: 20).commands {
        calls.formUnion(command.calls)
      }
    }
    let operations = OperationCatalog.operations.map { $0.signature }.filter {
      $0.mode == .change && $0.receiver != .application
    }
    let all = CatalogCommand.Handle.allCases.flatMap { handle in
      operations.map { "\(handle) \($0.name)" }
    }
    #expect(Set(all).subtracting(calls) == [])
  }

  @Test func `random calls include every operation, gesture and option`() {
    var (done, options) = (Set<String>(), Set<OperationOption>())
    for seed in UInt64(0)..<200 {
      let (plan, commands) = CatalogRun.random(seed: seed, length: 30)
      let run = CatalogRun(plan)
      _ = run.system.launch()
      for command in commands {
        options.formUnion(command.options)
        if run.perform(command)?.status == .done { done.insert(command.operationName) }
      }
    }
    let all = Set(
      OperationCatalog.all.map { $0.signature }.filter { $0.mode == .change }.map(\.name))
    // The plan has no actions and links, and a launch is possible only after an undo.
    #expect(all.subtracting(done).subtracting(["launch"]) == ["tap", "open"])
    #expect(Set(OperationOption.allCases).subtracting(options) == [])
  }
}
