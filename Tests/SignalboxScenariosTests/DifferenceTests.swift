import SignalboxScripting
import Testing

@testable import SignalboxScenarios

/// Tests the differences between expected and actual values in failures.
@Suite struct DifferenceTests {
  private let fixture = ScenarioFixture()

  /// Returns the differences of `expect { args = expected }` on a screen with the given arguments.
  private func differences(
    _ arguments: String, expecting expected: String, more: String = ""
  ) throws -> [ScenarioDifference] {
    let results = try fixture.run(
      """
      local Shop = coordinator "Shop" { routes = { list = "List", item = "Item" } }
      function Shop:start() self.router:startFlow "list" end
      scenario "a" { function(app)
        app:launch(Shop)
        app.top.router:navigate("item", \(arguments))
        app:expect { args = \(expected) \(more) }
      end }
      """)
    #expect(results.map(\.status) == [.failed])
    return try #require(results[0].failures.first).differences
  }

  private func leaves(
    _ arguments: String, expecting expected: String, more: String = ""
  ) throws -> [String] {
    try differences(arguments, expecting: expected, more: more).flatMap(\.leaves).map {
      "\($0.path): \($0.expected) | \($0.actual)\($0.note.isEmpty ? "" : " | \($0.note)")"
    }
  }

  @Test func `a difference lists the path of each innermost value that differs`() throws {
    #expect(
      try leaves(
        "{ id = 1, list = { { deep = 1 }, { deep = 2 }, { deep = 5 } }, [\"a b\"] = true }",
        expecting: "{ id = '1', list = { { deep = 1 }, { deep = 3 }, {} , 7 }, [\"a b\"] = false }")
        == [
          #"args["a b"]: false | true"#, #"args.id: "1" | 1"#, "args.list[2].deep: 3 | 2",
          "args.list[4]: 7 | nil",
        ])
  }

  @Test func `a complete comparison reports additional values`() throws {
    #expect(
      try leaves(
        "{ id = 1, more = { 1, 2 } }", expecting: "{ more = { 1 } }", more: ", exactly = true")
        == ["args.more[2]: nil | 2", "args.id: nil | 1"])
  }

  @Test func `table keys that are not names are also compared`() throws {
    #expect(
      try leaves("{ t = { 1 } }", expecting: "{ t = { 1, [0] = 5, [true] = 6, [1.5] = 7 } }")
        == ["args.t[0]: 5 | nil", "args.t[true]: 6 | nil", "args.t[1.5]: 7 | nil"])
  }

  @Test func `values with the same text are reported with their difference`() throws {
    #expect(
      try leaves(
        #"{ a = "caf\u{e9}", b = "x\u{200b}y" }"#,
        expecting: #"{ a = "cafe\u{301}", b = "xy", c = 0/0 }"#) == [
          "args.a: \"cafe\u{301}\" | \"caf\u{e9}\" | "
            + "they look the same and differ from byte 4 on: 65 CC 81 and C3 A9",
          "args.b: \"xy\" | \"x\u{200B}y\" | "
            + "they look the same and differ from byte 2 on: 79 and E2 80 8B 79",
          "args.c: nan | nil",
        ])
    #expect(
      try leaves("{ n = 0/0 }", expecting: "{ n = 0/0 }") == [
        "args.n: nan | nan | nan is not equal to any value, not even itself; test for it with "
          + "a function"
      ])
    #expect(
      try leaves("{ n = 9007199254740993 }", expecting: "{ n = 9007199254740992.0 }")
        == ["args.n: 9007199254740992.0 | 9007199254740993"])
  }

  @Test func `for long strings, only the part around the first difference is reported`() throws {
    #expect(
      try leaves(
        "{ t = ('é'):rep(300) .. 'x' .. ('z'):rep(300) }",
        expecting: "{ t = ('é'):rep(300) .. 'y' .. ('z'):rep(300) }") == [
          "args.t: …\"éééééééééééé\("y" + String(repeating: "z", count: 95))\"… | "
            + "…\"éééééééééééé\("x" + String(repeating: "z", count: 95))\"… | from byte 601 on"
        ])
    #expect(
      try leaves("{ t = ('a'):rep(200) }", expecting: "{ t = ('a'):rep(201) }") == [
        "args.t: …\"\(String(repeating: "a", count: 25))\" | "
          + "…\"\(String(repeating: "a", count: 24))\" | from byte 201 on"
      ])
  }

  @Test func `differing values are reported in full, regardless of their depth and length`() throws
  {
    let deep = try differences(
      "(function() local t = 1 for i = 1, 20 do t = { k = t } end return { t = t } end)()",
      expecting:
        "(function() local t = 2 for i = 1, 20 do t = { k = t } end return { t = t } end)()")
    #expect(deep.flatMap(\.leaves).map(\.path) == ["args.t" + String(repeating: ".k", count: 20)])
    #expect(deep[0].expected.contains("k = 2"))
    #expect(deep[0].actual.contains("k = 1"))
    let long = try differences(
      "(function() local t = {} for i = 1, 500 do t[i] = i end return { t = t } end)()",
      expecting: "{ t = {} }")
    #expect(long[0].actual.contains("499,") && !long[0].actual.contains("more"))
    #expect(long[0].leafCount == 500)
    #expect(
      long[0].leaves.map(\.path) == (1...10).map { "args.t[\($0)]" })
  }

  @Test func `a failing predicate is reported with its location and the value that it rejected`()
    throws
  {
    #expect(
      try leaves("{ id = 5 }", expecting: "{ id = function(id) return id == 4 end }")
        == ["args.id: true from function(id)  test.scenario.lua:6 | 5"])
  }

  @Test func `short values are shown with their differences, and long values by paths`() throws {
    let short = try differences("{ id = 1 }", expecting: "{ id = 2 }")
    #expect(
      DifferenceText.table(short, .plain) == [
        "     args  expected  { id = 2 }",
        "           actual    { id = 1 }   ← item was pushed in step 2",
      ])
    #expect(DifferenceText.sentence(short[0]) == "args expected { id = 2 }, actual { id = 1 }")
    let text = String(repeating: "x", count: 300)
    let long = try differences(
      "{ a = \"\(text)\", id = 1 }", expecting: "{ a = \"\(text)\", id = 2 }")
    let cut = "{ a = \"" + String(repeating: "x", count: 192) + "…"
    #expect(
      DifferenceText.table(long, .plain) == [
        "     args  expected  \(cut)",
        "           actual    \(cut)   ← item was pushed in step 2",
        "           args.id: expected 2, actual 1",
      ])
    #expect(
      DifferenceText.table(long, .plain, widest: nil).first
        == "     args  expected  { a = \"\(text)\", id = 2 }")
    #expect(
      DifferenceText.sentence(long[0])
        == "args expected \(cut), actual \(cut); args.id: expected 2, actual 1")
  }

  @Test func `every kind of report marks differences between similar values`() throws {
    let text = String(repeating: "x", count: 300)
    let arguments = "{ t = \"\(text)\", id = %d }"
    let difference = try differences(
      arguments.replacing("%d", with: "1"), expecting: arguments.replacing("%d", with: "2"))
    let scenario = ScenarioDescription(file: "a.scenario.lua", line: 1, name: "a")
    let error = ScriptError(
      .runtime, code: "expectation",
      "expect: \(DifferenceText.sentence(difference[0]))")
    let result = ScenarioResult(
      scenario: scenario, status: .failed,
      failures: [ScenarioFailure(.expectation, error, differences: difference)])
    let plan = RunPlan(scenarios: [scenario], files: [:])
    let summary = RunSummary(
      results: [result], unloaded: [], seed: nil, workers: 1, duration: .zero)
    for reporter in ReporterCatalog.all where reporter.name != "dot" {
      var output = reporter.init(ReportContext(sources: SourceCache()))
      let report = output.begin(plan) + output.add(result) + output.end(summary)
      #expect(report.contains("args.id"), "\(reporter.name)")
    }
  }

  // MARK: - Recorded texts

  @Test func `the lines of differing snapshots are aligned, and all differing lines are reported`()
  {
    let old = (1...30).map { "line \($0)" }
    var new = old
    new.insert("new", at: 4)
    new[20] = "changed"
    new.removeLast()
    let difference = ScenarioDifference.ofLines(
      "a.txt", expected: old.joined(separator: "\n"), actual: new.joined(separator: "\n"))
    #expect(
      DifferenceText.table([difference], .plain) == [
        "     a.txt  (- recorded, + actual)",
        "        3  line 3", "        4  line 4", "     +  5  new", "        6  line 5",
        "        7  line 6", "       …", "       19  line 18", "       20  line 19",
        "     - 20  line 20", "     + 21  changed", "       22  line 21", "       23  line 22",
        "       …", "       29  line 28", "       30  line 29", "     - 30  line 30",
      ])
    #expect(
      DifferenceText.sentence(difference) == "a.txt does not match: 4 lines differ")
  }

  @Test func `a single line that differs is counted in the singular`() {
    let difference = ScenarioDifference.ofLines("a.txt", expected: "a\nb", actual: "a\nb\nc")
    #expect(
      DifferenceText.sentence(difference) == "a.txt does not match: 1 line differs")
  }

  @Test func `snapshot lines with the same text but different bytes are reported`() {
    let difference = ScenarioDifference.ofLines(
      "a.txt", expected: "caf\u{e9}\n", actual: "cafe\u{301}\n")
    #expect(difference.lines.map(\.side) == [.expected, .actual, .both])
  }
}
