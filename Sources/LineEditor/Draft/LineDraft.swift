/// The input that is being edited: its text, and the effects of keys. Independent of the terminal.
final class LineDraft {
  /// The effects on the terminal.
  enum Effect: Equatable {
    case none
    case submit
    case interrupt
    case end
    case suspend
    case clearScreen
    /// The input is to be edited in another program.
    case editOutside
  }

  /// The effect of the last key, if the next one may continue it.
  enum Progress: Equatable {
    case other
    case typing
    case killing
    /// Text was pasted at this range.
    case yanking(Range<Int>)
    case recalling
    case completing
    /// The cursor moves vertically in this column.
    case climbing(column: Int)
  }

  /// The inputs of the history while they are recalled.
  struct Recall {
    let prefix: String
    /// The typed text.
    let draft: String
    var index: Int
  }

  let history: LineHistory
  let assistant: (any LineAssistant)?
  private(set) var text = ""
  private(set) var buffer = EditBuffer()
  private var undoStack = UndoStack()
  var kills = KillRing()
  var progress = Progress.other
  var recall: Recall?
  var menu: CompletionMenu?
  var search: HistorySearch?
  /// The text before the search.
  var searchOrigin = ""
  /// Whether the last key was Ctrl-X, which begins a sequence.
  private var isPrefixed = false
  private var lastHint: (text: String, hint: String?)?

  init(history: LineHistory, assistant: (any LineAssistant)?) {
    self.history = history
    self.assistant = assistant
  }

  /// Resets the draft; the cut text is kept.
  func begin() {
    buffer = EditBuffer()
    undoStack = UndoStack()
    text = ""
    progress = .other
    (recall, menu, search, lastHint) = (nil, nil, nil, nil)
  }

  // MARK: - Keys

  /// Handles a key.
  ///
  /// - Parameter isLast: Whether no other key follows immediately; only then a new line is
  ///   indented, because pasted text has its own indentation if the terminal does not mark it as
  ///   pasted.
  func handle(_ key: Key, isLast: Bool = true) -> Effect {
    if search != nil, handleInSearch(key) { return .none }
    if menu != nil, handleInMenu(key) { return .none }
    if isPrefixed {
      isPrefixed = false
      if key == .chord(.control("e")) { return .editOutside }
    }
    switch key {
    case .text(let text): type(text)
    case .paste(let text): change(buffer.cursor..<buffer.cursor, text)
    case .chord(let chord):
      guard let command = KeyTable.command(for: chord) else { return .none }
      return perform(command, isLast: isLast)
    }
    return .none
  }

  private func perform(_ command: EditCommand, isLast: Bool) -> Effect {
    let before = progress
    if move(command) || kill(command) || change(command) || walk(command) {
      // Commands that continue the last one have recorded that.
      if progress == before, !goesOn(command, before) { progress = .other }
      return .none
    }
    progress = .other
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
    case .searchOlder, .searchNewer: beginSearch()
    default: break
    }
    return .none
  }

  // MARK: - Changing

  /// Replaces the whole text.
  func replace(with text: String) {
    var text = text
    while text.last?.isNewline == true { text.removeLast() }
    change(0..<buffer.count, text)
  }

  /// Replaces characters.
  ///
  /// - Parameter next: The kind of change; a following change of the same kind is undone together
  ///   with it, as far as its kind allows.
  func change(_ range: Range<Int>, _ text: String, as next: Progress = .other) {
    var joins = false
    if next == progress, next != .other {
      joins = next != .typing || !beginsWord(text)
    }
    undoStack.record(buffer.replace(range, with: text), joins: joins)
    progress = next
    if next != .recalling { recall = nil }
    self.text = buffer.text
  }

  func move(to position: Int) { buffer.move(to: position) }

  /// - Returns: Whether anything changed.
  func undo() -> Bool { travel { $0.undo(in: &$1) } }

  /// - Returns: Whether anything changed.
  func redo() -> Bool { travel { $0.redo(in: &$1) } }

  /// Restores the next different state: recalling an input from the history is not a change.
  private func travel(_ step: (inout UndoStack, inout EditBuffer) -> Bool) -> Bool {
    let before = text
    while text == before, step(&undoStack, &buffer) { text = buffer.text }
    progress = .other
    if text != before { recall = nil }
    return text != before
  }

  /// Inserts typed text. Words that arrive together are undone one by one if a person could have
  /// typed them.
  func type(_ text: String) {
    var rest = text[...]
    while text.utf8.count < Self.fastTyping,
      let space = rest.firstIndex(where: \.isWhitespace),
      let word = rest[space...].firstIndex(where: { !$0.isWhitespace })
    {
      change(buffer.cursor..<buffer.cursor, String(rest[..<word]), as: .typing)
      rest = rest[word...]
    }
    change(buffer.cursor..<buffer.cursor, String(rest), as: .typing)
  }

  /// The maximum number of typed bytes that arrive together.
  private static let fastTyping = 200

  /// Whether a string begins another word, which is undone separately.
  private func beginsWord(_ text: String) -> Bool {
    guard buffer.cursor > 0, let first = text.first else { return false }
    return buffer.characters[buffer.cursor - 1].isWhitespace && !first.isWhitespace
  }

  /// Begins a line with the indentation of the previous one.
  private func breakLine(indents: Bool) {
    if indents { closeBlock() }
    let cursor = buffer.cursor
    let line = buffer.characters[buffer.lineStart(at: cursor)..<cursor]
    let blank = line.prefix { $0 == " " || $0 == "\t" }
    let step = indentation?.step
    let next = step.map { String(repeating: " ", count: max(0, blank.count + $0)) } ?? String(blank)
    change(cursor..<cursor, "\n" + (indents ? next : ""))
  }

  /// Removes one level of indentation from the cursor's line if its text closes a block.
  private func closeBlock() {
    let cursor = buffer.cursor
    let start = buffer.lineStart(at: cursor)
    let blank = buffer.characters[start..<cursor].prefix { $0 == " " || $0 == "\t" }.count
    guard start > 0, let most = indentation?.line, most < blank else { return }
    change(start..<(start + blank - most), "")
    move(to: cursor - (blank - most))
  }

  /// The indentation of the text up to the cursor.
  private var indentation: LineIndentation? {
    assistant?.indentation(of: String(buffer.characters[..<buffer.cursor]))
  }

  // MARK: - Hint

  /// The text that → appends; nil unless the cursor is at the end.
  var hint: String? {
    guard menu == nil, search == nil, buffer.isCursorAtEnd, !text.isEmpty else { return nil }
    if let lastHint, lastHint.text == text { return lastHint.hint }
    var hint = assistant?.hint(for: text)
    if hint?.isEmpty ?? true { hint = history.hint(for: text) }
    lastHint = (text, hint)
    return hint
  }
}
