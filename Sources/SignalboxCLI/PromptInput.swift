internal import LineEditor
internal import SignalboxREPL
internal import SignalboxScenarios
internal import SignalboxScripting

/// The source of the prompt's inputs: the line editor at a capable terminal, otherwise plain lines.
enum PromptInput {
  case editor(LineEditor)
  case file(InputFile)

  /// Opens the line editor if the terminal supports it and no option disables it.
  ///
  /// - Parameter assistant: The assistant. It is created only for the line editor.
  static func open(
    _ habits: PromptHabits, _ palette: TextPalette, _ file: InputFile,
    assistant: () -> any LineAssistant
  ) -> PromptInput {
    guard !habits.isPlain, let terminal = Terminal() else { return .file(file) }
    // This closure is called above the prompt, because the history is read when it is shown.
    var show: (String) -> Void = { _ in }
    let editor = LineEditor(
      terminal: terminal, history: habits.history { show($0) }, assistant: assistant(),
      palette: palette.isColored ? .sixteen : .plain)
    guard let editor else { return .file(file) }
    show = editor.handle.print
    editor.shouldEnd = { ScriptSession.isTerminating }
    editor.takeInterrupt = ScriptSession.takePendingInterrupt
    return .editor(editor)
  }

  /// The number of the last line, if the input is a file or a pipe.
  var lineNumber: Int? {
    if case .file(let file) = self, !file.isTerminal { file.lineNumber } else { nil }
  }

  /// Watches another descriptor while the user is not typing.
  ///
  /// - Parameter look: Called when there is input to read. Returns the new prompt to show, or `nil`
  ///   to end the input.
  func watch(_ descriptor: Int32, look: @escaping () -> String?) {
    switch self {
    case .editor(let editor): editor.watch = LineEditor.Watch(descriptor: descriptor, look: look)
    case .file(let file):
      file.watch = InputFile.Watch(descriptor: descriptor) { look() != nil }
    }
  }

  /// Stops watching the other descriptor.
  func unwatch() {
    switch self {
    case .editor(let editor): editor.watch = nil
    case .file(let file): file.watch = nil
    }
  }

  /// Waits for the next input.
  ///
  /// - Parameters:
  ///   - prompt: The prompt.
  ///   - show: Writes the prompt if there is no line editor. Ends the line if the input has no line
  ///     ending.
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
