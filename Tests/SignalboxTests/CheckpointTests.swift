import Testing

@testable import Signalbox

/// Tests the return to a checkpoint: restored values, values that remain, and rejected calls.
struct CheckpointTests {
  private let fixture = NavigationFixture.launched("A")
  private var engine: NavigationEngine { fixture.engine }

  /// The name of the front screen.
  private var shown: String? { engine.tree.front?.name }

  /// A coordinator with its own property.
  private final class Counter: CoordinatorDelegate {
    let router: AnyRouter
    var count = 0

    init(_ router: AnyRouter) { self.router = router }

    func start(animated: Bool) throws { router.startFlow(at: "A") }
    var restoring: (() -> Void)? { restoring(\.count) }
  }

  /// A coordinator with two properties.
  private final class Cart: CoordinatorDelegate {
    let router: AnyRouter
    var items: [String] = []
    var total = 0

    init(_ router: AnyRouter) { self.router = router }

    func start(animated: Bool) throws { router.startFlow(at: "A") }
    var restoring: (() -> Void)? { restoring(\.items, \.total) }
  }

  /// A coordinator that cannot be saved.
  private final class Closed: CoordinatorDelegate {
    let router: AnyRouter

    init(_ router: AnyRouter) { self.router = router }

    func start(animated: Bool) throws { router.startFlow(at: "A") }
  }

  private func define<Delegate: CoordinatorDelegate>(
    _ name: String, in engine: NavigationEngine, _ make: @escaping (AnyRouter) -> Delegate
  ) throws {
    try engine.register(
      CoordinatorType(name: name, routes: ["A": RouteDefinition()]) { [unowned engine] id, _ in
        make(AnyRouter(engine: engine, coordinator: id))
      })
  }

  // MARK: - Restored state

  @Test func `a rewind restores the tree, the identifiers, the events and the time`()
    throws
  {
    let checkpoint = try engine.checkpoint()
    let (tree, events) = (engine.tree, engine.events())
    var screens: [ScreenID?] = []
    for _ in 0..<3 {
      fixture.main.navigate(to: "B")
      screens.append(engine.front)
      engine.advance(by: .seconds(5))
      #expect(engine.tree != tree)
      try engine.rewind(to: checkpoint)
      #expect(engine.tree == tree)
      #expect(engine.events() == events)
      #expect(engine.now == .milliseconds(0))
    }
    #expect(screens == [screens[0], screens[0], screens[0]])
  }

  @Test func `a rewind resets all properties of a coordinator that restoring names`() throws {
    let engine = NavigationEngine()
    try define("Cart", in: engine) { Cart($0) }
    engine.launch("Cart")
    let cart: Cart = try #require(engine.main.flatMap { engine.coordinator($0) })
    (cart.items, cart.total) = (["lamp"], 12)
    let checkpoint = try engine.checkpoint()
    (cart.items, cart.total) = (["lamp", "book"], 30)
    try engine.rewind(to: checkpoint)
    #expect(cart.items == ["lamp"])
    #expect(cart.total == 12)
  }

  @Test func `a rewind writes no event and calls no callback`() throws {
    fixture.define("Child")
    var numbers: [Int] = []
    _ = engine.observeNumbers(NavigationEvent.Kind.allCases) { numbers.append($0) }
    let checkpoint = try engine.checkpoint()
    try fixture.show("Child")
    fixture.log = []
    numbers = []
    try engine.rewind(to: checkpoint)
    #expect(fixture.log == [])
    #expect(numbers == [])
    #expect(engine.coordinators(ofType: "Child") == [])
    // The observer continues with the number after the checkpoint.
    let count = engine.eventCount
    fixture.main.navigate(to: "B")
    #expect(numbers.first == count + 1)
  }

  @Test func `after a rewind, timers fire in the same order and as often as at the checkpoint`()
    throws
  {
    for number in 1...3 {
      engine.schedule(after: .seconds(number)) { [fixture] in
        fixture.log.append("timer \(number)")
      }
    }
    engine.advance(by: .milliseconds(1500))
    #expect(fixture.log == ["timer 1"])
    let checkpoint = try engine.checkpoint()
    for _ in 0..<2 {
      fixture.log = []
      let late = engine.schedule(after: .seconds(1)) { [fixture] in fixture.log.append("late") }
      #expect(late.number == 4)
      engine.advance(by: .seconds(10))
      #expect(fixture.log == ["timer 2", "late", "timer 3"])
      try engine.rewind(to: checkpoint)
      #expect(engine.pendingTimers.map(\.deadline) == [.seconds(2), .seconds(3)])
    }
  }

  @Test func `after a rewind, undo and redo continue with the steps of the checkpoint`() throws {
    for screen in ["B", "C", "D"] { fixture.main.navigate(to: screen) }
    engine.undo()
    let checkpoint = try engine.checkpoint()
    let tree = engine.tree
    for _ in 0..<2 {
      engine.undo(2)
      fixture.main.navigate(to: "E")
      #expect(engine.redoableCount == 0)
      try engine.rewind(to: checkpoint)
      #expect(engine.tree == tree)
      #expect(engine.redo()?.status == .done)
      #expect(shown == "D")
      try engine.rewind(to: checkpoint)
    }
    #expect(engine.undo(2)?.status == .done)
    #expect(shown == "A")
  }

  @Test
  func `a rewind restores a running animation, waiting operations and open tickets`()
    throws
  {
    engine.isClockAutomatic = false
    let first = fixture.main.call("navigate", fixture.completing("first")) { call in
      call.name = engine.symbols.intern("B")
    }
    #expect(first == nil)
    var call = OperationCall(
      operation: OperationNumber.navigate.index, caller: fixture.main.coordinator)
    call.name = engine.symbols.intern("C")
    guard case .queued(let ticket) = engine.submit(call) else {
      Issue.record("it does not wait")
      return
    }
    let checkpoint = try engine.checkpoint()
    for _ in 0..<2 {
      fixture.log = []
      #expect(ticket.outcome == nil)
      #expect(engine.waitingCount == 2)
      engine.settle()
      #expect(ticket.outcome?.status == .done)
      #expect(fixture.log == ["first done"])
      #expect(engine.stack(of: fixture.main.coordinator).map(\.name) == ["A", "B", "C"])
      try engine.rewind(to: checkpoint)
    }
  }

  @Test func `a rewind restores an open gesture`() throws {
    fixture.main.navigate(to: "B")
    var options = OperationOptions()
    options.phase = .begin
    _ = fixture.user("swipeBack", "", options)
    let checkpoint = try engine.checkpoint()
    for phase in [GesturePhase.commit, .cancel] {
      options.phase = phase
      _ = fixture.user("swipeBack", "", options)
      #expect(engine.front.flatMap(engine.node(of:))?.name == (phase == .commit ? "A" : "B"))
      #expect(engine.swipeProgress == nil)
      try engine.rewind(to: checkpoint)
      #expect(engine.swipeProgress == 0)
    }
  }

  @Test func `a rewind restores finished coordinators and releases new ones`() throws {
    try define("Counter", in: engine) { Counter($0) }
    let outcome = fixture.main.navigate(to: try engine.makeCoordinator("Counter"), .with(.sheet))
    #expect(outcome?.status == .done)
    let id = try #require(engine.coordinators(ofType: "Counter").first)
    weak var new: Counter?
    let old = try #require(engine.coordinator(id, as: Counter.self))
    old.count = 3
    let checkpoint = try engine.checkpoint()
    old.count = 7
    fixture.main.dismiss()
    #expect(!engine.isAlive(id))
    let other = try engine.makeCoordinator("Counter")
    new = engine.coordinator(other, as: Counter.self)
    #expect(new != nil)
    #expect(engine.leaks.map(\.state) == [.neverShown])
    try engine.rewind(to: checkpoint)
    #expect(new == nil)
    #expect(engine.coordinator(id, as: Counter.self) === old)
    #expect(old.count == 3)
    #expect(engine.leaks == [])
  }

  @Test(arguments: [false, true])
  func `a coordinator that only undone steps of a checkpoint retain counts as released`(
    hasCheckpoint: Bool
  ) throws {
    try define("Counter", in: engine) { Counter($0) }
    fixture.main.navigate(to: try engine.makeCoordinator("Counter"), .with(.sheet))
    engine.undo()
    let checkpoint = hasCheckpoint ? try engine.checkpoint() : nil
    #expect(engine.redo()?.status == .done)
    fixture.main.dismiss()
    let leaks = engine.leaks
    let outcome = engine.undo()
    withExtendedLifetime(checkpoint) {}
    #expect(leaks == [])
    #expect(
      outcome?.error?.message == "coordinator c2 Counter cannot be restored: it has been released")
  }

  @Test func `a rewind restores guards, observers and types`() throws {
    let guardID = engine.addGuard { _ in .veto("closed") }
    var seen: [String] = []
    let observer = engine.observe([.screenCreated]) { seen.append($0.name) }
    let checkpoint = try engine.checkpoint()
    engine.removeGuard(guardID)
    engine.stopObserving(observer)
    _ = engine.observe([.screenCreated]) { seen.append("late \($0.name)") }
    fixture.define("Late")
    #expect(fixture.main.navigate(to: "B")?.status == .done)
    #expect(seen == ["late B"])
    try engine.rewind(to: checkpoint)
    #expect(engine.coordinatorType(named: "Late") == nil)
    #expect(fixture.main.navigate(to: "B")?.reason == .vetoed)
    engine.removeGuard(guardID)
    fixture.main.navigate(to: "C")
    #expect(seen == ["late B", "C"])
  }

  @Test func `snapshots from before and after the checkpoint remain readable after a rewind`()
    throws
  {
    let before = engine.snapshot()
    fixture.main.navigate(to: "B")
    let checkpoint = try engine.checkpoint()
    fixture.main.navigate(to: "C")
    let after = engine.snapshot()
    try engine.rewind(to: checkpoint)
    fixture.main.navigate(to: "D")
    #expect(before.tree.front?.name == "A")
    #expect(after.tree.front?.name == "C")
    #expect(shown == "D")
  }

  @Test func `an event stream continues after a rewind, but one opened after the checkpoint ends`()
    async throws
  {
    let stream = engine.eventStream([.screenCreated])
    let checkpoint = try engine.checkpoint()
    let late = engine.eventStream([.screenCreated])
    fixture.main.navigate(to: "B")
    try engine.rewind(to: checkpoint)
    fixture.main.navigate(to: "C")
    var names: [String] = []
    for await event in late { names.append(event.name) }
    #expect(names == ["B"])
    names = []
    for await event in stream {
      names.append(event.name)
      if names.count == 2 { break }
    }
    #expect(names == ["B", "C"])
  }

  @Test func `any checkpoint can be reached from any other`() throws {
    var checkpoints: [(EngineCheckpoint, [String])] = []
    for screens in [["B"], ["B", "C"], ["D"], ["D", "E", "F"]] {
      if let first = checkpoints.first?.0 { try engine.rewind(to: first) }
      for screen in screens { fixture.main.navigate(to: screen) }
      let shown = engine.stack(of: fixture.main.coordinator).map(\.name)
      checkpoints.append((try engine.checkpoint(), shown))
    }
    for index in [3, 0, 2, 1, 3, 2, 0, 1] {
      try engine.rewind(to: checkpoints[index].0)
      #expect(engine.stack(of: fixture.main.coordinator).map(\.name) == checkpoints[index].1)
      fixture.main.popToRoot()
    }
  }

  // MARK: - Rejected calls

  private func code(_ body: () throws(NavigationError) -> Void) -> ReasonCode? {
    do throws(NavigationError) { try body() } catch { return error.code }
    return nil
  }

  @Test func `a checkpoint of another engine is rejected, and the state is unchanged`() throws {
    let other = NavigationFixture.launched("A")
    let checkpoint = try other.engine.checkpoint()
    let tree = engine.tree
    let error = #expect(throws: NavigationError.self) { try engine.rewind(to: checkpoint) }
    #expect(
      error?.description
        == "badArgument: rewind: the checkpoint belongs to another engine; use a checkpoint "
        + "of this engine")
    #expect(engine.tree == tree)
  }

  @Test func `a checkpoint from before a reset of the engine is rejected`() throws {
    let engine = NavigationEngine()
    let beginning = try #require(EngineBeginning(of: engine))
    let checkpoint = try engine.checkpoint()
    #expect(beginning.discard())
    #expect(code { () throws(NavigationError) in try engine.rewind(to: checkpoint) } == .stale)
  }

  @Test
  func `a checkpoint and a rewind are rejected in an operation, a callback and a recorded batch`()
    throws
  {
    let checkpoint = try engine.checkpoint()
    var codes: [ReasonCode?] = []
    let tryBoth = { [engine] in
      codes.append(code { () throws(NavigationError) in _ = try engine.checkpoint() })
      codes.append(code { () throws(NavigationError) in try engine.rewind(to: checkpoint) })
    }
    let guardID = engine.addGuard { _ in
      tryBoth()
      return .allow
    }
    fixture.main.navigate(to: "B")
    engine.removeGuard(guardID)
    _ = engine.schedule(after: .zero, tryBoth)
    engine.advance(by: .zero)
    _ = engine.record(tryBoth)
    #expect(codes == Array(repeating: .busy, count: 6))
    #expect(engine.stack(of: fixture.main.coordinator).map(\.name) == ["A", "B"])
  }

  @Test func `a checkpoint is rejected with the type of a coordinator that cannot be restored`()
    throws
  {
    try define("Closed", in: engine) { Closed($0) }
    fixture.main.navigate(to: try engine.makeCoordinator("Closed"), .with(.sheet))
    let error = #expect(throws: NavigationError.self) { try engine.checkpoint() }
    #expect(
      error?.description
        == "notKept: checkpoint: Closed has properties that cannot be restored; implement "
        + #"restoring, for example var restoring: (() -> Void)? { restoring(\.items) }"#)
    fixture.main.dismiss()
    _ = try engine.checkpoint()
  }

  @Test func `a checkpoint and a rewind are rejected during a recording and with a stage`() throws {
    let checkpoint = try engine.checkpoint()
    let codes = { [self] in
      [
        code { () throws(NavigationError) in _ = try engine.checkpoint() },
        code { () throws(NavigationError) in try engine.rewind(to: checkpoint) },
      ]
    }
    try engine.record { _ in }
    #expect(codes() == [.unsupported, .unsupported])
    engine.stopRecording()
    #expect(codes() == [nil, nil])
    engine.stage = Stages()
    #expect(codes() == [.unsupported, .unsupported])
  }

  private final class Stages: Stage {
    func perform(_ transition: StageTransition, completion: StageCompletion) { completion.finish() }
  }

  @Test func `open work rejects a checkpoint, and a rewind cancels work that was started later`()
    async throws
  {
    let host = Works()
    engine.workHost = host
    let checkpoint = try engine.checkpoint()
    try engine.work { _ in
      1
    } then: { _ in
    }
    let error = #expect(throws: NavigationError.self) { try engine.checkpoint() }
    #expect(error?.code == .notKept)
    try engine.rewind(to: checkpoint)
    // The stream ends when the work is cancelled.
    for await _ in host.cancellation {}
    #expect(engine.openWorkCount == 0)
    #expect(
      try engine.work { _ in
        1
      } then: { _ in
      }.number == 1)
  }

  private final class Works: WorkHost {
    let clock: any Clock<Duration> = ContinuousClock()
    let cancellation: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (cancellation, continuation) = AsyncStream.makeStream(of: Void.self) }

    func start(_ work: CoordinatorWork) -> @Sendable () -> Void {
      { [continuation] in continuation.finish() }
    }
  }
}
