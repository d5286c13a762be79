/// Small changes, and undo.
extension LineDraft {
  /// - Returns: Whether the command is one of these; the key for the end of input is one unless
  ///   there is nothing to delete.
  func change(_ command: EditCommand) -> Bool {
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
    default: return false
    }
    return true
  }

  private func delete() {
    let cursor = buffer.cursor
    if cursor < buffer.count { change(cursor..<cursor + 1, "") }
  }

  private func changeWord(_ body: (String) -> String) {
    let range = buffer.cursor..<buffer.wordEnd(after: buffer.cursor)
    if !range.isEmpty { change(range, body(String(buffer.characters[range]))) }
  }

  private func transpose() {
    // At the end, the last two characters are swapped.
    let right = buffer.isCursorAtEnd ? buffer.cursor - 1 : buffer.cursor
    guard right > 0 else { return }
    let pair = buffer.characters[right - 1...right]
    change(right - 1..<right + 1, String(pair.reversed()))
  }

  private func transposeWords() {
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
}
