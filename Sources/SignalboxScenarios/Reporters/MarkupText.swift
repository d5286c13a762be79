/// Text inside of XML and HTML.
enum MarkupText {
  /// An attribute's value with its quotation marks.
  static func quoted(_ text: String) -> String {
    "\""
      + escaped(text).replacing("\"", with: "&quot;").replacing("\n", with: "&#10;")
      .replacing("\t", with: "&#9;") + "\""
  }

  /// Text between tags. XML 1.0 has no control characters but tab and line end, escaped or not
  /// (section 2.2).
  static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isAllowed =
        scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
        || scalar == "\t" || scalar == "\n"
      result.append(isAllowed ? scalar : "\u{FFFD}")
    }
    return String(result).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;")
  }
}
