import Testing

@testable import Signalbox

/// The invariants of section 6 of the semantics on random sequences of operations and gestures.
struct PropertyTests {
  private static let sequencesPerChunk = 250
  private static let length = 30

  @Test(arguments: 0..<8)
  func `random operations keep every invariant`(chunk: Int) {
    for number in 0..<Self.sequencesPerChunk {
      let seed = UInt64(chunk * Self.sequencesPerChunk + number)
      let deeds = Self.deeds(seed: seed)
      guard let fault = Self.fault(of: deeds, seed: seed) else { continue }
      let short = Self.shrunk(deeds, seed: seed)
      Issue.record(
        """
        seed \(seed): \(fault)
        shortest: \(Self.fault(of: short, seed: seed) ?? fault)
        \(short.map(\.description).joined(separator: "\n"))
        """)
      return
    }
  }

  @Test func `the same seed gives the same events`() {
    for seed in UInt64(0)..<20 {
      let runs = (1...2).map { _ in
        let world = RandomWorld(mainIsTabs: false)
        for deed in Self.deeds(seed: seed) { deed.perform(in: world) }
        return world.engine.events()
      }
      #expect(runs[0] == runs[1])
    }
  }

  @Test func `pushing any number and going to the root is no change`() {
    let fixture = NavigationFixture.launched("A")
    let before = fixture.engine.tree
    for count in [1, 2, 50] {
      for _ in 1...count { fixture.main.navigate(to: "B") }
      fixture.main.popToRoot()
      #expect(fixture.engine.tree == before)
    }
  }

  private static func deeds(seed: UInt64) -> [RandomDeed] {
    var generator = SeededGenerator(seed: seed)
    return (0..<length).map { _ in RandomDeed(using: &generator) }
  }

  // MARK: - Checking

  /// What goes wrong first when those deeds are done; `nil` when nothing does.
  private static func fault(of deeds: [RandomDeed], seed: UInt64) -> String? {
    let world = RandomWorld(mainIsTabs: seed.isMultiple(of: 4))
    var events = EventCheck()
    _ = world.takeOutcomes()
    var tree = world.engine.tree
    for (index, deed) in deeds.enumerated() {
      let before = tree
      deed.perform(in: world)
      tree = world.engine.tree
      let faults =
        events.read(world.engine)
        + faults(
          of: world, events, from: before, to: tree, mayCancelOut: deed.name == "batch")
      if let fault = faults.first { return "after operation \(index + 1): \(fault)" }
    }
    return nil
  }

  private static func faults(
    of world: RandomWorld, _ events: EventCheck, from before: NavigationTree,
    to tree: NavigationTree, mayCancelOut: Bool
  ) -> [String] {
    var faults = InvariantCheck.faults(of: world.engine)
    let outcomes = world.takeOutcomes()
    let isChanged = tree != before
    let isDone = outcomes.contains { $0.status == .done }
    // The operations of a batch may undo one another (decision 0021).
    if isChanged != isDone, isChanged || !mayCancelOut {
      faults.append("I13: \(outcomes), but the tree \(isChanged ? "changed" : "did not change")")
    }
    if world.completions.contains(where: { $0 != 1 }) { faults.append("I10: a completion is lost") }
    if world.endings.contains(where: { $0 > 1 }) { faults.append("I10: an ending is told twice") }
    if events.appeared != Set(tree.visible.map(\.id.bits)) {
      faults.append("I12: what has appeared is not what is visible")
    }
    if events.alive.count != world.engine.state.screens.count {
      faults.append("I20: created and not destroyed is not what there is")
    }
    return faults
  }

  // MARK: - Shrinking

  /// The same failure with as few deeds as dropping one at a time can reach.
  private static func shrunk(_ deeds: [RandomDeed], seed: UInt64) -> [RandomDeed] {
    var deeds = deeds
    var index = deeds.count
    while index > 0 {
      index = min(index, deeds.count) - 1
      guard index >= 0 else { break }
      var fewer = deeds
      fewer.remove(at: index)
      if fault(of: fewer, seed: seed) != nil { deeds = fewer }
    }
    return deeds
  }
}
