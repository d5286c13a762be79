import CHeapMeter
import Testing

@testable import Signalbox

/// Tests that the cost of a push and a pop does not depend on other objects.
struct FlatnessTests {
  /// The objects in the engine apart from the pushed screen.
  struct Situation: CustomTestStringConvertible {
    var testDescription: String
    var depth = 10
    var coordinators = 1
    var undoCapacity = 8192
    var keepsSnapshot = false
    var observes = false
  }

  static let situations = [
    Situation(testDescription: "a stack of 10"),
    Situation(testDescription: "a stack of 10,000", depth: 10_000),
    Situation(testDescription: "10,000 coordinators", coordinators: 10_000),
    Situation(testDescription: "a stack of 10,000, no undo", depth: 10_000, undoCapacity: 0),
    Situation(
      testDescription: "a stack of 10,000, a snapshot is kept", depth: 10_000, keepsSnapshot: true),
    Situation(
      testDescription: "10,000 coordinators, a snapshot is kept", coordinators: 10_000,
      keepsSnapshot: true),
    Situation(
      testDescription: "a stack of 10,000, somebody observes", depth: 10_000, observes: true),
  ]

  final class Main: CoordinatorDelegate {
    private let router: AnyRouter
    init(_ router: AnyRouter) { self.router = router }

    func start(animated: Bool) { router.startFlow(at: "home") }
  }

  final class Idle: CoordinatorDelegate {
    func start(animated: Bool) {}
  }

  /// An engine in a situation, and the objects that its owner retains.
  private final class SampleEngine {
    let engine: NavigationEngine
    let router: AnyRouter
    private var snapshot: NavigationSnapshot?
    var observed = 0

    init(_ situation: Situation, undoCapacity: Int? = nil) throws {
      engine = NavigationEngine(
        journalCapacity: 1_000, undoCapacity: undoCapacity ?? situation.undoCapacity)
      try engine.register(
        CoordinatorType(
          name: "Main", routes: ["home": RouteDefinition(), "detail": RouteDefinition()]
        ) { [unowned engine] id, _ in Main(engine.router(of: id)) })
      try engine.register(CoordinatorType(name: "Idle") { _, _ in Idle() })
      engine.launch("Main")
      router = engine.router(of: try #require(engine.main))
      for _ in 1..<situation.depth { router.navigate(to: "detail") }
      for _ in 1..<situation.coordinators {
        let child = try engine.makeCoordinator("Idle")
        router.call("addDependency") { $0.subject = .coordinator(child) }
      }
      if situation.keepsSnapshot { snapshot = engine.snapshot() }
      if situation.observes {
        _ = engine.observe([.entryPushed, .entryPopped]) { [unowned self] _ in observed += 1 }
      }
    }

    func pushAndPop(_ count: Int) {
      for _ in 0..<count {
        router.navigate(to: "detail")
        router.pop()
      }
    }
  }

  @Test(arguments: situations)
  func `a push and a pop change the same number of records in any situation`(_ situation: Situation)
    throws
  {
    // The log discards no entries, so that they can be counted.
    let sample = try SampleEngine(situation, undoCapacity: 1 << 24)
    let before = sample.engine.state.mark.total
    sample.pushAndPop(100)
    let changes = Double(sample.engine.state.mark.total - before) / 100
    #expect(Gate.changes.violation(changes) == nil)
  }

  @Test(
    .enabled(if: counts_heap(), "only the GNU C library's heap is counted"),
    arguments: situations)
  func `a push and a pop never copy neighboring records`(_ situation: Situation) throws {
    let sample = try SampleEngine(situation)
    sample.pushAndPop(2_000)
    let before = heap_counts_now()
    sample.pushAndPop(1_000)
    let after = heap_counts_now()
    let bytes = Double(after.bytes - before.bytes) / 1_000
    let allocations = Double(after.allocations - before.allocations) / 1_000
    #expect(Gate.flatBytes.violation(bytes) == nil)
    let gate = situation.observes ? Gate.observedAllocations : Gate.nativeAllocations
    #expect(gate.violation(allocations) == nil)
  }

  /// The allocations of a push and its undo.
  private func undoAllocations(
    _ sample: SampleEngine, arguments: @escaping () -> NavigationArguments = { [:] }
  ) -> Double {
    let work = { (count: Int) in
      for _ in 0..<count {
        sample.router.navigate(to: "detail", arguments())
        sample.engine.undo()
      }
    }
    work(2_000)
    let before = heap_counts_now().allocations
    work(1_000)
    return Double(heap_counts_now().allocations - before) / 1_000
  }

  @Test(
    .enabled(if: counts_heap(), "only the GNU C library's heap is counted"),
    arguments: situations.filter { $0.undoCapacity > 0 && !$0.observes })
  func `a push and its undo do not exceed their performance gate`(_ situation: Situation) throws {
    let violation = Gate.undoAllocations.violation(undoAllocations(try SampleEngine(situation)))
    #expect(violation == nil)
  }

  @Test(.enabled(if: counts_heap(), "only the GNU C library's heap is counted"))
  func `the performance gate for undo fails if each push creates a list`() throws {
    let sample = try SampleEngine(Self.situations[0])
    let count = undoAllocations(sample) { ["items": .list([1, 2, 3, 4])] }
    #expect(Gate.undoAllocations.violation(count) != nil)
  }

  @Test func `the performance gate for record changes fails if two screens are pushed`() throws {
    let sample = try SampleEngine(Self.situations[0], undoCapacity: 1 << 24)
    let before = sample.engine.state.mark.total
    sample.router.navigate(to: "detail")
    sample.router.navigate(to: "detail")
    sample.router.pop(2)
    #expect(Gate.changes.violation(Double(sample.engine.state.mark.total - before)) != nil)
  }

  @Test(.enabled(if: counts_heap(), "only the GNU C library's heap is counted"))
  func `the performance gate for bytes fails if every push reads the whole stack`() throws {
    let sample = try SampleEngine(Self.situations[1])
    let before = heap_counts_now()
    for _ in 0..<4 {
      sample.pushAndPop(1)
      #expect(sample.engine.stack(of: sample.router.coordinator).count == 10_000)
    }
    let bytes = Double(heap_counts_now().bytes - before.bytes) / 4
    #expect(Gate.flatBytes.violation(bytes) != nil)
  }

  /// The bytes of a state in a graph, with a share of the actions.
  ///
  /// - Parameter actionCount: The number of different actions.
  private func stateBytes(actionCount: Int) -> Double {
    // The number is between two doublings of the index, so it is neither the best nor the worst case.
    let count = 49_152
    let before = heap_counts_now().live
    var graph = StateGraph<String>()
    for state in 0..<count {
      var key = StateKey()
      key.add(state)
      _ = graph.add(
        key, from: state == 0 ? nil : state / 3,
        by: state == 0 ? nil : "tap \(state % actionCount)",
        front: FrontScreen(name: "screen \(state % 40)", coordinator: "Shop"),
        holds: [state % 2 == 0, true, false])
    }
    for state in 0..<count {
      graph.expand(
        state,
        (0..<3).map { number in
          StateGraph.Transition(
            action: "tap \((state % actionCount + number) % actionCount)",
            target: (3 * state + number) % count)
        })
    }
    return withExtendedLifetime(graph) { Double(heap_counts_now().live - before) / Double(count) }
  }

  @Test(.enabled(if: counts_heap(), "only the GNU C library's heap is counted"))
  func `an explored state does not exceed its performance gate`() {
    #expect(Gate.stateBytes.violation(stateBytes(actionCount: 12)) == nil)
  }

  @Test(.enabled(if: counts_heap(), "only the GNU C library's heap is counted"))
  func `the performance gate for states fails if every state has actions of its own`() {
    #expect(Gate.stateBytes.violation(stateBytes(actionCount: 49_152)) != nil)
  }
}
