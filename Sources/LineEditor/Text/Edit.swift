/// A change of a text, with all that is needed to take it back.
struct Edit: Equatable {
  var start: Int
  var removed: [Character]
  var inserted: [Character]
  var cursorBefore: Int
  var cursorAfter: Int

  /// What this and an edit right after it come to, where both only insert in one place.
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
