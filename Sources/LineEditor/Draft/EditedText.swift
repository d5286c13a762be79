/// The characters and the cursor of an input, its undo stack, and the text that was cut.
struct EditedText {
  /// The effect of the last command. The next command may continue this effect.
  enum Progress: Equatable {
    case other
    case typing
    case killing
    /// The command has pasted text. The associated value is the range of the pasted text.
    case yanking(Range<Int>)
    case recalling
    case completing
    /// The command has moved the cursor vertically. The associated value is the column to keep.
    case climbing(column: Int)

    /// Returns whether a command continues this effect.
    fileprivate func goesOn(with command: EditCommand) -> Bool {
      switch self {
      case .climbing, .recalling:
        [.moveUp, .moveDown, .olderEntry, .newerEntry, .oldestEntry, .draftEntry].contains(command)
      case .killing: EditCommand.kills.contains(command)
      case .yanking: command == .yank || command == .yankOlder
      case .other, .typing, .completing: false
      }
    }
  }

  private(set) var text = ""
  private(set) var buffer = EditBuffer()
  private(set) var progress = Progress.other
  /// The number of changes to the text, not counting recalled inputs.
  private(set) var revision = 0
  private var undoStack = UndoStack()
  private var kills = KillRing()

  /// Removes everything except the cut text.
  mutating func clear() {
    self = EditedText(kills: kills)
  }

  init() {}

  private init(kills: KillRing) { self.kills = kills }

  // MARK: - Commands

  /// Performs a command that changes text.
  ///
  /// - Returns: Whether the command is one that changes text. `deleteForwardOrEnd` is such a
  ///   command unless the text is empty.
  mutating func perform(_ command: EditCommand) -> Bool {
    let cursor = buffer.cursor
    switch command {
    case .deleteBackward: if cursor > 0 { change(cursor - 1..<cursor, "") }
    case .deleteForward: delete()
    case .deleteForwardOrEnd:
      if buffer.count == 0 { return false }
      delete()
    case .transpose: transpose()
    case .transposeWords: transposeWords()
    case .uppercaseWord: changeWord { $0.uppercased() }
    case .lowercaseWord: changeWord { $0.lowercased() }
    case .capitalizeWord:
      changeWord { word in
        let head = word.prefix { !$0.isLetter }
        let rest = word.dropFirst(head.count)
        return head + rest.prefix(1).uppercased() + rest.dropFirst().lowercased()
      }
    case .undo: _ = undo()
    case .redo: _ = redo()
    case .killLineEnd:
      let end = buffer.lineEnd(at: cursor)
      // If the cursor is at the end of the line, the line is joined with the next line.
      cut(cursor..<(end == cursor ? min(end + 1, buffer.count) : end))
    case .killLineStart:
      let start = buffer.lineStart(at: cursor)
      cut((start == cursor ? max(0, start - 1) : start)..<cursor)
    case .killWhitespaceWord:
      cut(buffer.wordStart(before: cursor) { !$0.isWhitespace }..<cursor)
    case .killWordBackward: cut(buffer.wordStart(before: cursor)..<cursor)
    case .killWordForward: cut(cursor..<buffer.wordEnd(after: cursor))
    case .yank: if let text = kills.latest() { put(text, over: cursor..<cursor) }
    case .yankOlder:
      if case .yanking(let range) = progress, let text = kills.older() { put(text, over: range) }
    default: return false
    }
    return true
  }

  /// Ends the progress of the previous command unless the given command has continued or replaced
  /// it.
  mutating func end(_ before: Progress, with command: EditCommand) {
    if progress == before, !before.goesOn(with: command) { progress = .other }
  }

  /// Ends the progress of the previous command.
  mutating func endProgress() { progress = .other }

  private mutating func delete() {
    let cursor = buffer.cursor
    if cursor < buffer.count { change(cursor..<cursor + 1, "") }
  }

  private mutating func changeWord(_ body: (String) -> String) {
    let range = buffer.cursor..<buffer.wordEnd(after: buffer.cursor)
    if !range.isEmpty { change(range, body(String(buffer.characters[range]))) }
  }

  private mutating func transpose() {
    // If the cursor is at the end, the last two characters are swapped.
    let right = buffer.isCursorAtEnd ? buffer.cursor - 1 : buffer.cursor
    guard right > 0 else { return }
    let pair = buffer.characters[right - 1...right]
    change(right - 1..<right + 1, String(pair.reversed()))
  }

  private mutating func transposeWords() {
    let end = buffer.wordEnd(after: buffer.cursor)
    let second = buffer.wordStart(before: end)
    let first = buffer.wordStart(before: second)
    let words = buffer.characters
    let firstEnd = buffer.wordEnd(after: first)
    guard first < firstEnd, firstEnd <= second, second < end,
      EditBuffer.isWord(words[first]), EditBuffer.isWord(words[second])
    else { return }
    let text = words[second..<end] + words[firstEnd..<second] + words[first..<firstEnd]
    change(first..<end, String(text))
  }

  private mutating func cut(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let text = String(buffer.characters[range])
    let isForward = range.lowerBound == buffer.cursor
    kills.add(text, progress == .killing ? (isForward ? .after : .before) : .new)
    change(range, "", as: .killing)
  }

  private mutating func put(_ text: String, over range: Range<Int>) {
    change(range, text)
    progress = .yanking(min(range.lowerBound, buffer.cursor)..<buffer.cursor)
  }

  // MARK: - Changing

  /// Replaces the characters in a range.
  ///
  /// - Parameter next: The kind of change. Consecutive changes of the same kind are undone
  ///   together, except `other` changes. Typed words are undone separately.
  mutating func change(_ range: Range<Int>, _ text: String, as next: Progress = .other) {
    var joins = false
    if next == progress, next != .other {
      joins = next != .typing || !beginsWord(text)
    }
    undoStack.record(buffer.replace(range, with: text), joins: joins)
    progress = next
    if next != .recalling { revision += 1 }
    self.text = buffer.text
  }

  /// Replaces the whole text.
  mutating func replace(with text: String, as next: Progress = .other) {
    change(0..<buffer.count, text, as: next)
  }

  /// Inserts text before the cursor.
  mutating func insert(_ text: String, as next: Progress = .other) {
    change(buffer.cursor..<buffer.cursor, text, as: next)
  }

  /// Inserts typed text. Words that arrive together are undone separately if the text is short
  /// enough to have been typed.
  mutating func type(_ text: String) {
    var rest = text[...]
    while text.utf8.count < Self.fastTyping,
      let space = rest.firstIndex(where: \.isWhitespace),
      let word = rest[space...].firstIndex(where: { !$0.isWhitespace })
    {
      insert(String(rest[..<word]), as: .typing)
      rest = rest[word...]
    }
    insert(String(rest), as: .typing)
  }

  /// The minimum length, in bytes, of text that is regarded as too long to have been typed.
  private static let fastTyping = 200

  /// Returns whether an inserted string begins a new word. Each word is undone separately.
  private func beginsWord(_ text: String) -> Bool {
    guard buffer.cursor > 0, let first = text.first else { return false }
    return buffer.characters[buffer.cursor - 1].isWhitespace && !first.isWhitespace
  }

  mutating func move(to position: Int) { buffer.move(to: position) }

  /// Moves the cursor to the previous or next line.
  ///
  /// - Returns: Whether there is a previous or next line.
  mutating func climb(up: Bool) -> Bool {
    let cursor = buffer.cursor
    let start = buffer.lineStart(at: cursor)
    let end = buffer.lineEnd(at: cursor)
    guard up ? start > 0 : end < buffer.count else { return false }
    var column = cursor - start
    if case .climbing(let wanted) = progress { column = wanted }
    let next = up ? buffer.lineStart(at: start - 1) : end + 1
    move(to: min(next + column, buffer.lineEnd(at: next)))
    progress = .climbing(column: column)
    return true
  }

  /// - Returns: Whether anything changed.
  mutating func undo() -> Bool { restoreState { $0.undo(in: &$1) } }

  /// - Returns: Whether anything changed.
  mutating func redo() -> Bool { restoreState { $0.redo(in: &$1) } }

  /// Restores the next state with a different text. Changes that cancel each other out are skipped,
  /// for example if the user has recalled an input and has returned to the typed text.
  private mutating func restoreState(_ step: (inout UndoStack, inout EditBuffer) -> Bool) -> Bool {
    let before = text
    while text == before, step(&undoStack, &buffer) { text = buffer.text }
    progress = .other
    if text != before { revision += 1 }
    return text != before
  }
}

extension EditCommand {
  /// The commands that cut text. Consecutive cut commands extend the cut text.
  fileprivate static let kills: Set<EditCommand> = [
    .killLineEnd, .killLineStart, .killWhitespaceWord, .killWordBackward, .killWordForward,
  ]
}
