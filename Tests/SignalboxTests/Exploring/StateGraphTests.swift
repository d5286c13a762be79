import SeededRandom
import Testing

@testable import Signalbox

/// The graph of states in compact form, compared with lists of lists.
struct StateGraphTests {
  private typealias Graph = StateGraph<Int>

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `the path to a state is changed into the path to another state`(seed: UInt64) {
    let graph = Pair(seed: seed, count: 60).graph
    var random = SeededGenerator(seed: seed)
    var (state, path) = (0, [Int]())
    for _ in 0..<200 {
      let next = Int.random(in: graph.states, using: &random)
      let before = path
      let kept = graph.move(&path, from: state, to: next)
      #expect(path == graph.path(to: next))
      #expect(path.prefix(kept) == before.prefix(kept))
      state = next
    }
  }

  /// A random graph in two forms.
  private struct Pair {
    var graph = Graph()
    /// The transitions of each state, or `nil` if the state is not expanded.
    var transitions: [[Graph.Transition]?] = []
    /// The predecessors and the actions through which the states were found.
    var parents: [(state: Int, action: Int)?] = []

    init(seed: UInt64, count: Int) {
      var random = SeededGenerator(seed: seed)
      for state in 0..<count {
        let parent = state == 0 ? nil : Int.random(in: 0..<state, using: &random)
        let action = parent.map { _ in Int.random(in: 0..<9, using: &random) }
        let front = FrontScreen(name: "s\(state % 7)", coordinator: "C")
        let number = graph.add(
          Self.key(state), from: parent, by: action, front: front, holds: [state % 3 == 0, true])
        #expect(number == state)
        parents.append(parent.flatMap { parent in action.map { (parent, $0) } })
      }
      transitions = Array(repeating: nil, count: count)
      for state in (0..<count).shuffled(using: &random).prefix(count * 3 / 4) {
        let list = (0..<Int.random(in: 0..<5, using: &random)).map { _ in
          let isKnown = Int.random(in: 0..<20, using: &random) > 0
          return Graph.Transition(
            action: Int.random(in: 0..<9, using: &random),
            target: isKnown ? Int.random(in: 0..<count, using: &random) : nil)
        }
        transitions[state] = list
        graph.expand(state, list)
      }
    }

    /// Many keys have the same hash, so that the index must compare them.
    static func key(_ state: Int) -> StateKey {
      let bits = UInt64(state / 5) &* 0x9E37_79B9_7F4A_7C15
      return StateKey(high: bits ^ UInt64(state), low: UInt64(state))
    }

    /// The distances to some states, as repeated relaxation calculates them.
    func distances(to isTarget: (Int) -> Bool) -> [Int?] {
      var distances = transitions.indices.map { isTarget($0) ? 0 : Int?.none }
      var isChanged = true
      while isChanged {
        isChanged = false
        for (state, list) in transitions.enumerated() {
          let nearest = (list ?? []).compactMap { $0.target.flatMap { distances[$0] } }.min()
          guard let nearest, nearest + 1 < distances[state] ?? .max else { continue }
          distances[state] = nearest + 1
          isChanged = true
        }
      }
      return distances
    }
  }

  @Test func `paths over all transitions end, however far the states are from the start`() {
    var graph = Graph()
    let count = 100
    for state in 0..<count {
      let front = FrontScreen(name: "s\(state)", coordinator: "C")
      _ = graph.add(
        Pair.key(state), from: state == 0 ? nil : state - 1, by: state == 0 ? nil : 1, front: front,
        holds: [true, true])
    }
    // A chain, in which each state also leads back to the start.
    for state in 0..<count {
      let next = state + 1 < count ? [Graph.Transition(action: 1, target: state + 1)] : []
      let back = state > 0 ? [Graph.Transition(action: 2, target: 0)] : []
      graph.expand(state, next + back)
    }
    var taken: Set<String> = []
    for path in graph.cover() {
      var here = 0
      for action in path {
        let target = action == 1 ? here + 1 : 0
        taken.insert("\(here) \(target)")
        here = target
      }
    }
    #expect(taken.count == 2 * (count - 1))
  }

  @Test(arguments: [(1, 1), (2, 15), (3, 200), (4, 5_000)] as [(UInt64, Int)])
  func `states are found by key, and their transitions and paths are those that were added`(
    seed: UInt64, count: Int
  ) {
    let pair = Pair(seed: seed, count: count)
    let graph = pair.graph
    #expect(graph.count == count)
    #expect(graph.number(of: StateKey(high: 1, low: 2)) == nil)
    for state in 0..<count {
      #expect(graph.number(of: Pair.key(state)) == state)
      #expect(graph.key(of: state) == Pair.key(state))
      #expect(graph.front(of: state).name == "s\(state % 7)")
      #expect(graph.holds(0, in: state) == (state % 3 == 0))
      #expect(graph.isExpanded(state) == (pair.transitions[state] != nil))
      #expect(graph.transitions(of: state) == pair.transitions[state] ?? [])
      #expect(
        graph.isDeadEnd(state)
          == (pair.transitions[state]?.allSatisfy { $0.target == state } ?? false))
      var (path, here) = ([Int](), state)
      while let (parent, action) = pair.parents[here] {
        path.insert(action, at: 0)
        here = parent
      }
      #expect(graph.path(to: state) == path)
      #expect(graph.depth(of: state) == path.count)
    }
    #expect(graph.transitionCount == pair.transitions.reduce(0) { $0 + ($1?.count ?? 0) })
    #expect(graph.depth == graph.states.map(graph.depth(of:)).max())
  }

  @Test(arguments: 5..<15 as Range<UInt64>)
  func `distances are those of repeated relaxation`(seed: UInt64) {
    let pair = Pair(seed: seed, count: 120)
    let isTarget = { (state: Int) in state % 17 == 3 }
    let distances = pair.graph.distances(to: isTarget)
    let expected = pair.distances(to: isTarget)
    #expect(pair.graph.states.map { distances[$0] } == expected)
    #expect(distances.firstWithout == expected.firstIndex(of: nil))
  }

  @Test func `transitions that are stored again replace the earlier ones`() {
    var graph = Pair(seed: 20, count: 30).graph
    let before = graph.transitionCount - graph.transitions(of: 4).count
    let new = [Graph.Transition(action: 1, target: 2), Graph.Transition(action: 3, target: nil)]
    graph.expand(4, new)
    #expect(graph.transitions(of: 4) == new)
    #expect(graph.isOpen(4))
    #expect(graph.transitionCount == before + 2)
  }
}
