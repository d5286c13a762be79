internal import SignalboxInspector

/// Prose in lines that fit the window.
enum WrappedText {
  /// Lines that begin two cells in.
  static func lines(of text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = " "
    for word in text.split(separator: " ") {
      let isFull = DisplayText.width(of: line) + 1 + DisplayText.width(of: String(word)) >= width
      if isFull, line != " " {
        lines.append(line)
        line = " "
      }
      line += " \(word)"
    }
    return lines + [line]
  }
}
