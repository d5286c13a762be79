/// Reads lines from a terminal and allows the user to edit them (decisions 0120, 0121).
///
/// The editor belongs to a single thread, which blocks in ``readLine(prompt:)``. Other threads use
/// the editor's ``handle``. Between two lines, Ctrl-C and Ctrl-Z send signals, and typed text is
/// buffered.
package final class LineEditor {
  private let terminal: Terminal
  private let history: LineHistory
  private let assistant: (any LineAssistant)?
  private let draft: LineDraft
  private var decoder = KeyDecoder()
  /// The typed keys that have not been handled yet, oldest first.
  private var keys: [Key] = []
  private var composer: FrameComposer
  private var screen: Screen
  /// The index of the first visible row of an input that is taller than the window.
  private var top = 0
  private var size: (columns: Int, rows: Int)
  /// The cached styles, and the text that they apply to.
  private var styled: (text: String, styles: [StyledRange]) = ("", [])
  private var noticedText = ""
  private var hasEnded = false

  /// The interface for other threads.
  package let handle: LineEditorHandle
  /// A closure that returns whether to end the line as if the input had ended. The closure is
  /// called after each event, such as a signal.
  package var shouldEnd: () -> Bool = { false }
  /// A closure that returns whether another process has sent SIGINT since the last call. The Ctrl-C
  /// key does not send a signal while a line is being edited.
  package var takeInterrupt: () -> Bool = { false }

  /// A closure that lets the user edit the input in another program, which uses the terminal in the
  /// meantime. The value is `nil` if this is not supported.
  package var editOutside: ((String) -> String?)?

  /// Other descriptors that are watched while a line is being edited.
  package struct Watch {
    /// A closure that returns the descriptors. The closure is called before each wait.
    package let descriptors: () -> [Int32]
    /// A closure that is called when a descriptor has data to read or has reached the end of its
    /// data. The closure returns the new prompt, or `nil` to end the input. During the call, Ctrl-C
    /// sends a signal.
    package let onInput: () -> String?

    package init(descriptors: @escaping () -> [Int32], onInput: @escaping () -> String?) {
      self.descriptors = descriptors
      self.onInput = onInput
    }
  }

  /// The descriptors to watch while a line is being edited, or `nil` if there are none. The watch's
  /// `onInput` closure is called on the editing thread and must print through ``handle``.
  package var watch: Watch?

  /// The time to wait for the rest of a sequence after ESC, in milliseconds. The rest of a sequence
  /// arrives together with ESC, whereas typed keys arrive more slowly.
  private static let escapeTimeout: Int32 = 40
  /// The maximum number of reads before the display is updated.
  private static let maxReads = 32

  /// - Parameters:
  ///   - terminal: The terminal. If there is no terminal, or if the terminal does not support
  ///     editing, the initializer returns `nil`.
  ///   - assistant: The language support, or `nil` if there is none.
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

  /// Reads an input of one or more lines, which the user can edit. On return, the cursor is below
  /// the input.
  ///
  /// - Parameter prompt: The prompt, which may contain escape sequences for colors.
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

  /// Runs a closure in which another program uses the terminal, while no line is being edited. The
  /// original terminal modes are restored during the call.
  package func lend<Result, E: Error>(_ body: () throws(E) -> Result) throws(E) -> Result {
    terminal.restore()
    defer { terminal.endEditing() }
    return try body()
  }

  /// Adds typed text that other code has read while no line was being edited.
  ///
  /// - Parameter bytes: The bytes as the terminal has sent them.
  package func keep(_ bytes: [UInt8]) { terminal.keep(bytes) }

  // MARK: - Input

  /// Updates the display and then waits for an event.
  ///
  /// - Returns: The result if the line has ended, otherwise `nil`.
  private func takeIn() -> LineInput? {
    var reads = 0
    repeat {
      if reads == 0, !terminal.hasInput {
        guard paint(isFinal: false) else { return .end }
        // The history is loaded after the prompt has been shown.
        history.load()
      }
      let (hasKeys, isWatched) = terminal.wait(
        milliseconds: decoder.isUndecided ? Self.escapeTimeout : nil,
        and: watch?.descriptors() ?? [])
      // Interrupts and messages are checked after a resize, because waiting for the final size also
      // resets their events.
      let resize = takeResize()
      if shouldEnd() { return .end }
      if takeInterrupt() { return .interrupted }
      if isWatched, let watch {
        guard let prompt = terminal.whileSignalling(watch.onInput) else { return .end }
        composer.setPrompt(prompt)
      }
      collect(resize)
      // The query for the cursor position may already have read these keys.
      if hasKeys, resize == nil || terminal.hasInput {
        guard let bytes = terminal.read() else { return nil }
        if bytes.isEmpty { return .end }
        keys += decoder.decode(bytes)
      } else if !hasKeys, decoder.isUndecided, !terminal.hasInput {
        keys += decoder.decide()
      }
      reads += 1
    } while reads < Self.maxReads && !keys.isEmpty && terminal.hasInput
    return nil
  }

  /// Handles typed keys up to the end of the line. Later keys belong to the next line.
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

  /// Opens the input in another program that uses the terminal.
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
    collect(takeResize())
    draft.closeMenus()
    draft.move(to: draft.buffer.count)
    _ = paint(isFinal: true)
    let mark = input == .interrupted ? "^C" : ""
    if !terminal.write(mark + screen.leave()) || input == .end { hasEnded = input == .end }
    return input
  }

  // MARK: - Output

  /// The size of a window that has been resized, and the row of its cursor if it is known.
  private typealias Resize = (size: (columns: Int, rows: Int), cursorRow: Int?)

  /// Waits until the size of the window no longer changes. Returns the new size, or `nil` if the
  /// window has not been resized.
  private func takeResize() -> Resize? {
    var resize: Resize?
    for _ in 0..<Self.maxReads {
      guard let size = terminal.takeResized(from: resize?.size ?? size) else { break }
      // If the size changes again, the row is no longer valid, and the loop repeats the query.
      let report = screen.isEmpty ? (row: nil, typed: []) : terminal.cursorRow()
      keys += decoder.decode(report.typed)
      resize = (size, report.row)
    }
    return resize
  }

  /// Handles events from other threads and from the system.
  private func collect(_ resize: Resize?) {
    var text = ""
    if terminal.takeContinued() {
      screen.reset(columns: (resize?.size ?? size).columns)
      text = "\r\u{1B}[J"
    } else if let resize {
      text = screen.erase(
        size: resize.size, reflows: terminal.reflows, cursorRow: resize.cursorRow)
    }
    size = resize?.size ?? size
    let mail = handle.take()
    if !mail.messages.isEmpty {
      if !screen.isEmpty { text += screen.erase() }
      text += mail.messages.joined()
    }
    if let preview = mail.preview, preview.line == draft.text { composer.preview = preview.text }
    _ = terminal.write(text)
  }

  /// Updates the display with a single write operation.
  ///
  /// - Returns: Whether the terminal is still open.
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
