import Testing

@testable import Signalbox

/// The relations in docs/semantics/invariants.md#relations, checked from random states.
struct RelationTests {
  /// The start of a relation: a system after random actions, and one of its coordinators.
  struct Start {
    let run: SequenceRun
    let coordinator: CoordinatorID
    /// A separate number for selecting the action.
    let number: Int

    var engine: NavigationEngine { run.environment.engine }
    var router: AnyRouter { engine.router(of: coordinator) }
    var shown: String { TreeText.text(engine.tree) }
  }

  /// Returns random states, each with a suitable coordinator. The states are the same in each call.
  ///
  /// - Parameter fits: Leaves the engine unchanged, because coordinators of one state share it.
  private func starts(where fits: (Start) -> Bool) -> [(seed: UInt64, place: Int)] {
    (UInt64(0)..<130).flatMap { seed in
      let run = SequenceRun(RandomSequence(seed: seed, length: 6))
      run.run()
      return (0..<living(run.environment.engine).count)
        .filter { start(run, seed, $0).map(fits) ?? false }.map { (seed, $0) }
    }
  }

  private func living(_ engine: NavigationEngine) -> [CoordinatorID] {
    func visit(_ id: CoordinatorID) -> [CoordinatorID] {
      [id] + engine.children(of: id).flatMap(visit)
    }
    return engine.main.map(visit) ?? []
  }

  private func start(_ seed: UInt64, _ place: Int) -> Start? {
    let run = SequenceRun(RandomSequence(seed: seed, length: 6))
    run.run()
    return start(run, seed, place)
  }

  private func start(_ run: SequenceRun, _ seed: UInt64, _ place: Int) -> Start? {
    let coordinators = living(run.environment.engine)
    guard place < coordinators.count else { return nil }
    return Start(run: run, coordinator: coordinators[place], number: Int(seed) * 7 + place)
  }

  /// Performs an action from many states, and compares the result with the result of another action
  /// from the same states.
  func expect(
    _ left: (Start) -> String?, equals right: (Start) -> String?, atLeast cases: Int = 30,
    where fits: (Start) -> Bool = { _ in true }, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var count = 0
    for (seed, place) in starts(where: fits) {
      guard let first = start(seed, place), let second = start(seed, place),
        let before = left(first), let after = right(second)
      else { continue }
      count += 1
      if before == after { continue }
      let script = ScriptPrinter(RandomSequence(seed: seed, length: 6)).script
      Issue.record(
        "seed \(seed), \(first.coordinator): \(before) is not \(after)\n\(script)",
        sourceLocation: sourceLocation)
      return
    }
    #expect(count >= cases, "too few states fit", sourceLocation: sourceLocation)
  }

  /// Expects equal states before and after, including the identifiers.
  func expectIdentity(
    atLeast cases: Int = 30, where fits: (Start) -> Bool = { _ in true },
    sourceLocation: SourceLocation = #_sourceLocation, of body: (Start) -> Bool
  ) {
    expect(
      { start in
        let before = start.engine.tree
        guard body(start) else { return nil }
        let after = start.engine.tree
        return after == before ? "same" : "\(TreeText.text(before)) became \(start.shown)"
      }, equals: { _ in "same" }, atLeast: cases, where: fits, sourceLocation: sourceLocation)
  }

  static func isDone(_ outcome: Outcome?) -> Bool { outcome?.status == .done }

  private static func isStack(_ start: Start) -> Bool {
    start.engine.kind(of: start.coordinator) == .navigation
  }

  private static func isTabs(_ start: Start) -> Bool {
    start.engine.kind(of: start.coordinator) == .tabs
  }

  // MARK: - Stacks

  @Test func `push followed by pop changes nothing`() {
    expectIdentity(where: Self.isStack) { start in
      Self.isDone(start.router.navigate(to: "A", [:], .push)) && Self.isDone(start.router.pop())
    }
  }

  @Test func `present followed by dismiss changes nothing`() {
    expectIdentity { start in
      Self.isDone(start.router.present("A")) && Self.isDone(start.router.dismiss())
    }
  }

  @Test func `pushes followed by popToRoot lead to the same state as popToRoot`() {
    for count in [1, 3, 20] {
      expect(
        { start in
          for _ in 0..<count where start.router.navigate(to: "A", [:], .push)?.error != nil {
            return nil
          }
          start.router.popToRoot()
          return start.shown
        },
        equals: { start in
          start.router.popToRoot()
          return start.shown
        }, where: Self.isStack)
    }
  }

  @Test func `calling popToRoot twice leads to the same state as calling it once`() {
    expect(
      { start in
        start.router.popToRoot()
        let outcome = start.router.popToRoot()
        return Self.isDone(outcome) ? "done twice" : start.shown
      },
      equals: { start in
        start.router.popToRoot()
        return start.shown
      })
  }

  @Test func `popping a and then b screens leads to the same state as popping their sum`() {
    for (first, second) in [(1, 1), (1, 2), (2, 1), (2, 3)] {
      let fits = { (start: Start) in
        guard Self.isStack(start) else { return false }
        for _ in 0..<first + second { start.router.navigate(to: "A", [:], .push) }
        return start.engine.stack(of: start.coordinator).count > first + second
      }
      expect(
        { start in
          guard fits(start) else { return nil }
          start.router.pop(first)
          start.router.pop(second)
          return start.shown
        },
        equals: { start in
          guard fits(start) else { return nil }
          start.router.pop(first + second)
          return start.shown
        }, where: Self.isStack)
    }
  }

  @Test func `popToView leads to the same state as popping the same number of screens`() {
    expect(
      { start in
        start.router.navigate(to: "A", [:], .push)
        start.router.navigate(to: "A", [:], .push)
        let before = start.engine.stack(of: start.coordinator)
        guard Self.isDone(start.router.popToView("A", .with(.firstMatch))) else { return nil }
        return "\(before.count) \(start.shown)"
      },
      equals: { start in
        start.router.navigate(to: "A", [:], .push)
        start.router.navigate(to: "A", [:], .push)
        let before = start.engine.stack(of: start.coordinator)
        let first = before.firstIndex { $0.name == "A" } ?? 0
        start.router.pop(before.count - 1 - first)
        return "\(before.count) \(start.shown)"
      },
      where: { start in
        guard Self.isStack(start), start.engine.children(of: start.coordinator).isEmpty,
          let checkpoint = try? start.engine.checkpoint()
        else { return false }
        defer { #expect(throws: Never.self) { try start.engine.rewind(to: checkpoint) } }
        return start.router.pop(99)?.error == nil
      })
  }

  // MARK: - Layers and flows

  @Test func `dismissing a and then b layers leads to the same state as dismissing their sum`() {
    for (first, second) in [(1, 1), (1, 2), (2, 2)] {
      expect(
        { start in
          for _ in 0..<4 { start.router.present("A") }
          start.router.dismiss(.with(count: first))
          start.router.dismiss(.with(count: second))
          return start.shown
        },
        equals: { start in
          for _ in 0..<4 { start.router.present("A") }
          start.router.dismiss(.with(count: first + second))
          return start.shown
        })
    }
  }

  @Test func `calling finishFlow twice leads to the same state as calling it once`() {
    expect(
      { start in
        start.router.finishFlow()
        // A page ends its tab coordinator. The main tab coordinator remains, so nothing ends.
        let outcome = start.router.finishFlow()
        return Self.isDone(outcome) ? "done twice" : start.shown
      },
      equals: { start in
        start.router.finishFlow()
        return start.shown
      })
  }

  @Test func `restartApp leads to the same state as a new launch`() {
    expect(
      { start in
        start.router.restartApp()
        return start.shown
      },
      equals: { start in
        let system = SystemUnderTest(start.run.environment.model.plan)
        _ = system.launch()
        return TreeText.text(system.engine.tree)
      },
      where: { start in
        let main = start.engine.main.flatMap(start.engine.typeName)
        return main == start.run.environment.model.plan.main
      })
  }

  // MARK: - Tabs

  @Test func `calling setPages twice leads to the same state as calling it once`() {
    let pages = ["p2", "p0"].map { PageDefinition(id: $0, coordinator: "T0") }
    expect(
      { start in
        start.router.setPages(pages)
        let outcome = start.router.setPages(pages)
        return Self.isDone(outcome) ? "done twice" : start.shown
      },
      equals: { start in
        start.router.setPages(pages)
        return start.shown
      }, atLeast: 15, where: Self.isTabs)
  }

  @Test func `selecting two pages leads to the same state as selecting the second one`() {
    expect(
      { start in
        start.router.select("p0")
        start.router.select("p1")
        return start.shown
      },
      equals: { start in
        start.router.select("p1")
        return start.shown
      },
      atLeast: 5,
      where: { start in start.engine.pages(of: start.coordinator).contains { $0.id == "p1" } })
  }

  // MARK: - The user

  @Test func `a swipe that the user releases early changes nothing`() {
    expectIdentity { start in
      start.engine.perform("swipeBack", .with(.cancel))?.reason == .cancelledByUser
    }
  }

  @Test(arguments: [("back", "swipeBack"), ("back", "swipeDown")])
  func `a gesture has the same result as its corresponding operation`(
    operation: String, gesture: String
  ) {
    expect(
      { start in Self.isDone(start.engine.perform(gesture)) ? start.shown : nil },
      equals: { start in
        if gesture == "swipeDown" {
          start.engine.main.map { start.engine.router(of: $0) }?.dismiss()
        } else {
          start.router.call(operation)
        }
        return start.shown
      })
  }

  @Test func `going back reaches the exit after one step for each layer and screen`() {
    expect(
      { start in
        var steps = 0
        while Self.isDone(start.engine.perform("back")) { steps += 1 }
        let last = start.engine.perform("back")?.reason
        return last == .exit ? "\(steps)" : nil
      },
      equals: { start in
        let state = start.engine.state
        var steps = -1
        var layer = state.window.topLayer
        while layer != .none {
          let stack = state.activeStack(of: state.layers[layer].content)
          steps += 1 + (stack == .none ? 0 : max(0, Int(state.stacks[stack].count) - 1))
          layer = state.layers[layer].below
        }
        return "\(steps)"
      }, atLeast: 20,
      where: { start in
        // Removing items must have no side effects: the layers do not depend on items that are
        // removed first.
        start.coordinator == start.engine.main
          && start.engine.layers.dropFirst().allSatisfy(\.isInteractive)
          && start.engine.children(of: start.coordinator).isEmpty
      })
  }
}

extension OperationOptions {
  static var push: OperationOptions {
    var options = OperationOptions()
    options.style = .push
    return options
  }

  fileprivate static func with(_ switches: Switches = [], count: Int = 1) -> OperationOptions {
    var options = OperationOptions()
    options.switches = switches
    options.count = count
    return options
  }
}
