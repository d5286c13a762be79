import SignalboxInspector
import Testing

/// Tests text that a terminal or a report can show.
struct DisplayTextTests {
  @Test(arguments: [
    ("one", "one"), ("one\ntwo", "one\ntwo"), ("one\r\ntwo\r\n", "one\ntwo\n"),
    ("one\rtwo", "one\u{FFFD}two"), ("\u{1B}[31m\n\u{202E}", "\u{FFFD}[31m\n\u{FFFD}"),
    ("\n\n", "\n\n"), ("", ""),
  ])
  func `lines keep their line endings as line feeds, and no other control characters`(
    text: String, lines: String
  ) {
    #expect(DisplayText.lines(text) == lines)
  }
}
