import Testing

@testable import SignalboxScenarios

/// Strings that are not valid recordings.
struct RecordedTextTests {
  @Test func `a recorded snapshot with many lines or a long line is truncated`() {
    let many = String(repeating: "\n", count: 1_000_000)
    let lines = ScenarioDifference.ofLines("a", expected: many, actual: "now\n")
    #expect(
      lines
        == ScenarioDifference("a", expected: "1000001 lines of text", actual: "2 lines of text")
    )

    let long = String(repeating: "x", count: 200_000)
    let line = ScenarioDifference.ofLines("a", expected: long, actual: "now")
    #expect(
      line.lines == [
        ScenarioDifference.Line(
          side: .expected, number: 1,
          text: String(repeating: "x", count: 500) + "… (200000 bytes)"),
        ScenarioDifference.Line(side: .actual, number: 1, text: "now"),
      ])
  }
}
