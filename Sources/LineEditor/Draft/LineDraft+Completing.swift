/// Completion of words, in place or from a menu.
extension LineDraft {
  /// Completes the word before the cursor as far as it is unique, then shows the suggestions.
  func complete(from step: Int) {
    guard let (start, word, suggestions) = ways() else {
      // Before any text there is nothing to complete, only lines to indent.
      let line = buffer.characters[buffer.lineStart(at: buffer.cursor)..<buffer.cursor]
      if step > 0, line.allSatisfy(\.isWhitespace) { change(buffer.cursor..<buffer.cursor, "  ") }
      return
    }
    let common = CompletionMenu.commonPrefix(of: suggestions)
    let isLonger = common.count > word.count && common.hasPrefix(word)
    if suggestions.count == 1 || isLonger {
      change(start..<buffer.cursor, suggestions.count == 1 ? suggestions[0].text : common)
      if suggestions.count == 1 { return }
    }
    menu = CompletionMenu(
      start: start, word: isLonger ? common : word, suggestions: suggestions)
  }

  /// Handles a key while the menu is open.
  ///
  /// - Returns: Whether the key was handled; otherwise the menu is closed, and the key has its
  ///   usual effect.
  func handleInMenu(_ key: Key) -> Bool {
    switch key {
    case .text(let text):
      menu = nil
      type(text)
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
        _ = change(.deleteBackward)
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
    // An accent may have combined with the character before the word.
    change(min(menu.start, buffer.cursor)..<buffer.cursor, text, as: .completing)
  }

  /// Shows the remaining suggestions, if any.
  private func refreshMenu() {
    let kind = progress
    guard let (start, word, suggestions) = ways() else { return }
    if suggestions.count > 1 || suggestions[0].text != word {
      menu = CompletionMenu(start: start, word: word, suggestions: suggestions)
    }
    progress = kind
  }

  /// Returns the suggestions for the word before the cursor; nil for none.
  private func ways() -> (start: Int, word: String, suggestions: [LineSuggestion])? {
    let cursor = buffer.cursor
    guard let completion = assistant?.completion(of: text, at: cursor),
      !completion.suggestions.isEmpty
    else { return nil }
    let start = min(max(0, completion.start), cursor)
    return (start, String(buffer.characters[start..<cursor]), completion.suggestions)
  }
}
