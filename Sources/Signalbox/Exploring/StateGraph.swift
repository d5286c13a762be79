/// The states and transitions that an exploration has found. Actions are compared only for
/// equality.
///
/// Storing a state takes 32 bytes for its key and its links, 5 to 10 bytes in the index of keys,
/// and 4 bytes for each transition. Equal actions are stored once, as are the properties that
/// several states share.
package struct StateGraph<Action: Hashable & Sendable>: Sendable {
  /// A transition: an action in a state, and the resulting state.
  package struct Transition: Hashable, Sendable {
    package let action: Action
    /// The number of the state, or `nil` if the state after the action is unknown.
    package let target: Int?

    package init(action: Action, target: Int?) {
      (self.action, self.target) = (action, target)
    }
  }

  /// The properties that many states share.
  private struct Kind: Hashable {
    let front: FrontScreen
    let holds: [Bool]
    /// The numbers of the actions of an expanded state, or `nil` if the state was not expanded.
    var actions: [UInt32]?
  }

  /// The connections of a state in the graph.
  private struct Links {
    /// The previous state on the shortest path, or ``none`` for the start.
    var parent: UInt32
    /// The number of the action that led from the parent to this state, or ``none`` for the start.
    var action: UInt32
    /// The number of the state's kind.
    var kind: UInt32
    /// The position in ``targets`` of the first action's target.
    var firstTarget: UInt32 = 0
  }

  private var keys = ChunkedArray<StateKey>()
  private var links = ChunkedArray<Links>()
  private var depths = StateDepths()
  /// The states to which actions lead: for each expanded state, one target for each action of the
  /// state's kind.
  private var targets = ChunkedArray<UInt32>()
  private var index = StateIndex()
  /// The paths to the states that only a second path to their parent reaches, keyed by state.
  private var detours: [Int: [Action]] = [:]
  private var actions = InternedValues<Action>()
  private var kinds = InternedValues<Kind>()
  /// The number of transitions.
  package private(set) var transitionCount = 0
  /// The maximum depth of a state, in actions from the start.
  package private(set) var depth = 0
  /// The transitions of states that are not expanded, because only some of their actions were
  /// performed.
  private var partial: [Int: [Transition]] = [:]

  private static var none: UInt32 { .max }

  /// Creates an empty graph.
  package init() {}

  // MARK: - States

  /// The number of states.
  package var count: Int { keys.count }

  /// The numbers of the states.
  package var states: Range<Int> { 0..<keys.count }

  /// Returns the number of the state with the given key, or `nil` if the state has not been found.
  package func number(of key: StateKey) -> Int? { index.number(of: key, in: keys) }

  /// Returns the key of a state.
  package func key(of state: Int) -> StateKey { keys[state] }

  /// Returns the number of actions on the shortest path to a state.
  package func depth(of state: Int) -> Int { depths[state] }

  /// Returns the front screen of a state.
  package func front(of state: Int) -> FrontScreen { kind(of: state).front }

  /// Returns whether a condition holds in a state.
  ///
  /// - Parameter condition: The number of the condition in the order of the properties' conditions.
  package func holds(_ condition: Int, in state: Int) -> Bool { kind(of: state).holds[condition] }

  /// Returns whether the actions of a state have been performed.
  package func isExpanded(_ state: Int) -> Bool { kind(of: state).actions != nil }

  private func kind(of state: Int) -> Kind { kinds[links[state].kind] }

  /// Adds a state and returns its number.
  ///
  /// - Parameter detour: The path to the state if the path to the parent is not the parent's
  ///   shortest path. Otherwise, the value is `nil`.
  package mutating func add(
    _ key: StateKey, from parent: Int?, by action: Action?, detour: [Action]? = nil,
    front: FrontScreen, holds: [Bool]
  ) -> Int {
    let number = keys.count
    let depth = detour?.count ?? parent.map { self.depth(of: $0) + 1 } ?? 0
    if let detour { detours[number] = detour }
    keys.append(key)
    index.add(key, in: keys)
    links.append(
      Links(
        parent: parent.map(UInt32.init) ?? Self.none,
        action: action.map { actions.number(of: $0) } ?? Self.none,
        kind: kinds.number(of: Kind(front: front, holds: holds))))
    depths.append(depth)
    self.depth = max(self.depth, depth)
    return number
  }

  // MARK: - Transitions

  /// Stores the transitions of a state.
  package mutating func expand(_ state: Int, _ transitions: [Transition]) {
    var kind = self.kind(of: state)
    transitionCount += transitions.count - (kind.actions?.count ?? 0)
    links[state].firstTarget = UInt32(targets.count)
    kind.actions = transitions.map { actions.number(of: $0.action) }
    links[state].kind = kinds.number(of: kind)
    for transition in transitions {
      targets.append(transition.target.map(UInt32.init) ?? Self.none)
    }
  }

  /// Returns the transitions of a state. The list is empty if the state has not been expanded.
  package func transitions(of state: Int) -> [Transition] {
    let first = Int(links[state].firstTarget)
    return (kind(of: state).actions ?? []).enumerated().map { position, action in
      Transition(action: actions[action], target: target(first + position))
    }
  }

  /// Returns the known transitions of a state. If the state has not been expanded, these are the
  /// transitions that were passed to ``shortenPaths(with:)``.
  package func knownTransitions(of state: Int) -> [Transition] {
    isExpanded(state) ? transitions(of: state) : partial[state] ?? []
  }

  /// Returns the states to which the actions of a state lead, with `nil` for each unknown state.
  private func targets(of state: Int) -> some Sequence<Int?> {
    let first = Int(links[state].firstTarget)
    let count = kind(of: state).actions?.count ?? 0
    return (first..<first + count).lazy.map { target($0) }
  }

  private func target(_ position: Int) -> Int? {
    targets[position] == Self.none ? nil : Int(targets[position])
  }

  /// Returns whether an action of the state may lead to an unknown state.
  package func isOpen(_ state: Int) -> Bool {
    !isExpanded(state) || targets(of: state).contains { $0 == nil }
  }

  /// Returns whether the state has been expanded and none of its actions changes the state.
  package func isDeadEnd(_ state: Int) -> Bool {
    isExpanded(state) && targets(of: state).allSatisfy { $0 == state }
  }

  // MARK: - Paths

  /// Returns the actions on the shortest path from the start to a state.
  package func path(to state: Int) -> [Action] {
    var path: [Action] = []
    var current = state
    while links[current].parent != Self.none {
      if let detour = detours[current] { return detour + path.reversed() }
      path.append(actions[links[current].action])
      current = Int(links[current].parent)
    }
    return path.reversed()
  }

  /// Whether any state was found on a path other than a shortest path to its parent.
  package var hasDetours: Bool { !detours.isEmpty }

  /// Replaces the path to a state with the path to another state.
  ///
  /// - Returns: The number of actions at the start of the path that were not replaced. Cost:
  ///   O(actions that were replaced). If ``hasDetours`` is `true`, all actions are replaced.
  package func move(_ path: inout [Action], from first: Int, to second: Int) -> Int {
    guard !hasDetours else {
      path = self.path(to: second)
      return 0
    }
    var (here, there) = (first, second)
    var (kept, length) = (path.count, depth(of: second))
    var added: [Action] = []
    while here != there {
      if length >= kept {
        added.append(actions[links[there].action])
        there = Int(links[there].parent)
        length -= 1
      } else {
        here = Int(links[here].parent)
        kept -= 1
      }
    }
    path.removeSubrange(kept...)
    path.append(contentsOf: added.reversed())
    return kept
  }

  /// Makes the path to each state a shortest path over all known transitions.
  ///
  /// - Parameter partial: The transitions of states that are not expanded, keyed by state.
  package mutating func shortenPaths(with partial: [Int: [Transition]]) {
    self.partial = partial
    transitionCount += partial.values.reduce(0) { $0 + $1.count }
    depth = 0
    // States that are not reached keep the depth of their first path.
    var depths = states.map { self.depth(of: $0) }
    var isReached = [Bool](repeating: false, count: count)
    var queue = [0]
    isReached[0] = true
    var next = 0
    while next < queue.count {
      let state = queue[next]
      next += 1
      depth = max(depth, depths[state])
      for transition in knownTransitions(of: state) {
        guard let target = transition.target, !isReached[target] else { continue }
        isReached[target] = true
        detours[target] = nil
        links[target].parent = UInt32(state)
        links[target].action = actions.number(of: transition.action)
        depths[target] = depths[state] + 1
        queue.append(target)
      }
    }
    self.depths = StateDepths(depths)
  }

  /// Returns the state with the shortest path among the states that meet a condition. Of several
  /// such states, returns the one that was found first. Returns `nil` if there is none.
  package func nearest(where condition: (Int) -> Bool) -> Int? {
    var nearest: Int?
    for state in states
    where depth(of: state) < nearest.map(depth(of:)) ?? .max && condition(state) {
      nearest = state
    }
    return nearest
  }

  /// The maximum number of actions on a path of ``cover()``, unless the first transition to cover
  /// is farther away. Longer scenarios are hard to read.
  private static var longestCover: Int { 30 }

  /// Returns paths from the start that together contain every transition from an expanded state to
  /// another state.
  ///
  /// A path takes transitions that no earlier path contains as long as such transitions are nearby,
  /// so there are few paths. Cost: O(transitions · (states + transitions)) in the worst case.
  package func cover() -> [[Action]] {
    var open = states.map { state in
      transitions(of: state).filter { $0.target != state && $0.target != nil }
    }
    var paths: [[Action]] = []
    while let first = open.indices.first(where: { !open[$0].isEmpty }) {
      var path: [Action] = []
      var here = 0
      func take(_ transition: Transition) {
        guard let target = transition.target else { return }
        open[here].removeAll { $0 == transition }
        path.append(transition.action)
        here = target
      }
      guard let approach = self.transitions(from: 0, to: { $0 == first }) else {
        open[first] = []
        continue
      }
      for transition in approach { take(transition) }
      // However long the way to the state is, the path takes a transition of the state.
      let maxLength = max(Self.longestCover, path.count + 1)
      repeat {
        while let next = open[here].first, path.count < maxLength { take(next) }
        guard path.count < Self.longestCover,
          let way = self.transitions(from: here, to: { !open[$0].isEmpty }),
          path.count + way.count < Self.longestCover
        else { break }
        for transition in way { take(transition) }
      } while true
      paths.append(path)
    }
    return paths
  }

  /// Returns a shortest path from a state to a state that satisfies a condition, or `nil` if no
  /// such state can be reached. Cost: O(states + transitions).
  private func transitions(from start: Int, to isGoal: (Int) -> Bool) -> [Transition]? {
    if isGoal(start) { return [] }
    var sources: [Int: (state: Int, transition: Transition)] = [:]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let state = queue[next]
      next += 1
      for transition in transitions(of: state) {
        guard let target = transition.target, target != start, sources[target] == nil else {
          continue
        }
        sources[target] = (state, transition)
        guard isGoal(target) else {
          queue.append(target)
          continue
        }
        var way: [Transition] = []
        var here = target
        while let source = sources[here] {
          way.append(source.transition)
          here = source.state
        }
        return way.reversed()
      }
    }
    return nil
  }

  // MARK: - Distances

  /// The distances from states to the nearest targets, in transitions.
  package struct Distances: Sendable {
    fileprivate var values: ContiguousArray<UInt32>

    /// The distance of a state, or `nil` if no path leads to a target.
    package subscript(state: Int) -> Int? { values[state] == .max ? nil : Int(values[state]) }

    /// The first state without a distance, or `nil` if there is none.
    package var firstWithout: Int? { values.firstIndex(of: .max) }
  }

  /// Returns the distance from each state to the nearest target, or `nil` for a state from which no
  /// target can be reached. Cost: O(states + transitions).
  package func distances(to isTarget: (Int) -> Bool) -> Distances {
    let sources = TransitionSources(count) { state in
      targets(of: state).lazy.compactMap(\.self).filter { $0 != state }
    }
    var distances = Distances(values: ContiguousArray(repeating: .max, count: count))
    var queue = ContiguousArray(states.lazy.filter(isTarget).map { UInt32($0) })
    for target in queue { distances.values[Int(target)] = 0 }
    var next = 0
    while next < queue.count {
      let state = Int(queue[next])
      next += 1
      let distance = distances.values[state] + 1
      for source in sources[state] where distances.values[Int(source)] == .max {
        distances.values[Int(source)] = distance
        queue.append(source)
      }
    }
    return distances
  }
}

/// The states from which each state is reached in one transition, stored in one array.
private struct TransitionSources {
  /// The position after the last source of each state.
  private var ends: ContiguousArray<UInt32>
  private var sources: ContiguousArray<UInt32>

  /// - Parameters:
  ///   - count: The number of states.
  ///   - targets: A closure that returns the states that are reached from a state.
  init<Targets: Sequence<Int>>(_ count: Int, _ targets: (Int) -> Targets) {
    ends = ContiguousArray(repeating: 0, count: count)
    var total: UInt32 = 0
    for state in 0..<count {
      for target in targets(state) { ends[target] += 1 }
    }
    for state in 0..<count {
      // The first position for now; it moves to the end while sources are added.
      (ends[state], total) = (total, total + ends[state])
    }
    sources = ContiguousArray(repeating: 0, count: Int(total))
    for state in 0..<count {
      for target in targets(state) {
        sources[Int(ends[target])] = UInt32(state)
        ends[target] += 1
      }
    }
  }

  subscript(state: Int) -> ArraySlice<UInt32> {
    sources[(state == 0 ? 0 : Int(ends[state - 1]))..<Int(ends[state])]
  }
}

/// Values that are stored once and referred to by number.
private struct InternedValues<Value: Hashable & Sendable>: Sendable {
  private var values: [Value] = []
  private var numbers: [Value: UInt32] = [:]

  subscript(number: UInt32) -> Value { values[Int(number)] }

  /// Returns the number of a value, and adds the value if it is new.
  mutating func number(of value: Value) -> UInt32 {
    if let number = numbers[value] { return number }
    let number = UInt32(values.count)
    values.append(value)
    numbers[value] = number
    return number
  }
}
