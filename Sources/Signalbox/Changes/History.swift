/// The recent history: the steps that can be undone or redone, and the snapshots that depend on
/// older states.
///
/// Steps and snapshots store only positions in the state's change log, so recording one costs O(1).
/// If the log exceeds its capacity, its oldest changes are dropped. The steps of dropped changes
/// can no longer be undone, and snapshots that depend on dropped changes are rebuilt once.
/// Exceeding the capacity never drops the newest step. Benchmark: `W1`.
final class History {
  /// An operation that changed the state.
  struct Step {
    /// The log position before the step. The changes of the step end where the changes of the next
    /// step begin.
    let before: LogPosition
    let operation: Int
  }

  /// A step that has been undone.
  struct UndoneStep {
    /// The position of the step's first change in the log of undone changes. The changes end where
    /// the changes of the next step begin.
    let start: LogPosition
    let operation: Int
  }

  /// A weak reference to a snapshot. The log retains the changes that the snapshot needs as long as
  /// the snapshot exists.
  private struct Keeper {
    weak var snapshot: NavigationSnapshot?
  }

  /// The number of changes to retain for undo. The value 0 disables undo.
  let capacity: Int
  /// The steps, oldest first. A step's index is its number.
  @exclusivity(unchecked) private(set) var steps = Log<Step>()
  /// The undone steps, in the order in which they were undone.
  @exclusivity(unchecked) private(set) var undone = Buffer<UndoneStep>()
  /// The number of times that redoable steps have been discarded.
  private(set) var forkCount = 0
  /// The number of steps that ``release(keeping:_:)`` has dropped to free memory.
  private(set) var releasedSteps = 0
  /// The notice of the coordinator that finished last, including its result, or `nil` if no
  /// coordinator has finished.
  var lastFinish: FinishNotice?
  /// Whether changes leave the redoable steps unchanged. See ``NavigationEngine/attempt(_:)``.
  var isAttempt = false
  @exclusivity(unchecked) private var keepers: [Keeper] = []
  private var nextPurge = 64
  private static let minLimit = 4096

  /// A power of two minus one. The log is checked whenever the number of recorded steps is a
  /// multiple of that power of two.
  private let interval: Int

  init(capacity: Int) {
    self.capacity = max(0, capacity)
    interval = capacity < Self.minLimit ? 0 : 63
  }

  /// Whether finished coordinators are retained. See ``NavigationEngine/keepsFinished``.
  @exclusivity(unchecked) var keepsFinished = false

  /// The part of the history that a checkpoint saves. Once the state's log no longer leads back to
  /// the checkpoint, this part includes a copy of the steps.
  struct Contents: ~Copyable {
    fileprivate let end: Int
    fileprivate let undoneCount: Int
    fileprivate let forkCount: Int
    fileprivate let releasedSteps: Int
    fileprivate let lastFinish: FinishNotice?
    fileprivate let keepsFinished: Bool
    fileprivate var copy: Copy?
  }

  /// A copy of the steps.
  fileprivate final class Copy {
    var steps = Log<Step>()
    var undone = Buffer<UndoneStep>()
  }

  /// The part of the history that a checkpoint saves, for ``restore(_:_:isRolledBack:)``.
  var contents: Contents {
    Contents(
      end: steps.end, undoneCount: undone.count, forkCount: forkCount,
      releasedSteps: releasedSteps, lastFinish: lastFinish, keepsFinished: keepsFinished)
  }

  /// Copies the steps of saved contents, which must still be the oldest steps of the history. Cost:
  /// O(steps).
  func keep(_ contents: inout Contents) {
    let copy = Copy()
    copy.steps.copy(steps)
    copy.steps.removeAll(from: contents.end)
    copy.undone.copy(undone)
    copy.undone.removeAll(from: contents.undoneCount)
    contents.copy = copy
  }

  /// Restores saved contents. The caller must call ``keepSnapshots()`` and restore the state first.
  ///
  /// - Parameter isRolledBack: Whether only additional steps have been recorded since the contents
  ///   were saved.
  func restore(_ contents: borrowing Contents, isRolledBack: Bool) {
    if isRolledBack {
      steps.removeAll(from: contents.end)
    } else if let copy = contents.copy {
      steps.copy(copy.steps)
      undone.copy(copy.undone)
    }
    forkCount = contents.forkCount
    releasedSteps = contents.releasedSteps
    lastFinish = contents.lastFinish
    keepsFinished = contents.keepsFinished
    isAttempt = false
  }

  /// Makes all retained snapshots independent of the state, which is about to be restored.
  func keepSnapshots() {
    if !keepers.isEmpty { rebuildSnapshots { _ in true } }
  }

  /// Whether undo or a snapshot may need older states.
  var isKept: Bool { capacity > 0 || !keepers.isEmpty }

  /// Whether any snapshot is retained.
  var hasKeepers: Bool { keepers.contains { $0.snapshot != nil } }

  /// The number of registered snapshots, including released snapshots that have not been removed
  /// yet.
  var keeperCount: Int { keepers.count }

  // MARK: - Steps

  /// Records the changes of an operation as a step.
  ///
  /// Benchmark: `W1`.
  @inline(__always)
  func note(_ before: LogPosition, by operation: Int, _ state: NavigationState) {
    guard isKept else { return state.forgetChanges() }
    if state.mark == before { return }
    if capacity > 0 {
      forgetUndone(state)
      steps.append(Step(before: before, operation: operation))
    }
    // The log is checked only every few steps, because checking it each time would cost more than
    // the memory that is retained in between.
    if steps.end & interval == 0, state.changeCount > capacity { trim(state) }
  }

  /// Records a change that was made outside operations. The change becomes part of the previous
  /// step.
  func noteOutside(_ state: NavigationState) {
    forgetUndone(state)
    if !isKept { state.forgetChanges() }
  }

  /// Moves the newest steps to the undone steps.
  ///
  /// - Parameter marks: The log positions before the steps were undone, in the order in which they
  ///   were undone.
  func noteUndo(_ marks: borrowing Buffer<LogPosition>, _ state: NavigationState) {
    state.leaveLineage()
    for index in 0..<marks.count {
      let end = index + 1 < marks.count ? marks[index + 1] : state.mark
      undone.append(
        UndoneStep(
          start: state.undoneEnd, operation: steps[steps.end - 1 - index].operation))
      state.keepUndone(from: marks[index], to: end)
    }
    let target = steps[steps.end - marks.count].before
    if !keepers.isEmpty { rebuildSnapshots { $0.total > target.total } }
    state.forgetChanges(after: target)
    steps.removeAll(from: steps.end - marks.count)
  }

  /// Moves the most recently undone steps back to the steps that can be undone.
  ///
  /// - Parameter marks: The log positions before the steps were redone, in the order in which they
  ///   were redone.
  func noteRedo(_ marks: borrowing Buffer<LogPosition>, _ state: NavigationState) {
    state.leaveLineage()
    for index in 0..<marks.count {
      guard let step = undone.popLast() else { return }
      steps.append(Step(before: marks[index], operation: step.operation))
      state.forgetUndone(after: step.start)
    }
  }

  /// Discards the steps that can be redone, except during an attempt.
  @inline(__always)
  func forgetUndone(_ state: NavigationState) {
    if !undone.isEmpty { dropUndone(state) }
  }

  /// Removes undone steps until the given number remains.
  func forgetUndone(after count: Int, _ state: NavigationState) {
    guard undone.count > count else { return }
    state.forgetUndone(after: undone[count].start)
    undone.removeAll(from: count)
  }

  private func dropUndone(_ state: NavigationState) {
    guard !isAttempt else { return }
    forkCount += 1
    state.forgetUndone(after: undone[0].start)
    undone.removeAll()
  }

  // MARK: - Snapshots

  func keep(_ snapshot: NavigationSnapshot) {
    if keepers.count >= nextPurge {
      keepers.removeAll { $0.snapshot == nil }
      nextPurge = max(64, 2 * keepers.count)
    }
    keepers.append(Keeper(snapshot: snapshot))
  }

  /// Frees memory: drops the oldest steps until the given number remains, and discards the steps
  /// that can be redone. Has no effect while snapshots are retained, because the snapshots would
  /// have to be rebuilt. Cost: O(recorded changes).
  ///
  /// - Returns: The number of dropped steps.
  func release(keeping count: Int, _ state: NavigationState) -> Int {
    guard !hasKeepers else { return 0 }
    forgetUndone(state)
    let first = steps.end - min(count, steps.count)
    let dropped = first - steps.start
    if first < steps.end {
      state.forgetChanges(before: steps[first].before)
    } else {
      state.forgetChanges()
    }
    steps.forget(before: first)
    steps.shrink()
    state.shrinkChanges()
    releasedSteps += dropped
    return dropped
  }

  private func rebuildSnapshots(at isConcerned: (LogPosition) -> Bool) {
    keepers.removeAll { keeper in
      guard let snapshot = keeper.snapshot else { return true }
      guard isConcerned(snapshot.mark) else { return false }
      snapshot.rebuild()
      return true
    }
  }

  // MARK: - Memory

  /// Drops the oldest steps, and rebuilds the snapshots that depend on them. Without snapshots, the
  /// cost is O(dropped steps + dropped changes).
  private func trim(_ state: NavigationState) {
    if !keepers.isEmpty {
      // Rebuilding a snapshot costs O(size), amortized over an equal number of changes.
      guard state.changeCount > max(capacity, Self.minLimit, 4 * state.size) else { return }
    }
    guard steps.count > 0 else {
      rebuildSnapshots { _ in true }
      return state.forgetChanges()
    }
    let total = state.mark.total
    let room = keepers.isEmpty ? capacity : capacity / 2
    var first = steps.start
    while first < steps.end - 1, total - steps[first].before.total > room { first += 1 }
    let cut = steps[first].before
    if !keepers.isEmpty { rebuildSnapshots { $0.total < cut.total } }
    state.forgetChanges(before: cut)
    steps.forget(before: first)
  }
}
