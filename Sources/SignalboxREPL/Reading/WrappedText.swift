internal import SignalboxInspector

/// Wraps text to the width of the window.
enum WrappedText {
  /// Returns the text as indented lines. Words that are wider than the window are not split.
  static func lines(of text: String, indent: Int = 2, width: Int) -> [String] {
    let start = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      let cells = indent + DisplayText.width(of: line) + 1 + DisplayText.width(of: String(word))
      if cells >= width, !line.isEmpty {
        lines.append(start + line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    return lines + [start + line]
  }
}
