/// An edit of the text, with the data needed to undo it.
struct Edit: Equatable {
  var start: Int
  var removed: [Character]
  var inserted: [Character]
  var cursorBefore: Int
  var cursorAfter: Int

  /// Returns an edit that combines this edit with the next edit, or `nil` unless both edits only
  /// insert text and the second text directly follows the first.
  func joined(with next: Edit) -> Edit? {
    guard removed.isEmpty, next.removed.isEmpty, next.start == start + inserted.count,
      next.cursorBefore == cursorAfter
    else { return nil }
    var edit = self
    edit.inserted += next.inserted
    edit.cursorAfter = next.cursorAfter
    return edit
  }
}
