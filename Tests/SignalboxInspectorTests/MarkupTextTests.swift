import SignalboxInspector
import Testing

/// Tests text in XML and HTML.
struct MarkupTextTests {
  @Test(arguments: [
    ("plain", "plain", "\"plain\""), ("", "", "\"\""),
    ("a < b & c > \"d\"", "a &lt; b &amp; c &gt; \"d\"", "\"a &lt; b &amp; c &gt; &quot;d&quot;\""),
    ("one\ntwo\tthree", "one\ntwo\tthree", "\"one&#10;two&#9;three\""),
    ("\u{1B}[31m\u{0}\r", "\u{FFFD}[31m\u{FFFD}\u{FFFD}", "\"\u{FFFD}[31m\u{FFFD}\u{FFFD}\""),
    ("\u{FFFE}é\u{FFFF}日本👍🏽", "\u{FFFD}é\u{FFFD}日本👍🏽", "\"\u{FFFD}é\u{FFFD}日本👍🏽\""),
    ("\r\n", "\u{FFFD}\n", "\"\u{FFFD}&#10;\""),
  ])
  func `characters that XML does not allow are replaced`(
    text: String, escaped: String, quoted: String
  ) {
    #expect(MarkupText.escaped(text) == escaped)
    #expect(MarkupText.quoted(text) == quoted)
  }
}
