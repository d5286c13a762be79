/// Moving the cursor, and accepting the hint.
extension LineDraft {
  /// - Returns: Whether the command is one of these.
  func move(_ command: EditCommand) -> Bool {
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
    case .moveUp: climb(up: true)
    case .moveDown: climb(up: false)
    default: return false
    }
    return true
  }

  /// Whether a command continues the previous one.
  func goesOn(_ command: EditCommand, _ progress: Progress) -> Bool {
    switch progress {
    case .climbing, .recalling:
      [.moveUp, .moveDown, .olderEntry, .newerEntry, .oldestEntry, .draftEntry].contains(command)
    case .killing: EditCommand.kills.contains(command)
    case .yanking: command == .yank || command == .yankOlder
    case .other, .typing, .completing: false
    }
  }

  private func takeHint(wordOnly: Bool) -> Bool {
    guard let hint else { return false }
    var taken = Array(hint)
    if wordOnly {
      let start = taken.firstIndex(where: EditBuffer.isWord) ?? taken.count
      let end = taken[start...].firstIndex { !EditBuffer.isWord($0) } ?? taken.count
      taken = Array(taken[..<end])
    }
    change(buffer.count..<buffer.count, String(taken))
    return true
  }

  /// Moves by lines, and at the first or last line through the history.
  private func climb(up: Bool) {
    let cursor = buffer.cursor
    let start = buffer.lineStart(at: cursor)
    let end = buffer.lineEnd(at: cursor)
    guard up ? start > 0 : end < buffer.count else {
      if up { recallOlder() } else { recallNewer() }
      return
    }
    var column = cursor - start
    if case .climbing(let wanted) = progress { column = wanted }
    let next = up ? buffer.lineStart(at: start - 1) : end + 1
    move(to: min(next + column, buffer.lineEnd(at: next)))
    progress = .climbing(column: column)
  }
}
