internal import LineEditor
internal import SignalboxREPL
internal import SignalboxScenarios
internal import SignalboxScripting

/// Where the prompt's inputs come from: an editor at a terminal that can have one, else plain lines.
enum PromptInput {
  case editor(LineEditor)
  case file(InputFile)

  /// An editor where the terminal can have one and nothing is said against it.
  ///
  /// - Parameter warn: Told why the history cannot be kept.
  static func open(
    for prompt: Prompt, _ options: PromptOptions, _ palette: TextPalette, _ file: InputFile,
    warn: @escaping (String) -> Void
  ) -> PromptInput {
    if options.plain { return .file(file) }
    let editor = LineEditor(
      history: options.history(warn: warn), assistant: PromptAssistant(prompt),
      palette: palette.isColored ? .sixteen : .plain)
    guard let editor else { return .file(file) }
    editor.shouldEnd = { ScriptSession.isTerminating }
    editor.takeInterrupt = ScriptSession.takePendingInterrupt
    return .editor(editor)
  }

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
