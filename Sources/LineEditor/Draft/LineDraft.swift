/// The input that is being edited, and the effects of keys on it. A draft does not depend on a
/// terminal.
final class LineDraft {
  /// The action that the editor must perform for a key.
  enum Effect: Equatable {
    case none
    case submit
    case interrupt
    case end
    case suspend
    case clearScreen
    /// The key opens the input in another program.
    case editOutside
  }

  private let history: LineHistory
  private let assistant: (any LineAssistant)?
  private var edited = EditedText()
  private var recall: HistoryRecall
  private(set) var menu: CompletionMenu?
  private(set) var search: HistorySearch?
  /// Whether the last key was Ctrl-X, which begins a key sequence.
  private var isPrefixed = false
  private var lastHint: (text: String, hint: String?)?

  init(history: LineHistory, assistant: (any LineAssistant)?) {
    self.history = history
    self.assistant = assistant
    recall = HistoryRecall(history)
  }

  var text: String { edited.text }
  var buffer: EditBuffer { edited.buffer }

  /// Resets the draft but keeps the cut text.
  func begin() {
    edited.clear()
    recall = HistoryRecall(history)
    (lastHint, isPrefixed) = (nil, false)
    closeMenus()
  }

  /// Closes the completion menu and the search.
  func closeMenus() { (menu, search) = (nil, nil) }

  /// Replaces the whole text with the given text, from which trailing line endings are removed.
  func replace(with text: String) {
    var text = text
    while text.last?.isNewline == true { text.removeLast() }
    edited.replace(with: text)
  }

  func move(to position: Int) { edited.move(to: position) }

  /// - Returns: Whether anything changed.
  func undo() -> Bool { edited.undo() }

  /// - Returns: Whether anything changed.
  func redo() -> Bool { edited.redo() }

  // MARK: - Keys

  /// Handles a key.
  ///
  /// - Parameter isLast: Whether no other key follows immediately. A new line is indented only in
  ///   this case, because pasted text contains its own indentation even if the terminal does not
  ///   mark it as pasted.
  func handle(_ key: Key, isLast: Bool = true) -> Effect {
    if var search {
      let step = search.handle(key, in: history.entries, &edited)
      self.search = step == .searching ? search : nil
      if step != .passed { return .none }
    }
    if menu != nil, handleInMenu(key) { return .none }
    if isPrefixed {
      isPrefixed = false
      if key == .chord(.control("e")) { return .editOutside }
    }
    switch key {
    case .text(let text): edited.type(text)
    case .paste(let text): edited.insert(text)
    case .chord(let chord):
      guard let command = KeyTable.command(for: chord) else { return .none }
      return perform(command, isLast: isLast)
    }
    return .none
  }

  private func perform(_ command: EditCommand, isLast: Bool) -> Effect {
    let before = edited.progress
    if move(command) || edited.perform(command) || recall.perform(command, &edited) {
      edited.end(before, with: command)
      return .none
    }
    edited.endProgress()
    switch command {
    case .accept:
      let isWhole = text.allSatisfy(\.isWhitespace) || assistant?.isComplete(text) ?? true
      if isWhole {
        if isLast { closeBlock() }
        return .submit
      }
      breakLine(indents: isLast)
    case .newline: breakLine(indents: isLast)
    case .interrupt: return .interrupt
    case .deleteForwardOrEnd: return .end
    case .suspend: return .suspend
    case .clearScreen: return .clearScreen
    case .editOutside: isPrefixed = true
    case .complete: complete(from: 1)
    case .completeBackward: complete(from: -1)
    case .searchOlder, .searchNewer: search = HistorySearch(from: text)
    default: break
    }
    return .none
  }

  // MARK: - Moving

  /// Performs a movement command, which can also accept the hint or recall an input.
  ///
  /// - Returns: Whether the command is a movement command.
  private func move(_ command: EditCommand) -> Bool {
    let cursor = buffer.cursor
    switch command {
    case .moveLeft: move(to: cursor - 1)
    case .moveRight: if !takeHint(wordOnly: false) { move(to: cursor + 1) }
    case .moveWordLeft: move(to: buffer.wordStart(before: cursor))
    case .moveWordRight:
      if !takeHint(wordOnly: true) { move(to: buffer.wordEnd(after: cursor)) }
    case .moveLineStart: move(to: buffer.lineStart(at: cursor))
    case .moveLineEnd:
      if !takeHint(wordOnly: false) { move(to: buffer.lineEnd(at: cursor)) }
    // Beyond the first or last line, the command recalls inputs from the history.
    case .moveUp: if !edited.climb(up: true) { recall.showOlder(&edited) }
    case .moveDown: if !edited.climb(up: false) { recall.showNewer(&edited) }
    default: return false
    }
    return true
  }

  private func takeHint(wordOnly: Bool) -> Bool {
    guard let hint else { return false }
    var taken = Array(hint)
    if wordOnly {
      let start = taken.firstIndex(where: EditBuffer.isWord) ?? taken.count
      let end = taken[start...].firstIndex { !EditBuffer.isWord($0) } ?? taken.count
      taken = Array(taken[..<end])
    }
    edited.change(buffer.count..<buffer.count, String(taken))
    return true
  }

  /// The text that the → key appends, or `nil` if there is no hint, for example because the cursor
  /// is not at the end or a menu is open.
  var hint: String? {
    guard menu == nil, search == nil, buffer.isCursorAtEnd, !text.isEmpty else { return nil }
    if let lastHint, lastHint.text == text { return lastHint.hint }
    var hint = assistant?.hint(for: text)
    if hint?.isEmpty ?? true { hint = history.hint(for: text) }
    lastHint = (text, hint)
    return hint
  }

  // MARK: - Lines

  /// Inserts a line ending and, if `indents` is `true`, adjusts the indentation of both lines.
  private func breakLine(indents: Bool) {
    if indents { closeBlock() }
    let cursor = buffer.cursor
    let line = buffer.characters[buffer.lineStart(at: cursor)..<cursor]
    let blank = line.prefix { $0 == " " || $0 == "\t" }
    let step = indentation?.step
    let next = step.map { String(repeating: " ", count: max(0, blank.count + $0)) } ?? String(blank)
    edited.insert("\n" + (indents ? next : ""))
  }

  /// Reduces the indentation of the line with the cursor if the line closes a block.
  private func closeBlock() {
    let cursor = buffer.cursor
    let start = buffer.lineStart(at: cursor)
    let blank = buffer.characters[start..<cursor].prefix { $0 == " " || $0 == "\t" }.count
    guard start > 0, let indent = indentation?.line, indent < blank else { return }
    edited.change(start..<(start + blank - indent), "")
    move(to: cursor - (blank - indent))
  }

  /// The indentation that the assistant determines from the text up to the cursor, for the current
  /// line and the next one.
  private var indentation: LineIndentation? {
    assistant?.indentation(of: String(buffer.characters[..<buffer.cursor]))
  }

  // MARK: - Completion

  /// Completes the word before the cursor as far as the completion is unambiguous, and then opens
  /// the menu if there are several suggestions.
  private func complete(from step: Int) {
    guard let (start, word, suggestions) = ways() else {
      // If there is only white space before the cursor, the line is indented instead of completed.
      let line = buffer.characters[buffer.lineStart(at: buffer.cursor)..<buffer.cursor]
      if step > 0, line.allSatisfy(\.isWhitespace) { edited.insert("  ") }
      return
    }
    let common = CompletionMenu.commonPrefix(of: suggestions)
    let isLonger = common.count > word.count && common.hasPrefix(word)
    if suggestions.count == 1 || isLonger {
      let text = suggestions.count == 1 ? suggestions[0].text : common
      edited.change(start..<buffer.cursor, text)
      if suggestions.count == 1 { return }
    }
    menu = CompletionMenu(
      start: start, word: isLonger ? common : word, suggestions: suggestions)
  }

  /// Handles a key while the menu is open.
  ///
  /// - Returns: Whether the key was handled. If the result is `false`, the menu is closed and the
  ///   key has its usual effect.
  private func handleInMenu(_ key: Key) -> Bool {
    switch key {
    case .text(let text):
      menu = nil
      edited.type(text)
      refreshMenu()
      return true
    case .paste: menu = nil
    case .chord(let chord):
      switch KeyTable.command(for: chord) {
      case .complete, .moveDown: select(by: 1)
      case .completeBackward, .moveUp: select(by: -1)
      case .newerEntry: select(by: 8)
      case .olderEntry: select(by: -8)
      case .cancel:
        if let menu { replaceWord(of: menu, with: menu.word) }
        self.menu = nil
      case .accept where menu?.selected != nil: menu = nil
      case .deleteBackward where buffer.cursor > (menu?.start ?? 0):
        menu = nil
        _ = edited.perform(.deleteBackward)
        refreshMenu()
      default:
        menu = nil
        return false
      }
      return true
    }
    return false
  }

  private func select(by step: Int) {
    guard var menu else { return }
    menu.select(by: step)
    replaceWord(of: menu, with: menu.current)
    self.menu = menu
  }

  private func replaceWord(of menu: CompletionMenu, with text: String) {
    // An inserted accent may have combined with the character before the word, so the word may
    // begin earlier.
    edited.change(min(menu.start, buffer.cursor)..<buffer.cursor, text, as: .completing)
  }

  /// Opens the menu for the changed word, unless there is nothing to complete.
  private func refreshMenu() {
    guard let (start, word, suggestions) = ways() else { return }
    if suggestions.count > 1 || suggestions[0].text != word {
      menu = CompletionMenu(start: start, word: word, suggestions: suggestions)
    }
  }

  /// Returns the word before the cursor, its start and its suggestions, or `nil` if there are no
  /// suggestions.
  private func ways() -> (start: Int, word: String, suggestions: [LineSuggestion])? {
    let cursor = buffer.cursor
    guard let completion = assistant?.completion(of: text, at: cursor),
      !completion.suggestions.isEmpty
    else { return nil }
    let start = min(max(0, completion.start), cursor)
    return (start, String(buffer.characters[start..<cursor]), completion.suggestions)
  }
}
