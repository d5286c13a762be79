import SignalboxREPL
import SignalboxScripting
import Testing

@Suite struct HistoryCommandTests {
  private static let way = [
    #"app:open "shop://product/42""#, #"app:tap "Buy""#, #"app:tap "Confirm""#,
  ]

  @Test func `the undo and redo commands print the step and the current position`() throws {
    let fixture = try CommandFixture()
    _ = fixture.answers(Self.way)
    #expect(
      fixture.answers(".undo", ".undo 2", ".redo", ".redo 9", ".redo", ".undo 99", ".undo")
        == """
          ⟲ step 3   checkout ▸ address
          ⟲ step 1   shop ▸ catalog
          ⟲ step 2   shop ▸ product(42)
          ⟲ step 4   checkout ▸ payment
          · nothing to redo
          ⟲ step 0   signalbox
          · nothing to undo

        """)
  }

  @Test func `the at command lists the steps with their effects, and can restore a step`() throws {
    let fixture = try CommandFixture()
    _ = fixture.answers(Self.way)
    #expect(
      fixture.answers(".at 2", ".at") == """
          ⟲ step 2   shop ▸ product(42)
          0  the beginning                  signalbox
          1  loading the files              shop ▸ catalog
        ▸ 2  app:open("shop://product/42")  shop ▸ product(42)
          3  app:tap("Buy")                 checkout ▸ address
          4  app:tap("Confirm")             checkout ▸ payment

        """)
  }

  @Test func `a long list of steps shows the part around the selected step`() throws {
    let fixture = try CommandFixture()
    _ = fixture.answers(
      #"for i = 1, 40 do app.top.router:navigate("product", { id = i }) end"#, ".undo 20")
    let lines = fixture.answers(".at").split(separator: "\n")
    #expect(lines.count == 27)
    #expect(lines.first == "  … 9 before")
    #expect(
      lines[13] == "▸ 21  Shop:navigate(\"product\", { id = 20 })  shop ▸ product(20)")
    #expect(lines.last == "  … 8 after")
  }

  @Test func `a new step after going back discards the undone steps and reports this`() throws {
    let fixture = try CommandFixture()
    _ = fixture.answers(Self.way)
    #expect(
      fixture.answers(".at 2", "app:back()", ".redo", ".at 3") == """
          ⟲ step 2   shop ▸ product(42)
          ✓ pop product
          · 2 undone steps are discarded: the session continues from an earlier state
          · nothing to redo
          ⟲ step 3   shop ▸ catalog

        """)
  }

  @Test
  func `graph lists the screens up to the current step, and rejects unknown file name extensions`()
    throws
  {
    let fixture = try CommandFixture()
    _ = fixture.answers(Self.way)
    func lines() -> [String] {
      fixture.answers(".graph").split(separator: "\n").map(String.init)
    }
    #expect(lines().contains("      ▸ product  open shop://product/42"))
    #expect(lines().contains("    payment  ← you are here"))
    _ = fixture.answers(".undo")
    #expect(lines().contains("    address  ← you are here"))
    #expect(!lines().contains { $0.contains("▸ payment") })
    #expect(
      fixture.answers(".graph flow.pdf").contains(
        "✗ .graph: \"flow.pdf\" does not end in .svg, .html, .dot, .mmd, .puml, .json or .txt"))
  }

  @Test func `the diff command shows the differences between steps, including undone steps`() throws
  {
    let fixture = try CommandFixture()
    _ = fixture.answers(Self.way + [".at 2"])
    #expect(
      fixture.answers(".diff", ".diff 2 4", ".diff 4", ".diff 2") == """
          step 1 → step 2
          Home/Shop stack
            + product { id = 42 }
          step 2 → step 4
          coordinators
            + Home/Shop/Checkout [address, payment]
          layers
            + sheet Home/Shop/Checkout
          step 4 → step 2
          coordinators
            - Home/Shop/Checkout [address, payment]
          layers
            - sheet Home/Shop/Checkout
          step 2 → step 2
          no difference

        """)
  }

  @Test func `invalid step numbers are rejected with the valid ones`() throws {
    let fixture = try CommandFixture()
    #expect(
      fixture.answers(".at 7", ".at x", ".diff 1 2 3", ".undo 0", ".redo -1") == """
        ✗ .at: "7" is not a step, expected 0 to 1; .at lists the steps
        ✗ .at: "x" is not a step, expected 0 to 1; .at lists the steps
        ✗ .diff expects at most two steps, got "1 2 3"
        ✗ .undo expects a count of 1 or more, got "0"
        ✗ .redo expects a count of 1 or more, got "-1"

        """)
  }

  @Test func `a script can use the commands for the history`() throws {
    let fixture = try CommandFixture()
    _ = fixture.answers(Self.way)
    #expect(
      fixture.answers(#"app:command "at 2""#, #"app:command "at 99""#) == """
          ⟲ step 2   shop ▸ product(42)
          ✓ dismiss sheet Checkout
        ✗ .at: "99" is not a step, expected 0 to 4; .at lists the steps
        ✗ commandFailed: .at 99 failed, see above

        """)
  }

  @Test func `dropped steps are rejected, and all others can be restored`() throws {
    let fixture = try CommandFixture(ScriptConfiguration(undoCapacity: 4096))
    _ = fixture.answers(
      "r = app.top.router",
      "for i = 1, 2000 do r:navigate('product', { id = i }) r:pop() end")
    let rejection = fixture.answers(".undo 3990")
    let match = try #require(
      rejection.firstMatch(of: /the oldest step is (\d+); \.at (\d+) restores it/))
    #expect(match.output.1 == match.output.2)
    let oldest = try #require(Int(match.output.1))
    #expect(oldest > 2000 && oldest < 4001)
    let place = oldest % 2 == 0 ? "product(\(oldest / 2))" : "catalog"
    #expect(fixture.answers(".at \(oldest)") == "  ⟲ step \(oldest)   shop ▸ \(place)\n")
  }
}
