internal import LineEditor

/// Where the prompt's inputs come from: an editor at a terminal that can have one, else plain lines.
enum PromptInput {
  case editor(LineEditor)
  case file(InputFile)

  /// Waits for the next input.
  ///
  /// - Parameters:
  ///   - prompt: What stands before it.
  ///   - show: Writes the prompt where no editor does; ends its line where the input has none.
  func next(prompt: String, show: (String) -> Void) -> LineInput {
    switch self {
    case .editor(let editor): return editor.readLine(prompt: prompt)
    case .file(let file):
      show(prompt)
      switch file.next() {
      case .line(let line): return .line(line)
      case .interrupted:
        show("\n")
        return .interrupted
      case .end:
        if !prompt.isEmpty { show("\n") }
        return .end
      }
    }
  }
}
