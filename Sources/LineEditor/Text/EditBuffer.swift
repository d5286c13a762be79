/// The edited text and its cursor. Positions are in characters (grapheme clusters).
///
/// Characters are grapheme clusters of the whole text: a combining accent joins the preceding
/// letter, and the halves of flags are paired again when a half is removed.
struct EditBuffer {
  private(set) var characters: [Character] = []
  /// The index of the character after the cursor. At the end of the text, the index equals the
  /// number of characters.
  private(set) var cursor = 0

  var count: Int { characters.count }
  var text: String { String(characters) }
  var isCursorAtEnd: Bool { cursor == count }

  mutating func move(to position: Int) { cursor = min(max(0, position), count) }

  /// Replaces a range of characters and moves the cursor to the end of the replacement.
  ///
  /// Cost: O(n + m), where n is the number of characters in the buffer and m is the number of
  /// inserted characters. If the inserted or adjacent characters are not ASCII, the whole text is
  /// segmented again.
  mutating func replace(_ range: Range<Int>, with text: String) -> Edit {
    let range = range.clamped(to: 0..<count)
    let text = Self.cleaned(text)
    let before = cursor
    if isPlain(text, in: range) {
      let inserted = Array(text)
      let removed = Array(characters[range])
      characters.replaceSubrange(range, with: inserted)
      cursor = range.lowerBound + inserted.count
      return Edit(
        start: range.lowerBound, removed: removed, inserted: inserted, cursorBefore: before,
        cursorAfter: cursor)
    }
    return segment(range, text, before)
  }

  mutating func redo(_ edit: Edit) {
    characters.replaceSubrange(edit.start..<edit.start + edit.removed.count, with: edit.inserted)
    cursor = edit.cursorAfter
  }

  mutating func undo(_ edit: Edit) {
    characters.replaceSubrange(edit.start..<edit.start + edit.inserted.count, with: edit.removed)
    cursor = edit.cursorBefore
  }

  // MARK: - Characters

  /// Returns whether a string cannot combine with the characters next to a range. ASCII characters
  /// never combine.
  private func isPlain(_ text: String, in range: Range<Int>) -> Bool {
    func isPlain(at index: Int) -> Bool {
      !characters.indices.contains(index) || characters[index].isASCII
    }
    return text.utf8.allSatisfy { $0 < 0x80 } && isPlain(at: range.lowerBound - 1)
      && isPlain(at: range.upperBound)
  }

  private mutating func segment(_ range: Range<Int>, _ text: String, _ before: Int) -> Edit {
    let head = String(characters[..<range.lowerBound]) + text
    let whole = Array(head + String(characters[range.upperBound...]))
    let shared = zip(characters, whole).prefix { $0 == $1 }.count
    let maxTail = min(characters.count, whole.count) - shared
    let tail = zip(characters.reversed(), whole.reversed()).prefix(maxTail).prefix { $0 == $1 }
      .count
    let edit = Edit(
      start: shared, removed: Array(characters[shared..<characters.count - tail]),
      inserted: Array(whole[shared..<whole.count - tail]), cursorBefore: before,
      cursorAfter: Self.position(after: head.unicodeScalars.count, in: whole))
    redo(edit)
    return edit
  }

  /// Returns the number of characters that contain the given number of scalars.
  private static func position(after scalars: Int, in characters: [Character]) -> Int {
    var left = scalars
    for (index, character) in characters.enumerated() {
      if left <= 0 { return index }
      left -= character.unicodeScalars.count
    }
    return characters.count
  }

  /// Removes control characters other than line endings and tabs, and makes line endings uniform.
  static func cleaned(_ text: String) -> String {
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text }
    var result = String.UnicodeScalarView()
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 13: result.append("\n")
      case 10: if !isAfterReturn { result.append("\n") }
      case 9, 0x20..<0x7F, 0xA0...: result.append(scalar)
      default: break
      }
      isAfterReturn = scalar.value == 13
    }
    return String(result)
  }
}

// MARK: - Lines and words

extension EditBuffer {
  /// Returns the start of the line at a position.
  func lineStart(at position: Int) -> Int {
    characters[..<position].lastIndex(of: "\n").map { $0 + 1 } ?? 0
  }

  /// Returns the end of the line at a position, before its line ending.
  func lineEnd(at position: Int) -> Int {
    characters[position...].firstIndex(of: "\n") ?? count
  }

  /// Returns the start of the word that precedes a position.
  func wordStart(before position: Int, _ isWord: (Character) -> Bool = Self.isWord) -> Int {
    var index = position
    while index > 0, !isWord(characters[index - 1]) { index -= 1 }
    while index > 0, isWord(characters[index - 1]) { index -= 1 }
    return index
  }

  /// Returns the end of the word that follows a position.
  func wordEnd(after position: Int) -> Int {
    var index = position
    while index < count, !Self.isWord(characters[index]) { index += 1 }
    while index < count, Self.isWord(characters[index]) { index += 1 }
    return index
  }

  static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
