import Testing

@testable import Signalbox

/// The cost of a search in which paths become long.
struct StateSearchTests {
  /// The number of times that actions have been compared.
  private final class Comparisons: Sendable {
    // Only the thread of the test compares actions.
    nonisolated(unsafe) var count = 0
  }

  /// An application whose only action leads to a new state.
  private final class Counter: Explorable {
    struct Action: ExplorableAction {
      let comparisons: Comparisons
      var source: String { "count" }

      static func == (left: Action, right: Action) -> Bool {
        left.comparisons.count += 1
        return true
      }

      func hash(into hasher: inout Hasher) {}
    }

    struct Failure: Error {}

    typealias Location = Int
    typealias Usage = Int

    let comparisons = Comparisons()
    let handledLink: String? = nil
    private var value = 0
    private var trail = ExplorationTrail<Action, Int>()

    @discardableResult
    func go(along path: [Action], sharing shared: Int) -> [ActionFault<Int>] {
      if let place = trail.checkpoint(on: path, sharing: shared) {
        value = place
      } else {
        trail.add(0)
      }
      for action in path.dropFirst(trail.path.count) {
        value += 1
        trail.path.append(action)
        trail.add(value)
      }
      return []
    }

    func replay(_ path: [Action]) { go(along: path, sharing: 0) }

    func actions() -> [Action] { [Action(comparisons: comparisons)] }

    func perform(_ action: Action) -> [ActionFault<Int>] {
      value += 1
      return []
    }

    func observe() -> StateObservation? {
      StateObservation(
        key: StateKey(high: UInt64(value), low: 0), variables: nil, gaps: [])
    }

    func evaluate() -> StateEvaluation<Int> {
      StateEvaluation(front: FrontScreen(name: "", coordinator: ""))
    }

    func variablesThatDiffer(after path: [Action], and other: [Action]) -> [String] { [] }

    func takeUsage() -> Int { 0 }
  }

  @Test func `the number of compared actions grows with the states and not with their depth`()
    throws
  {
    let counter = Counter()
    let search = StateSearch(counter, maxStates: 1_000)
    #expect(try search.begin())
    while !search.isFull, try search.advance(checking: {}) {}
    #expect(search.record.graph.depth == 1_000)
    #expect(counter.comparisons.count < 10_000)
  }
}
