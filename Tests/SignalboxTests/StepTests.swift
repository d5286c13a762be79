import Testing

@testable import Signalbox

struct StepTests {
  @Test func `the state of another step can be read without restoring it`() throws {
    let fixture = NavigationFixture.launched("A")
    let engine = fixture.engine
    engine.keepsFinished = true
    fixture.define("Child")
    var trees: [Int: StateDocument] = [:]
    let note = { trees[engine.stepNumber] = engine.tree }
    note()
    for name in ["B", "C"] {
      fixture.main.navigate(to: name)
      note()
    }
    _ = try fixture.show("Child")
    note()
    fixture.main.popToRoot()
    note()
    let last = engine.stepNumber
    let first = try #require(trees.keys.min())
    for present in [last, first, first + 1, last] {
      if engine.stepNumber > present { engine.undo(engine.stepNumber - present) }
      if engine.stepNumber < present { engine.redo(present - engine.stepNumber) }
      let json = try engine.snapshot().json
      let events = engine.eventCount
      for (step, tree) in trees { #expect(engine.tree(atStep: step) == tree) }
      #expect(try engine.snapshot().json == json)
      #expect(engine.eventCount == events)
      #expect(engine.stepNumber == present)
    }
    #expect(engine.tree(atStep: last + 1) == nil)
    #expect(engine.tree(atStep: engine.oldestStepNumber - 1) == nil)
  }

  @Test func `a compact recording omits large states but can be replayed`() throws {
    let fixture = NavigationFixture.launched("A")
    var lines: [String] = []
    try fixture.engine.record(isKept: true, isSparing: true) { lines.append($0) }
    for _ in 0..<600 { fixture.main.navigate(to: "B") }
    fixture.engine.stopRecording(isKept: true)
    let withState = lines.dropFirst().count { $0.contains(#""state":"#) }
    #expect((60..<400).contains(withState))
    let other = NavigationFixture.launched("A")
    #expect(
      try SessionReplay(lines).run(on: other.engine)
        == SessionReplay.Report(stepCount: 600, isTruncated: false, divergence: nil))
    #expect(other.engine.tree.difference(from: fixture.engine.tree).isEmpty)
  }

  @Test func `recorded calls can be printed as Lua`() throws {
    let fixture = NavigationFixture.launched("A")
    fixture.define("Child")
    fixture.define("Main", routes: ["child": RouteDefinition(.coordinator("Child"))])
    var calls: [String?] = []
    try fixture.engine.record { line in
      guard let call = RecordedCall(line: line) else { return }
      calls.append(call.lua { "at(\"\($0)\")" })
    }
    fixture.main.navigate(to: "B", ["id": 1])
    fixture.main.pop(2)
    fixture.user("tap", "Leave")
    fixture.engine.undo()
    fixture.engine.isClockAutomatic = false
    fixture.engine.advance(by: .milliseconds(100))
    #expect(
      calls == [
        #"at("Main"):navigate("B", { id = 1 })"#, #"at("Main"):pop(2)"#, #"app:tap("Leave")"#,
        "app:undo()", "clock.manual()", "clock.advance(100)",
      ])
  }
}
