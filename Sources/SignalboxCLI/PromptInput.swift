internal import LineEditor
internal import SignalboxREPL
internal import SignalboxScenarios
internal import SignalboxScripting

/// The source of the prompt's inputs, which is the line editor if the terminal supports it, and
/// otherwise a file with plain lines.
enum PromptInput {
  case editor(LineEditor)
  case file(InputFile)

  /// Opens the line editor if the terminal supports it and no option disables it.
  ///
  /// - Parameter assistant: A closure that creates the assistant. The closure is called only for
  ///   the line editor.
  static func open(
    _ habits: PromptHabits, _ palette: TextPalette, _ file: InputFile,
    assistant: () -> any LineAssistant
  ) -> PromptInput {
    guard !habits.isPlain, let terminal = Terminal() else { return .file(file) }
    // The closure prints above the prompt, because the history is read while the prompt is shown.
    var show: (String) -> Void = { _ in }
    let editor = LineEditor(
      terminal: terminal, history: habits.history { show($0) }, assistant: assistant(),
      palette: palette.isColored ? .sixteen : .plain)
    guard let editor else { return .file(file) }
    show = editor.handle.print
    editor.shouldEnd = { ProcessSignals.isTerminating }
    editor.takeInterrupt = ProcessSignals.takePendingInterrupt
    return .editor(editor)
  }

  /// The number of the last line, or `nil` if a user types the input.
  var lineNumber: Int? {
    if case .file(let file) = self, !file.isTerminal { file.lineNumber } else { nil }
  }

  /// Watches other descriptors while the prompt waits for input.
  ///
  /// - Parameter descriptors: A closure that returns the descriptors. The closure is called before
  ///   each wait.
  /// - Parameter onInput: A closure that is called when there is input to read. The closure returns
  ///   the new text of the prompt, or `nil` to end the input.
  func watch(_ descriptors: @escaping () -> [Int32], onInput: @escaping () -> String?) {
    switch self {
    case .editor(let editor):
      editor.watch = LineEditor.Watch(descriptors: descriptors, onInput: onInput)
    case .file(let file):
      file.watch = InputFile.Watch(descriptors: descriptors) { onInput() != nil }
    }
  }

  /// Stops watching the other descriptors.
  func unwatch() {
    switch self {
    case .editor(let editor): editor.watch = nil
    case .file(let file): file.watch = nil
    }
  }

  /// Waits for the next input.
  ///
  /// - Parameters:
  ///   - prompt: The text of the prompt.
  ///   - show: A closure that writes the prompt if there is no line editor, and a line ending if
  ///     the last input has none.
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
