/// The recent history: the steps that can be undone and redone, and the snapshots that need older
/// states.
///
/// Steps and snapshots are positions in the state's change log, so recording one costs O(1) at any
/// depth. Changes beyond the capacity of the log are dropped: those steps can no longer be undone,
/// and existing snapshots from that time are rebuilt once. The newest step is always retained.
/// Guarded by bench: W1.
final class History {
  /// An operation that changed something.
  struct Step {
    /// The position in the log before the step; it ends where the next step begins.
    let before: NavigationState.Mark
    let operation: Int
  }

  /// A step that was undone.
  struct UndoneStep {
    /// Where its changes begin in the undone part of the log; they end where those of the next step
    /// begin.
    let start: NavigationState.Mark
    let operation: Int
  }

  private struct Keeper {
    weak var snapshot: NavigationSnapshot?
  }

  /// The number of record changes that are retained for undo; 0 disables undo.
  let capacity: Int
  /// Oldest first; a step's index is its number.
  @exclusivity(unchecked) private(set) var steps = Log<Step>()
  /// The last undone last.
  @exclusivity(unchecked) private(set) var undone = Buffer<UndoneStep>()
  /// The number of times that a change cleared the steps to redo.
  private(set) var forkCount = 0
  /// The number of steps that were dropped to free memory.
  private(set) var releasedSteps = 0
  /// The coordinator that finished last, with its result.
  var lastFinish: FinishNotice?
  /// Whether changes keep the steps to redo, see ``NavigationEngine/attempt(_:)``.
  var isAttempt = false
  @exclusivity(unchecked) private var keepers: [Keeper] = []
  private var nextPurge = 64
  private static let minLimit = 4096

  /// The number of steps between checks of the log, minus one; a power of two minus one.
  private let interval: Int

  init(capacity: Int) {
    self.capacity = max(0, capacity)
    interval = capacity < Self.minLimit ? 0 : 63
  }

  /// Whether finished coordinators are retained, see ``NavigationEngine/keepsFinished``.
  @exclusivity(unchecked) var keepsFinished = false

  /// Resets the history.
  func restart() {
    steps.restart()
    undone.removeAll()
    forkCount = 0
    releasedSteps = 0
    lastFinish = nil
    isAttempt = false
    keepers = []
    nextPurge = 64
  }

  /// Whether older states may be needed.
  var isKept: Bool { capacity > 0 || !keepers.isEmpty }

  /// Whether any snapshot is retained.
  var hasKeepers: Bool { keepers.contains { $0.snapshot != nil } }

  /// The number of known snapshots, including released ones until they are removed.
  var keeperCount: Int { keepers.count }

  // MARK: - Steps

  /// Records the changes of an operation.
  ///
  /// Guarded by bench: push-pop.
  @inline(__always)
  func note(_ before: NavigationState.Mark, by operation: Int, _ state: NavigationState) {
    guard isKept else { return state.forgetChanges() }
    if state.mark == before { return }
    if capacity > 0 {
      forgetUndone(state)
      steps.append(Step(before: before, operation: operation))
    }
    // Checked every few steps: checking each time would cost more than the memory retained
    // meanwhile.
    if steps.end & interval == 0, state.changeCount > capacity { trim(state) }
  }

  /// Records a change outside operations: it belongs to the previous step.
  func noteOutside(_ state: NavigationState) {
    forgetUndone(state)
    if !isKept { state.forgetChanges() }
  }

  /// Moves the newest steps to the undone ones.
  ///
  /// - Parameter marks: The position in the log before each was undone, the newest step's first.
  func noteUndo(_ marks: borrowing Buffer<NavigationState.Mark>, _ state: NavigationState) {
    for index in 0..<marks.count {
      let end = index + 1 < marks.count ? marks[index + 1] : state.mark
      undone.append(
        UndoneStep(
          start: state.undoneMark, operation: steps[steps.end - 1 - index].operation))
      state.keepUndone(from: marks[index], to: end)
    }
    let target = steps[steps.end - marks.count].before
    if !keepers.isEmpty { rebuildSnapshots { $0.total > target.total } }
    state.forgetChanges(after: target)
    steps.removeAll(from: steps.end - marks.count)
  }

  /// Moves the last undone steps back.
  ///
  /// - Parameter marks: The position in the log before each was redone, in that order.
  func noteRedo(_ marks: borrowing Buffer<NavigationState.Mark>, _ state: NavigationState) {
    for index in 0..<marks.count {
      guard let step = undone.popLast() else { return }
      steps.append(Step(before: marks[index], operation: step.operation))
      state.forgetUndone(after: step.start)
    }
  }

  /// Clears the steps to redo.
  @inline(__always)
  func forgetUndone(_ state: NavigationState) {
    if !undone.isEmpty { dropUndone(state) }
  }

  /// Removes the undone steps beyond a number.
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

  /// Drops steps until a number of the newest remains, and clears the steps to redo, to free their
  /// memory. Has no effect while snapshots are retained, because they would have to be rebuilt.
  ///
  /// - Returns: The number of dropped steps. Cost: O(dropped and remaining items).
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

  private func rebuildSnapshots(at isConcerned: (NavigationState.Mark) -> Bool) {
    keepers.removeAll { keeper in
      guard let snapshot = keeper.snapshot else { return true }
      guard isConcerned(snapshot.mark) else { return false }
      snapshot.rebuild()
      return true
    }
  }

  // MARK: - Memory

  /// Drops the oldest steps. Cost: O(steps dropped).
  private func trim(_ state: NavigationState) {
    if !keepers.isEmpty {
      // Rebuilding a snapshot costs O(size), amortized over as many changes.
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
