/// Who still wants to see older states.
///
/// Taking a snapshot notes a point in the state's change log and costs O(1); as long as a snapshot
/// lives, the log grows by what each operation changes. When the log has outgrown the state itself,
/// living snapshots are rebuilt once and the log starts anew, so that memory stays bounded and the
/// cost per operation flat.
struct History {
  private struct Keeper {
    weak var snapshot: NavigationSnapshot?
  }

  private var keepers: [Keeper] = []
  private static let smallestLimit = 4096
  private var nextPurge = 64

  /// Whether anybody may want an older state.
  var isKept: Bool { !keepers.isEmpty }

  /// How many snapshots are known, dead ones included until they are forgotten.
  var keeperCount: Int { keepers.count }

  mutating func keep(_ snapshot: NavigationSnapshot) {
    if keepers.count >= nextPurge {
      keepers.removeAll { $0.snapshot == nil }
      nextPurge = max(64, 2 * keepers.count)
    }
    keepers.append(Keeper(snapshot: snapshot))
  }

  mutating func trim(_ state: NavigationState) {
    guard state.mark.total > max(Self.smallestLimit, 4 * state.size) else { return }
    for keeper in keepers { keeper.snapshot?.rebuild() }
    keepers.removeAll()
    state.forgetChanges()
  }
}

/// The state of an engine at one moment.
///
/// Taking one costs O(1) at any depth and never makes a later operation copy the state; reading it
/// after the engine moved on rebuilds it once, O(size + changes since).
public final class NavigationSnapshot {
  private let live: NavigationState
  private let mark: NavigationState.Mark
  private var rebuilt: NavigationState?
  private let read: (NavigationState) -> NavigationTree

  init(
    of live: NavigationState, at mark: NavigationState.Mark,
    read: @escaping (NavigationState) -> NavigationTree
  ) {
    self.live = live
    self.read = read
    self.mark = mark
  }

  /// What was shown, as a value.
  public var tree: NavigationTree {
    if rebuilt == nil && (live.rewound ?? live.mark) == mark { return read(live) }
    rebuild()
    return read(rebuilt ?? live)
  }

  func rebuild() {
    guard rebuilt == nil else { return }
    let copy = live.copy()
    copy.rollBack(to: mark)
    copy.forgetChanges()
    rebuilt = copy
  }
}

extension NavigationEngine {
  /// The present state, kept; while an operation runs, the state from before it. Cost: O(1).
  public func snapshot() -> NavigationSnapshot {
    let mark = openMark ?? state.mark
    let snapshot = NavigationSnapshot(of: state, at: mark) { [symbols, styles] state in
      NavigationTree(state: state, symbols: symbols, styles: styles)
    }
    history.keep(snapshot)
    return snapshot
  }
}

extension NavigationState {
  /// Records of all kinds.
  var size: Int {
    screens.count + stacks.count + layers.count + tabBars.count + pages.count + coordinators.count
  }
}
