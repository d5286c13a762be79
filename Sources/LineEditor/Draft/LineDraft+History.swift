/// The history and its search.
extension LineDraft {
  /// - Returns: Whether the command is one of these.
  func walk(_ command: EditCommand) -> Bool {
    switch command {
    case .olderEntry: recallOlder()
    case .newerEntry: recallNewer()
    case .oldestEntry:
      if let index = history.entries.indices.first { show(index, beginRecall()) }
    case .draftEntry: if let recall { showDraft(of: recall) }
    default: return false
    }
    return true
  }

  /// Recalls the nearest older input with the same beginning as the text before the cursor.
  func recallOlder() {
    let recall = beginRecall()
    if let index = history.older(than: recall.index, prefix: recall.prefix, not: text) {
      show(index, recall)
    }
  }

  /// Recalls the nearest newer input; the newest one is followed by the typed text.
  func recallNewer() {
    guard let recall else { return }
    guard let index = history.newer(than: recall.index, prefix: recall.prefix, not: text) else {
      return showDraft(of: recall)
    }
    show(index, recall)
    // At the end of the first line: the next Down key moves through the lines, as Up does.
    move(to: buffer.lineEnd(at: 0))
  }

  private func beginRecall() -> Recall {
    if let recall { return recall }
    let prefix = String(buffer.characters[..<buffer.cursor])
    return Recall(prefix: prefix, draft: text, index: history.entries.count)
  }

  private func show(_ index: Int, _ recall: Recall) {
    change(0..<buffer.count, history.entries[index], as: .recalling)
    self.recall = recall
    self.recall?.index = index
  }

  private func showDraft(of recall: Recall) {
    change(0..<buffer.count, recall.draft, as: .recalling)
    self.recall = nil
  }

  // MARK: - Searching

  func beginSearch() {
    searchOrigin = text
    search = HistorySearch()
  }

  /// Handles a key while a search is active.
  ///
  /// - Returns: Whether the key was handled; otherwise the search ends, and the key has its usual
  ///   effect.
  func handleInSearch(_ key: Key) -> Bool {
    guard var search else { return false }
    switch key {
    case .text(let text), .paste(let text):
      search.change(search.query + EditBuffer.cleaned(text), in: history.entries)
    case .chord(let chord):
      switch KeyTable.command(for: chord) {
      case .searchOlder: search.go(older: true, in: history.entries)
      case .searchNewer: search.go(older: false, in: history.entries)
      case .deleteBackward:
        search.change(String(search.query.dropLast()), in: history.entries)
      case .cancel where chord.base != .escape, .interrupt:
        if text != searchOrigin { change(0..<buffer.count, searchOrigin) }
        self.search = nil
        return true
      case .cancel:
        self.search = nil
        return true
      default:
        self.search = nil
        return false
      }
    }
    self.search = search
    guard let found = search.found else { return true }
    let entry = history.entries[found.index]
    if entry != text { change(0..<buffer.count, entry, as: .recalling) }
    move(to: found.range.lowerBound)
    return true
  }
}
