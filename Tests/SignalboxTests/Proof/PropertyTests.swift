import Foundation
import Testing

@testable import Signalbox

/// Random sequences of operations and gestures, performed by the engine and the reference model in
/// parallel (docs/semantics/invariants.md).
///
/// After each settled operation, the whole tree, the outcome and the front are compared with the
/// model, and the invariants are checked. `SIGNALBOX_SEED` replays one seed, and `SIGNALBOX_LENGTH`
/// sets the number of its operations. `scripts/fuzz` runs more and longer sequences.
struct PropertyTests {
  private static let chunks = 20
  private static let sequencesPerChunk = 150

  @Test(arguments: 0..<chunks)
  func `random operations agree with the model and keep every invariant`(chunk: Int) {
    if let seed = Replay.seed {
      if chunk == 0 { _ = Failure.isFound(seed: seed, length: Replay.length) }
      return
    }
    for number in 0..<Self.sequencesPerChunk {
      let seed = UInt64(chunk * Self.sequencesPerChunk + number)
      // Most faults need few operations, but some need a deep tree.
      let length = number.isMultiple(of: 10) ? 24 : 7
      if Failure.isFound(seed: seed, length: length) { return }
    }
  }

  @Test(.enabled(if: Replay.target == "model", "scripts/fuzz sets the time"))
  func `long sequences of random operations agree with the model`() {
    let end = ContinuousClock.now + .seconds(60 * (Replay.minutes ?? 0))
    var seed = Replay.seed ?? 0
    repeat {
      if Failure.isFound(seed: seed, length: 200) { return }
      seed += 1
    } while ContinuousClock.now < end
    let first = Replay.seed ?? 0
    print("fuzz: model: \(seed - first) seeds, from \(first)")
  }

  /// Operations and gestures that the model does not support: tapped actions and opened links run
  /// application code, and a restored snapshot contains all items under new identifiers
  /// (``RestoreTests`` compares those).
  private static let notModelled: Set = [
    "tap", "tapAlert", "enterText", "open", "restoreState",
  ]

  @Test func `random sequences contain every operation and gesture, both done and rejected`() {
    var seen: [Outcome.Status: Set<String>] = [:]
    for seed in UInt64(0)..<400 {
      let run = SequenceRun(RandomSequence(seed: seed, length: 24))
      run.run()
      for entry in run.entries { seen[entry.status, default: []].insert(entry.call.name) }
    }
    let operations = OperationCatalog.operations.map { $0.signature }.filter { $0.mode == .change }
    let gestures = GestureCatalog.gestures.map { $0.signature }
    let known = Set((operations + gestures).map(\.name)).subtracting(Self.notModelled)
    #expect(seen[.done] == known)
    #expect((seen[.rejected] ?? []).union(seen[.noop] ?? []) == known)
    #expect(seen[.cancelled]?.isEmpty == false)
  }

  @Test func `two runs with the same seed emit the same events`() {
    for seed in UInt64(0)..<20 {
      let runs = (1...2).map { _ in
        let run = SequenceRun(RandomSequence(seed: seed, length: 30))
        run.run()
        return run.environment.engine.events()
      }
      #expect(runs[0] == runs[1])
    }
  }
}

/// The options in the environment.
enum Replay {
  static let seed = environment("SIGNALBOX_SEED").flatMap { UInt64($0) }
  static let length = environment("SIGNALBOX_LENGTH").flatMap { Int($0) } ?? 24
  static let minutes = environment("SIGNALBOX_FUZZ_MINUTES").flatMap { Double($0) }
  /// The options of `scripts/fuzz`, or nil in other test runs.
  static let target = environment("SIGNALBOX_FUZZ_TARGET")
  /// The file that contains the running seed.
  static let note = environment("SIGNALBOX_FUZZ_NOTE").map { open($0, O_WRONLY | O_CREAT, 0o644) }

  private static func environment(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }
}

/// Reports the fault of a sequence.
enum Failure {
  /// Runs one sequence. A fault is recorded with its seed, its shortest form and a script.
  static func isFound(seed: UInt64, length: Int) -> Bool {
    let sequence = RandomSequence(seed: seed, length: length)
    guard let fault = SequenceRun.fault(of: sequence) else { return false }
    let printer = ScriptPrinter(Shrinker(sequence, fault: SequenceRun.fault).shrunk())
    Issue.record(
      """
      seed \(seed), length \(length): \(fault)
      replay: SIGNALBOX_SEED=\(seed) SIGNALBOX_LENGTH=\(length) swift test --filter PropertyTests
      The shortest form, as a script for "signalbox run":

      \(printer.script)
      """)
    return true
  }
}
