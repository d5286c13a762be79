import Foundation
import LineEditor

/// A small program that uses the line editor, for tests that type into it.
///
/// The host repeats every line as `got "…"`. Some lines have an effect: `wait PATH` waits until a
/// file exists, and `trap`, `abort` and `segv` crash. If no editor is available, the host first
/// reports this.
@main
struct EditorHost {
  static func main() {
    let environment = ProcessInfo.processInfo.environment
    let file = HistoryFile.standardPath { environment[$0] }.map { path in
      HistoryFile(path: path) { print($0) }
    }
    let assistant = ToyAssistant()
    let isColored = environment["NO_COLOR"] == nil
    guard
      let editor = LineEditor(
        // On a busy machine, a report can take long.
        terminal: Terminal(reportTimeout: .seconds(60)), history: LineHistory(file: file),
        assistant: assistant,
        palette: isColored ? .sixteen : .plain)
    else { return readPlainly() }
    assistant.handle = editor.handle
    while true {
      switch editor.readLine(prompt: "\u{1B}[36mhost>\u{1B}[0m ") {
      case .line(let line): run(line)
      case .interrupted: print("interrupted")
      case .end:
        print("end")
        return
      }
    }
  }

  private static func readPlainly() {
    print("no editor")
    while let line = readLine() { print("got \(line.debugDescription)") }
  }

  private static func run(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    switch words.first {
    case "wait":
      print("waiting")
      while !FileManager.default.fileExists(atPath: words[1]) { poll(nil, 0, 10) }
    case "trap": _ = [0][words.count]
    case "abort": abort()
    case "segv": raise(SIGSEGV)
    default: break
    }
    print("got \(line.debugDescription)")
  }
}

/// Completes four words, counts `do` and `end`, and answers some characters from another thread.
final class ToyAssistant: LineAssistant {
  var handle: LineEditorHandle?
  private static let words = [
    ("print", "shows values"), ("printer", "makes paper"), ("private", "nobody's business"),
    ("local", "a name"),
  ]

  func isComplete(_ text: String) -> Bool {
    let words = text.split(whereSeparator: \.isWhitespace)
    return words.count { $0 == "do" } <= words.count { $0 == "end" }
  }

  func styles(of text: String) -> [StyledRange] {
    var styles: [StyledRange] = []
    var start = 0
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if word == "local" { styles.append(StyledRange(start..<start + word.count, .keyword)) }
      start += word.count + 1
    }
    return styles
  }

  func completion(of text: String, at cursor: Int) -> LineCompletion {
    let before = Array(text.prefix(cursor))
    let start = before.lastIndex { !$0.isLetter }.map { $0 + 1 } ?? 0
    let word = String(before[start...])
    let found = Self.words.filter { !word.isEmpty && $0.0.hasPrefix(word) }
    return LineCompletion(
      start: start, suggestions: found.map { LineSuggestion($0.0, detail: $0.1) })
  }

  func hint(for text: String) -> String? { text == "loc" ? "al answer = 42" : nil }

  func textChanged(_ text: String) {
    guard let handle else { return }
    if text.hasSuffix("@") {
      Thread { handle.print("· event from elsewhere") }.start()
    } else if text.hasSuffix("?") {
      Thread { handle.preview("⤷ would do \(text.count)", for: text) }.start()
    }
  }
}
