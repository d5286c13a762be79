import LineEditor
import SignalboxREPL
import SignalboxScripting
import Testing

@Suite struct HintTests {
  private static let rows: [(String, String?)] = [
    (#"app:tap "Bu"#, #"y""#), (#"app:tap("Bu"#, #"y")"#), (#"app:tap "Buy"#, #"""#),
    (#"app:tap("Buy""#, ")"), ("app.to", "p"), ("app:ta", "p"), ("a", nil), ("", nil),
    (#"print({ 1 }"#, ")"), ("x = { f(1)", " }"), ("print(x", nil), (".tre", "e"),
    (#"app.top.router:navigate("product", { id"#, " = "), ("app:tap 'zz", nil),
    ("if x then print(1", nil), ("app.t", "op"), ("app.front.a", nil),
  ]

  @Test(arguments: rows) func `a hint shows the most likely continuation`(_ row: (String, String?))
    throws
  {
    let found = try AssistanceFixture().assistant.hint(for: row.0)
    #expect(found == row.1)
  }

  @Test func `input is incomplete only if more lines can complete it`() throws {
    let assistant = try AssistanceFixture(isLaunched: false).assistant
    let complete = [
      "", "1 + 1", "x = 1", "=x", ".tree", "?app", "!ls", "x = = 1", "f() return", "'abc",
      "x = 5; x",
    ]
    #expect(complete.map(assistant.isComplete) == complete.map { _ in true })
    let open = ["function f()", "{", "x =", "=", "'abc\\", "[[ab", "if x then", "f(", "'a\\z "]
    #expect(
      open.map(assistant.isComplete)
        == [false, false, false, true, false, false, false, false, false])
  }
}
