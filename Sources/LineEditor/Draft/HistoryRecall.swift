/// The recall of inputs from the history, one after the other.
struct HistoryRecall {
  private struct Position {
    let prefix: String
    /// The text that the user had typed before the recall.
    let draft: String
    var index: Int
    /// The revision of the recalled text. A different revision ends the recall.
    let revision: Int
  }

  private let history: LineHistory
  private var position: Position?

  init(_ history: LineHistory) { self.history = history }

  /// - Returns: Whether the command recalls inputs.
  mutating func perform(_ command: EditCommand, _ edited: inout EditedText) -> Bool {
    switch command {
    case .olderEntry: showOlder(&edited)
    case .newerEntry: showNewer(&edited)
    case .oldestEntry:
      if let index = history.entries.indices.first { show(index, begin(edited), &edited) }
    case .draftEntry: if let position = current(edited) { showDraft(of: position, &edited) }
    default: return false
    }
    return true
  }

  /// Recalls the nearest older input that begins with the text that was before the cursor when the
  /// recall began.
  mutating func showOlder(_ edited: inout EditedText) {
    let position = begin(edited)
    if let index = history.older(
      than: position.index, prefix: position.prefix, not: edited.text)
    {
      show(index, position, &edited)
    }
  }

  /// Recalls the nearest newer input with the same prefix, or restores the typed text if there is
  /// none.
  mutating func showNewer(_ edited: inout EditedText) {
    guard let position = current(edited) else { return }
    guard
      let index = history.newer(than: position.index, prefix: position.prefix, not: edited.text)
    else { return showDraft(of: position, &edited) }
    show(index, position, &edited)
    // The cursor moves to the end of the first line, so that the next presses of Down move through
    // its lines, as Up does in an older input.
    edited.move(to: edited.buffer.lineEnd(at: 0))
  }

  private func current(_ edited: EditedText) -> Position? {
    position?.revision == edited.revision ? position : nil
  }

  private func begin(_ edited: EditedText) -> Position {
    if let position = current(edited) { return position }
    let prefix = String(edited.buffer.characters[..<edited.buffer.cursor])
    return Position(
      prefix: prefix, draft: edited.text, index: history.entries.count,
      revision: edited.revision)
  }

  private mutating func show(_ index: Int, _ position: Position, _ edited: inout EditedText) {
    edited.replace(with: history.entries[index], as: .recalling)
    self.position = position
    self.position?.index = index
  }

  private mutating func showDraft(of position: Position, _ edited: inout EditedText) {
    edited.replace(with: position.draft, as: .recalling)
    self.position = nil
  }
}
