import Signalbox
import SignalboxREPL
import SignalboxScripting
import Testing

@Suite struct LongSessionTests {
  @Test func `the memory use of a long session does not exceed its limits`() throws {
    var configuration = ScriptConfiguration(journalCapacity: 2000, undoCapacity: 4000)
    configuration.recordCapacity = 200_000
    let fixture = try CommandFixture(configuration)
    let session = fixture.prompt.session
    let record = try #require(session.record)
    _ = fixture.answers("r = app.top.router")
    for _ in 0..<10 {
      _ = fixture.answers(
        "for i = 1, 1000 do r:navigate('product', { id = i }) r:pop() end")
      #expect(record.byteCount < 1_000_000)
      #expect(session.engine.keptChangeCount < 4000 + 64 * 4)
      #expect(session.engine.events().count <= 2000)
    }
    #expect(record.lineCount == 20_000)
    #expect(!record.isWhole)
    #expect(record.steps.count < 5000)
    #expect(fixture.answers(".undo 3") == "  ⟲ step 19998   shop ▸ product(999)\n")
    #expect(fixture.answers(".redo 3") == "  ⟲ step 20001   shop ▸ catalog\n")
    #expect(
      fixture.answers(".save long.scenario.lua", ".reload") == """
        ✗ .save: the beginning of this session has been discarded; to keep a complete session, run .record FILE at its beginning
        ✗ not reloaded: reload: the calls of this session cannot be repeated, because only the \
        newest \(record.lineCount - record.droppedLines) of 20002 are kept; this session continues unchanged

        """)
  }

  @Test func `going back restores the exact state in a session with thousands of steps`() throws {
    let fixture = try CommandFixture(ScriptConfiguration(undoCapacity: 80_000))
    _ = fixture.answers(
      "r = app.top.router", "for i = 1, 20000 do r:navigate('product', { id = i }) end")
    #expect(
      fixture.answers(".undo", ".undo 9999", ".at 2", ".redo 19999") == """
          ⟲ step 20000   shop ▸ product(19999)
          ⟲ step 10001   shop ▸ product(10000)
          ⟲ step 2   shop ▸ product(1)
          ⟲ step 20001   shop ▸ product(20000)

        """)
  }
}
