/// The states and transitions of an exploration. Actions are only compared for equality.
package struct StateGraph<Action: Hashable & Sendable>: Sendable {
  /// A transition: an action in a state, and the resulting state.
  package struct Transition: Hashable, Sendable {
    package let action: Action
    package let target: Int

    package init(action: Action, target: Int) {
      (self.action, self.target) = (action, target)
    }
  }

  /// A state, with the shortest known path to it.
  package struct State: Sendable {
    package let key: StateKey
    /// The previous state on the path, or `nil` for the start.
    package fileprivate(set) var parent: Int?
    /// The action that led from the parent to this state, or `nil` for the start.
    package fileprivate(set) var action: Action?
    package fileprivate(set) var depth: Int
    /// The front screen.
    package let front: FrontScreen
    /// Whether each condition holds, in the order of the properties' conditions.
    package let holds: [Bool]
    /// The transitions, or `nil` if the state was not expanded.
    package fileprivate(set) var transitions: [Transition]?
  }

  package private(set) var states: [State] = []
  private var numbers: [StateKey: Int] = [:]
  /// The number of transitions.
  package private(set) var transitionCount = 0
  /// The transitions of states that are not expanded because only some of their actions have been
  /// performed.
  private var partial: [Int: [Transition]] = [:]

  /// Creates an empty graph.
  package init() {}

  /// Returns the number of the state with a key, or `nil` if it was not found yet.
  package func number(of key: StateKey) -> Int? { numbers[key] }

  /// Adds a state and returns its number.
  package mutating func add(
    _ key: StateKey, from parent: Int?, by action: Action?, front: FrontScreen,
    holds: [Bool]
  ) -> Int {
    let number = states.count
    numbers[key] = number
    states.append(
      State(
        key: key, parent: parent, action: action,
        depth: parent.map { states[$0].depth + 1 } ?? 0, front: front, holds: holds))
    return number
  }

  /// Stores the transitions of a state.
  package mutating func expand(_ state: Int, _ transitions: [Transition]) {
    states[state].transitions = transitions
    transitionCount += transitions.count
  }

  /// Makes the path to each state a shortest path over all known transitions.
  ///
  /// - Parameter partial: The transitions of states that are not expanded, keyed by state.
  package mutating func shortenPaths(with partial: [Int: [Transition]]) {
    transitionCount += partial.values.reduce(0) { $0 + $1.count }
    var isReached = [Bool](repeating: false, count: states.count)
    var queue = [0]
    isReached[0] = true
    var next = 0
    while next < queue.count {
      let state = queue[next]
      next += 1
      for transition in states[state].transitions ?? partial[state] ?? []
      where !isReached[transition.target] {
        isReached[transition.target] = true
        states[transition.target].parent = state
        states[transition.target].action = transition.action
        states[transition.target].depth = states[state].depth + 1
        queue.append(transition.target)
      }
    }
    self.partial = partial
  }

  /// Returns the known transitions of a state. If the state was expanded, these are all its
  /// transitions. Otherwise, they are the transitions that were last passed to
  /// ``shortenPaths(with:)``.
  package func knownTransitions(of state: Int) -> [Transition] {
    states[state].transitions ?? partial[state] ?? []
  }

  /// Whether every state was expanded.
  package var isComplete: Bool { states.allSatisfy { $0.transitions != nil } }

  /// The maximum depth of a state.
  package var depth: Int { states.lazy.map(\.depth).max() ?? 0 }

  /// Returns the state with the shortest path among the states that satisfy a condition. If there
  /// are several, returns the first one that was found.
  package func nearest(where condition: (State) -> Bool) -> Int? {
    var nearest: Int?
    for (number, state) in states.enumerated()
    where condition(state) && state.depth < nearest.map({ states[$0].depth }) ?? .max {
      nearest = number
    }
    return nearest
  }

  /// Returns the actions on the shortest path from the start to a state.
  package func path(to state: Int) -> [Action] {
    var path: [Action] = []
    var current = state
    while let parent = states[current].parent, let action = states[current].action {
      path.append(action)
      current = parent
    }
    return path.reversed()
  }

  /// The number of actions after which a path of ``cover()`` ends, because longer scenarios are hard to
  /// read.
  private static var longestCover: Int { 30 }

  /// Returns paths from the start that together contain every transition to another state.
  ///
  /// A path takes transitions that no other path contains as long as such transitions are nearby,
  /// so there are few paths. Cost: O(states · transitions) in the worst case.
  package func cover() -> [[Action]] {
    var open = states.indices.map { number in
      (states[number].transitions ?? []).filter { $0.target != number }
    }
    var paths: [[Action]] = []
    while let first = open.indices.first(where: { !open[$0].isEmpty }) {
      var path: [Action] = []
      var here = 0
      func take(_ transition: Transition) {
        open[here].removeAll { $0 == transition }
        path.append(transition.action)
        here = transition.target
      }
      for transition in self.transitions(from: 0, to: { $0 == first }) ?? [] { take(transition) }
      repeat {
        while let next = open[here].first, path.count < Self.longestCover || path.isEmpty {
          take(next)
        }
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

  /// Returns the fewest transitions from a state to a state that satisfies a condition, or `nil` if
  /// no such state can be reached. Cost: O(states + transitions).
  private func transitions(from start: Int, to isGoal: (Int) -> Bool) -> [Transition]? {
    if isGoal(start) { return [] }
    var sources: [Int: (state: Int, transition: Transition)] = [:]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let state = queue[next]
      next += 1
      for transition in states[state].transitions ?? []
      where transition.target != start && sources[transition.target] == nil {
        sources[transition.target] = (state, transition)
        guard isGoal(transition.target) else {
          queue.append(transition.target)
          continue
        }
        var way: [Transition] = []
        var here = transition.target
        while let source = sources[here] {
          way.append(source.transition)
          here = source.state
        }
        return way.reversed()
      }
    }
    return nil
  }

  /// For each state, the states from which one transition leads to it.
  private var sources: [[Int]] {
    var sources = [[Int]](repeating: [], count: states.count)
    for (number, state) in states.enumerated() {
      for transition in state.transitions ?? [] where transition.target != number {
        sources[transition.target].append(number)
      }
    }
    return sources
  }

  /// Returns the number of transitions from each state to the nearest of the given states, or `nil`
  /// for a state from which none of them can be reached. Cost: O(states + transitions).
  package func distances(to targets: [Int]) -> [Int?] {
    let sources = sources
    var distances = [Int?](repeating: nil, count: states.count)
    var queue = targets
    for target in targets { distances[target] = 0 }
    var next = 0
    while next < queue.count {
      let state = queue[next]
      next += 1
      let distance = (distances[state] ?? 0) + 1
      for source in sources[state] where distances[source] == nil {
        distances[source] = distance
        queue.append(source)
      }
    }
    return distances
  }
}
