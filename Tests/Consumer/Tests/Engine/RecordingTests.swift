import Signalbox
import Testing

/// Recordings that a package makes, shares and compares.
struct RecordingTests {
  /// Records visits of products.
  private func recording(ofProducts ids: Int..., isKept: Bool = false) throws -> [String] {
    let engine = NavigationEngine()
    try engine.register(Shop.self) { Shop($0) }
    try engine.launch(Shop.self)
    let shop = try engine.router(of: try #require(engine.main), as: Shop.self)
    var lines: [String] = []
    try engine.record(isKept: isKept) { lines.append($0) }
    for id in ids { try shop.navigate(to: .product(id: id)) }
    engine.stopRecording(isKept: isKept)
    try shop.popToRoot()
    return lines
  }

  private func calls(_ lines: [String]) throws -> [String] {
    try SessionTrace(lines).steps.map(\.call)
  }

  @Test(arguments: [false, true])
  func `a recording ends when it is stopped`(isKept: Bool) throws {
    #expect(
      try calls(recording(ofProducts: 1, isKept: isKept)) == [
        #"Shop:navigate("product", { id = 1 })"#
      ])
  }

  @Test func `a package can repeat a recording on another engine`() throws {
    let engine = NavigationEngine()
    try engine.register(Shop.self) { Shop($0) }
    let report = try SessionReplay(recording(ofProducts: 1, 2)).run(on: engine)
    #expect(report.stepCount == 2)
    #expect(report.divergence == nil)
    #expect(engine.tree.front?.arguments == ["id": 2])
  }

  @Test func `a package can remove values from a recording`() throws {
    let lines = try recording(ofProducts: 42)
    let redaction = RecordingRedaction(["id", "email"])
    #expect(
      try calls(redaction.redacted(lines)) == [#"Shop:navigate("product", { id = "•••" })"#])
    #expect(redaction.unusedNames(in: lines) == ["email"])
  }

  @Test func `a package can find the first difference between two recordings`() throws {
    let first = try SessionTrace(recording(ofProducts: 1, 2))
    let second = try SessionTrace(recording(ofProducts: 1, 3))
    let parting = try #require(first.parting(from: second))
    #expect(parting.alike == 1)
    #expect(parting.first?.call == #"Shop:navigate("product", { id = 2 })"#)
    #expect(parting.second?.call == #"Shop:navigate("product", { id = 3 })"#)
    #expect(
      parting.changes?.map(\.description)
        == ["Shop stack: - product { id = 2 } + product { id = 3 }"])
    #expect(first.parting(from: first) == nil)
  }
}
