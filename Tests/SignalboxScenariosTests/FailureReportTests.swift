import SignalboxScenarios
import SignalboxScripting
import Testing

@Suite struct FailureReportTests {
  private let sources = SourceCache()

  init() {
    sources["tour.lua"] = Array(
      """
      local function go(router)
      \trouter:navigate("prodct")
      end

      go(app.top.router)
      print "done"

      """.utf8)
  }

  private func report(_ error: ScriptError, _ palette: TextPalette = .plain) -> String {
    FailureReport(error, sources: sources, palette: palette).text
  }

  private func location(_ line: Int) -> ScriptLocation {
    ScriptLocation(file: "tour.lua", line: line)
  }

  @Test func `a failure report contains the message, the location, the excerpt and the traceback`()
  {
    let error = ScriptError(
      .rejected, code: "unknownRoute",
      "unknownRoute: navigate: Shop has no route \"prodct\"; did you mean \"product\"?",
      location: location(2),
      traceback: [
        ScriptFrame(location: location(2), description: "in function 'go'"),
        ScriptFrame(location: location(5), description: "in main chunk"),
      ])
    #expect(
      report(error) == """
        ✗ unknownRoute: navigate: Shop has no route "prodct"; did you mean "product"?
          tour.lua:2

           1 │ local function go(router)
         ▸ 2 │     router:navigate("prodct")
             │                      ^^^^^^
           3 │ end
           4 │

          tour.lua:2  in function 'go'
          tour.lua:5  in main chunk
        """)
  }

  @Test func `the hint of a failure follows the message`() {
    let error = ScriptError(
      .syntax, "unexpected symbol near 'done'", hint: "quote it", location: location(6))
    #expect(
      report(error) == """
        ✗ syntax error: unexpected symbol near 'done'
          quote it
          tour.lua:6

           4 │
           5 │ go(app.top.router)
         ▸ 6 │ print "done"
             │        ^^^^
        """)
  }

  @Test func `the report of a syntax error contains each part of the message only once`() {
    #expect(report(ScriptError(.syntax, "'end' expected")) == "✗ syntax error: 'end' expected")
    #expect(report(ScriptError(.syntax, "syntax error near 'x'")) == "✗ syntax error near 'x'")
  }

  @Test func `a failure whose source is unknown is reported without an excerpt`() {
    let error = ScriptError(
      .runtime, "first\nsecond", location: ScriptLocation(file: "gone.lua", line: 3))
    #expect(report(error) == "✗ first\n  second\n  gone.lua:3")
    #expect(report(ScriptError(.internal, "broken")) == "✗ broken")
  }

  @Test func `a failure at a line that the source does not have is reported without an excerpt`() {
    #expect(report(ScriptError(.runtime, "odd", location: location(99))) == "✗ odd\n  tour.lua:99")
  }

  @Test func `repeated views in a failure are counted, and long paths are truncated`() {
    let deep = (1...30).map { number in
      ScriptFrame(location: location(number < 20 ? 1 : number), description: "in function 'f'")
    }
    let lines = report(ScriptError(.runtime, "deep", traceback: deep)).split(separator: "\n")
    #expect(
      lines.prefix(3) == [
        "✗ deep", "  tour.lua:1   in function 'f' (19 times)", "  tour.lua:20  in function 'f'",
      ])
    #expect(lines.count == 13)
    #expect(lines.last == "  tour.lua:30  in function 'f'")
  }

  @Test func `a quoted name that occurs twice in the line is not marked`() {
    sources["twice.lua"] = Array("a = x + x\n".utf8)
    let error = ScriptError(
      .runtime, "attempt to add a nil value (global 'x')",
      location: ScriptLocation(file: "twice.lua", line: 1))
    #expect(
      report(error) == """
        ✗ attempt to add a nil value (global 'x')
          twice.lua:1

         ▸ 1 │ a = x + x
        """)
  }

  @Test func `carets in an excerpt are aligned with wide characters`() {
    sources["wide.lua"] = Array("s = \"商品\" .. nothing\n".utf8)
    let error = ScriptError(
      .runtime, "attempt to concatenate a nil value (global 'nothing')",
      location: ScriptLocation(file: "wide.lua", line: 1))
    #expect(
      report(error) == """
        ✗ attempt to concatenate a nil value (global 'nothing')
          wide.lua:1

         ▸ 1 │ s = "商品" .. nothing
             │               ^^^^^^^
        """)
  }

  @Test func `control characters in messages and sources are not printed`() {
    sources["wild.lua"] = Array("x = '\u{1B}[2J'\r\n".utf8)
    let error = ScriptError(
      .runtime, "bad \u{1B}[2J", location: ScriptLocation(file: "wild.lua", line: 1))
    #expect(
      report(error) == """
        ✗ bad \u{FFFD}[2J
          wild.lua:1

         ▸ 1 │ x = '\u{FFFD}[2J'
        """)
  }

  @Test func `failure reports have colors on request`() {
    let error = ScriptError(.runtime, "bad", location: ScriptLocation(file: "a.lua", line: 1))
    #expect(
      report(error, TextPalette(isColored: true))
        == "\u{1B}[31m✗\u{1B}[0m \u{1B}[1mbad\u{1B}[0m\n  \u{1B}[36ma.lua:1\u{1B}[0m")
  }
}
