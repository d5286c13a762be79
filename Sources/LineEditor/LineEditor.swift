/// Reads lines from a terminal and lets people edit them: `docs/decisions/0120` and `0121`.
///
/// One thread owns it and blocks in ``readLine(prompt:)``; others reach it through its ``handle``.
/// Between two lines the keys Ctrl-C and Ctrl-Z make signals, and what is typed waits.
package final class LineEditor {
  private let terminal: Terminal
  private let history: LineHistory
  private let assistant: (any LineAssistant)?
  private let draft: LineDraft
  private var decoder = KeyDecoder()
  /// Keys that were typed and not handled yet, the next one first.
  private var keys: [Key] = []
  private var composer: FrameComposer
  private var screen: Screen
  /// The first row of a tall input that is shown.
  private var top = 0
  private var size: (columns: Int, rows: Int)
  /// The styles of a text, kept until it is another one.
  private var styled: (text: String, styles: [StyledRange]) = ("", [])
  private var noticedText = ""
  private var hasEnded = false

  /// For other threads.
  package let handle: LineEditorHandle
  /// Whether the line that is edited shall end as if the input had ended, asked after each signal.
  package var shouldEnd: () -> Bool = { false }
  /// Whether SIGINT came from elsewhere since this was last asked; the key is no signal here.
  package var takeInterrupt: () -> Bool = { false }

  /// Lets the user write a text in another program, which has the terminal meanwhile; nil for none.
  package var editOutside: ((String) -> String?)?

  /// Something else that is looked after while a line is edited.
  package struct Watch {
    /// What is read from.
    package let descriptor: Int32
    /// Called when there is input to read, or at its end; Ctrl-C is a signal meanwhile. Returns the
    /// prompt from then on, or nil to end the input.
    package let look: () -> String?

    package init(descriptor: Int32, look: @escaping () -> String?) {
      self.descriptor = descriptor
      self.look = look
    }
  }

  /// On the thread that edits; what it shows goes through ``handle``.
  package var watch: Watch?

  /// ESC and what follows it come at once; a person is slower.
  private static let escapeTimeout: Int32 = 40
  /// How often input is read before something is shown again.
  private static let mostReads = 32

  /// - Parameters:
  ///   - terminal: Nil where there is none that can be edited on, and then there is no editor.
  ///   - assistant: Knows the language; nil for none.
  package init?(
    terminal: Terminal? = Terminal(), history: LineHistory,
    assistant: (any LineAssistant)? = nil, palette: LinePalette = .plain
  ) {
    guard let terminal else { return nil }
    self.terminal = terminal
    self.history = history
    self.assistant = assistant
    draft = LineDraft(history: history, assistant: assistant)
    composer = FrameComposer(palette: palette)
    size = terminal.size
    screen = Screen(columns: size.columns)
    handle = LineEditorHandle(write: terminal.writer)
  }

  /// Lets the user write a line, which may have several; afterwards the cursor is below it.
  ///
  /// - Parameter prompt: The prompt; may contain escape sequences for colors.
  package func readLine(prompt: String) -> LineInput {
    guard !hasEnded else { return .end }
    terminal.forgetWakes()
    let early = terminal.beginEditing()
    draft.begin()
    (top, noticedText, composer.preview) = (0, "", nil)
    size = terminal.size
    screen.reset(columns: size.columns)
    composer.setPrompt(prompt)
    handle.begin()
    defer {
      handle.end()
      terminal.endEditing()
    }
    keys += decoder.decode(early)
    while true {
      if let input = handleKeys() { return finish(input) }
      if let input = takeIn() { return finish(input) }
    }
  }

  /// Restores the terminal for another program, between two lines.
  package func lend<Result, E: Error>(_ body: () throws(E) -> Result) throws(E) -> Result {
    terminal.restore()
    defer { terminal.endEditing() }
    return try body()
  }

  // MARK: - Input

  /// Shows what there is, then waits for something to happen.
  ///
  /// - Returns: What ends the line, if something does.
  private func takeIn() -> LineInput? {
    var reads = 0
    repeat {
      if reads == 0, !terminal.hasInput {
        guard paint(isFinal: false) else { return .end }
        // Now that the prompt is there.
        history.load()
      }
      let (hasKeys, isWatched) = terminal.wait(
        milliseconds: decoder.isUndecided ? Self.escapeTimeout : nil, and: watch?.descriptor)
      if shouldEnd() { return .end }
      if takeInterrupt() { return .interrupted }
      if isWatched, let watch {
        guard let prompt = terminal.whileSignalling(watch.look) else { return .end }
        composer.setPrompt(prompt)
      }
      collect()
      if hasKeys {
        guard let bytes = terminal.read() else { return nil }
        if bytes.isEmpty { return .end }
        keys += decoder.decode(bytes)
      } else if decoder.isUndecided, !terminal.hasInput {
        keys += decoder.decide()
      }
      reads += 1
    } while reads < Self.mostReads && !keys.isEmpty && terminal.hasInput
    return nil
  }

  /// Handles what was typed, up to what ends the line; the rest is for the next one.
  private func handleKeys() -> LineInput? {
    var count = 0
    defer { keys.removeFirst(count) }
    while count < keys.count {
      let key = keys[count]
      count += 1
      switch draft.handle(key, isLast: count == keys.count) {
      case .none: break
      case .submit:
        history.add(draft.text)
        return .line(draft.text)
      case .interrupt: return .interrupted
      case .end: return .end
      case .suspend:
        _ = paint(isFinal: true) && terminal.write(screen.leave())
        terminal.suspend()
      case .editOutside: editDraft()
      case .clearScreen:
        screen.reset(columns: size.columns)
        _ = terminal.write("\u{1B}[H\u{1B}[2J")
      }
    }
    return nil
  }

  /// Has the input written by something that uses the terminal itself.
  private func editDraft() {
    guard let editOutside else { return }
    _ = paint(isFinal: true) && terminal.write(screen.leave())
    terminal.restore()
    let text = editOutside(draft.text)
    _ = terminal.beginEditing()
    screen.reset(columns: size.columns)
    if let text { draft.replace(with: text) }
  }

  private func finish(_ input: LineInput) -> LineInput {
    collect()
    draft.menu = nil
    draft.search = nil
    draft.move(to: draft.buffer.count)
    _ = paint(isFinal: true)
    let mark = input == .interrupted ? "^C" : ""
    if !terminal.write(mark + screen.leave()) || input == .end { hasEnded = input == .end }
    return input
  }

  // MARK: - Output

  /// Takes what other threads and the system have done meanwhile.
  private func collect() {
    var text = ""
    let now = terminal.size
    if terminal.takeContinued() {
      screen.reset(columns: now.columns)
      text = "\r\u{1B}[J"
    } else if now != size {
      text = screen.erase(columns: now.columns, reflows: terminal.reflows)
    }
    size = now
    let mail = handle.take()
    if !mail.messages.isEmpty {
      if !screen.isEmpty { text += screen.erase(columns: now.columns, reflows: false) }
      text += mail.messages.joined()
    }
    if let preview = mail.preview, preview.line == draft.text { composer.preview = preview.text }
    _ = terminal.write(text)
  }

  /// Shows how things are, with one write.
  ///
  /// - Returns: Whether there is still a terminal.
  private func paint(isFinal: Bool) -> Bool {
    if draft.text != noticedText {
      noticedText = draft.text
      composer.preview = nil
      if !isFinal { assistant?.textChanged(draft.text) }
    }
    (composer.columns, composer.height) = size
    let frame = composer.frame(of: draft, styles: styles(), isFinal: isFinal)
    let window = frame.window(height: size.rows, top: &top)
    return terminal.write(screen.update(to: window, composer.paints.codes))
  }

  private func styles() -> [StyledRange] {
    if styled.text != draft.text { styled = (draft.text, assistant?.styles(of: draft.text) ?? []) }
    return styled.styles
  }
}
