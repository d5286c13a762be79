/// The path to the current state, and the checkpoints on this path.
package struct ExplorationTrail<Action: Hashable & Sendable, Checkpoint> {
  /// A checkpoint on the path.
  private struct Entry {
    /// The number of actions before the checkpoint.
    let length: Int
    let checkpoint: Checkpoint
  }

  /// The actions that led to the current state, without the actions that were tried in it.
  package var path: [Action] = []
  /// Whether the state of the application can be saved.
  package var isKept = true
  private var entries: [Entry] = []

  /// The maximum number of checkpoints. Successive states are near each other, so the first
  /// checkpoint and the newest ones suffice.
  private static var maxEntries: Int { 48 }

  package init(isKept: Bool = true) { self.isKept = isKept }

  /// Adds a checkpoint of the current state.
  package mutating func add(_ checkpoint: Checkpoint) {
    if entries.count == Self.maxEntries { entries.remove(at: 1) }
    entries.append(Entry(length: path.count, checkpoint: checkpoint))
  }

  /// Removes the checkpoints that are not on the given path, shortens ``path`` to the last
  /// remaining checkpoint, and returns this checkpoint, to which the application must then return.
  /// Returns `nil` if no checkpoint remains.
  ///
  /// - Parameter shared: The number of actions at the start of both paths that are known to be
  ///   equal. Only the other actions are compared.
  package mutating func checkpoint(on other: [Action], sharing shared: Int) -> Checkpoint? {
    var shared = min(shared, path.count, other.count)
    while shared < min(path.count, other.count), path[shared] == other[shared] { shared += 1 }
    while let last = entries.last, last.length > shared { entries.removeLast() }
    guard let last = entries.last else { return nil }
    path.removeSubrange(last.length...)
    return last.checkpoint
  }
}
