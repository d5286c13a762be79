internal import SignalboxInspector

/// Prose in lines that fit the window.
enum WrappedText {
  /// Lines that begin some cells in; a word that is wider than the window stays whole.
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
