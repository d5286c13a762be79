/// What happened lately: the steps that can be undone and redone, and who wants to see older states.
///
/// Steps and snapshots are points in the state's change log, so noting one costs O(1) at any depth.
/// What the log holds beyond its capacity is dropped: those steps can no longer be undone, and living
/// snapshots of that time are rebuilt once. The newest step always stays. Guarded by bench: W1.
final class History {
  /// An operation that changed something.
  struct Step {
    /// Where the state stood before it; it ends where the next one begins.
    let before: NavigationState.Mark
    let operation: Int
  }

  /// A step that was undone.
  struct UndoneStep {
    /// Where what undoing it changed begins in what the state keeps as undone; it ends where that of
    /// the next one begins.
    let start: NavigationState.Mark
    let operation: Int
  }

  private struct Keeper {
    weak var snapshot: NavigationSnapshot?
  }

  /// How many changes of records are kept for undoing; 0 keeps none.
  let capacity: Int
  /// The oldest first; a step's index is its number.
  @exclusivity(unchecked) private(set) var steps = Log<Step>()
  /// The last undone last.
  @exclusivity(unchecked) private(set) var undone = Buffer<UndoneStep>()
  /// How often a change dropped what could be redone.
  private(set) var forkCount = 0
  /// How many steps were dropped for their memory.
  private(set) var releasedSteps = 0
  /// The coordinator that has finished last, with its result.
  var lastFinish: FinishNotice?
  /// Whether changes leave what was undone as it is, see ``NavigationEngine/attempt(_:)``.
  var isAttempt = false
  @exclusivity(unchecked) private var keepers: [Keeper] = []
  private var nextPurge = 64
  private static let minLimit = 4096

  /// After how many steps the log is looked at, less one; a power of two less one.
  private let interval: Int

  init(capacity: Int) {
    self.capacity = max(0, capacity)
    interval = capacity < Self.minLimit ? 0 : 63
  }

  /// Whether what has finished is held, see ``NavigationEngine/keepsFinished``.
  @exclusivity(unchecked) var keepsFinished = false

  /// Makes it as it was at the beginning.
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

  /// Whether anybody may want an older state.
  var isKept: Bool { capacity > 0 || !keepers.isEmpty }

  /// Whether anybody holds a snapshot.
  var hasKeepers: Bool { keepers.contains { $0.snapshot != nil } }

  /// How many snapshots are known, dead ones included until they are forgotten.
  var keeperCount: Int { keepers.count }

  // MARK: - Steps

  /// Takes in what an operation changed.
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
    // Some steps at a time: looking each time would cost more than what is kept too long.
    if steps.end & interval == 0, state.changeCount > capacity { trim(state) }
  }

  /// Takes in a change that no operation made: it belongs to the step before it.
  func noteOutside(_ state: NavigationState) {
    forgetUndone(state)
    if !isKept { state.forgetChanges() }
  }

  /// Takes the newest steps over to the undone ones.
  ///
  /// - Parameter marks: Where the state stood before each was undone, the newest step's first.
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

  /// Takes the last undone steps back.
  ///
  /// - Parameter marks: Where the state stood before each was redone, in that order.
  func noteRedo(_ marks: borrowing Buffer<NavigationState.Mark>, _ state: NavigationState) {
    for index in 0..<marks.count {
      guard let step = undone.popLast() else { return }
      steps.append(Step(before: marks[index], operation: step.operation))
      state.forgetUndone(after: step.start)
    }
  }

  /// Lets go of what was undone: it cannot be redone any more.
  @inline(__always)
  func forgetUndone(_ state: NavigationState) {
    if !undone.isEmpty { dropUndone(state) }
  }

  /// Drops what was undone since there were so many undone steps.
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

  /// Drops steps until so many are left, the newest, and what could be redone: what they hold is given
  /// back. Where snapshots are held nothing is, since they would have to be rebuilt.
  ///
  /// - Returns: How many steps went. Cost: O(what goes and what stays).
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
      // Rebuilding a snapshot costs O(size), which as many changes pay for.
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
