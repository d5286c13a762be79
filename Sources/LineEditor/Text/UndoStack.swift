/// The edits that can be undone and redone.
struct UndoStack {
  /// The groups of edits that can be undone. The edits in a group are undone together.
  private var done: [[Edit]] = []
  private var undone: [[Edit]] = []
  private static let maxUnits = 1_000

  /// Records an edit. Afterwards, edits that were undone earlier can no longer be redone.
  ///
  /// - Parameter joins: Whether the edit is undone together with the previous edit.
  mutating func record(_ edit: Edit, joins: Bool) {
    if edit.removed.isEmpty && edit.inserted.isEmpty { return }
    undone = []
    guard joins, var unit = done.popLast() else {
      done.append([edit])
      if done.count > Self.maxUnits { done.removeFirst() }
      return
    }
    if let last = unit.last, let joined = last.joined(with: edit) {
      unit[unit.count - 1] = joined
    } else {
      unit.append(edit)
    }
    done.append(unit)
  }

  mutating func undo(in buffer: inout EditBuffer) -> Bool {
    guard let unit = done.popLast() else { return false }
    for edit in unit.reversed() { buffer.undo(edit) }
    undone.append(unit)
    return true
  }

  mutating func redo(in buffer: inout EditBuffer) -> Bool {
    guard let unit = undone.popLast() else { return false }
    for edit in unit { buffer.redo(edit) }
    done.append(unit)
    return true
  }
}
