extension EditCommand {
  /// Commands that cut text; consecutive ones extend the cut text.
  static let kills: Set<EditCommand> = [
    .killLineEnd, .killLineStart, .killWhitespaceWord, .killWordBackward, .killWordForward,
  ]
}

/// Cutting and pasting.
extension LineDraft {
  /// - Returns: Whether the command is one of these.
  func kill(_ command: EditCommand) -> Bool {
    let cursor = buffer.cursor
    switch command {
    case .killLineEnd:
      let end = buffer.lineEnd(at: cursor)
      // At its end the line is joined with the next one.
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

  private func cut(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let text = String(buffer.characters[range])
    let isForward = range.lowerBound == buffer.cursor
    kills.add(text, progress == .killing ? (isForward ? .after : .before) : .new)
    change(range, "", as: .killing)
  }

  private func put(_ text: String, over range: Range<Int>) {
    change(range, text)
    progress = .yanking(min(range.lowerBound, buffer.cursor)..<buffer.cursor)
  }
}
