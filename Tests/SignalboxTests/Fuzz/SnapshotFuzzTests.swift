import Testing

@testable import Signalbox

/// Snapshots and recordings that something happened to: whatever they say, an engine takes them or
/// refuses them, and is whole afterwards.
struct SnapshotFuzzTests {
  /// A world after a random session, with what was recorded of it.
  private static func world(_ seed: UInt64) -> (world: RandomWorld, lines: [String]) {
    var random = SeededGenerator(seed: seed)
    let world = RandomWorld(mainIsTabs: seed.isMultiple(of: 4))
    var lines: [String] = []
    try? world.engine.record { lines.append($0) }
    for _ in 0..<12 {
      let deed = RandomDeed(using: &random)
      if !deed.isFromCallback { deed.perform(in: world) }
    }
    world.engine.stopRecording()
    return (world, lines)
  }

  private static func restoring(_ seed: UInt64) -> String? {
    let world = world(seed).world
    // Its callbacks do not hold it.
    defer { withExtendedLifetime(world) {} }
    let engine = world.engine
    var mutation = Mutation(seed: seed)
    guard let whole = try? engine.snapshot().json else { return "the state cannot be written" }
    for _ in 0..<10 {
      let before = try? engine.snapshot().json
      let text = mutation.changed(whole)
      let outcome = engine.restore(text)
      if let fault = InvariantCheck.faults(of: engine).first { return "\(fault) after \(text)" }
      let after = try? engine.snapshot().json
      if outcome?.status != .done, after != before {
        return "refused as \(outcome?.description ?? "nothing"), yet changed by \(text)"
      }
      // What was taken can be written, and taken again without a loss.
      guard let after else { return "the state cannot be written after \(text)" }
      let again = engine.restore(after)
      guard again?.status == .done, (try? engine.snapshot().json) == after else {
        return "\(again?.description ?? "nothing") for its own snapshot \(after) after \(text)"
      }
    }
    return nil
  }

  private static func replaying(_ seed: UInt64) -> String? {
    let lines = world(seed).lines
    var mutation = Mutation(seed: seed)
    for _ in 0..<4 {
      let changed = mutation.changed(lines)
      let world = RandomWorld(mainIsTabs: seed.isMultiple(of: 4))
      defer { withExtendedLifetime(world) {} }
      let fresh = world.engine
      guard let replay = try? SessionReplay(changed) else { continue }
      _ = try? replay.run(on: fresh)
      fresh.settle()
      if let fault = InvariantCheck.faults(of: fresh).first {
        return "\(fault) after\n\(changed.joined(separator: "\n"))"
      }
    }
    return nil
  }

  @Test func `a mutated snapshot or recording is taken or refused, and the engine is whole`() {
    FuzzRun(target: "snapshots", smoke: 15).check { Self.restoring($0) ?? Self.replaying($0) }
  }
}
