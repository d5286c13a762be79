import Dispatch
import PortableMutex
import Signalbox
import Testing

@testable import SignalboxProtocol

@Suite struct MethodTests {
  private let product: NavigationArguments = [
    "operation": "navigate", "caller": "Shop", "name": "product", "arguments": ["id": 42],
  ]

  // MARK: - State

  @Test func `the method for the state returns the document that restores the state`() throws {
    let shop = try ShopFixture()
    let client = try shop.client()
    let state = try client.request(StateGetMethod.self, NoFields())
    #expect(state.state == (try shop.engine.tree.value))
    #expect(state.text == "Shop[catalog] | root Shop")
    #expect(state.sequence == shop.engine.eventCount)
    _ = try client.request(OperationPerformMethod.self, CallDocument(product))
    let outcome = try client.request(
      StateRestoreMethod.self, StateReference(state: state.state))
    #expect(outcome.status == .done)
    #expect(try client.request(StateGetMethod.self, NoFields()).text == state.text)
  }

  @Test func `a difference compares the current state with a saved state or a document`() throws {
    let client = try ShopFixture().client()
    let start = try client.request(StateGetMethod.self, NoFields()).state
    #expect(
      try client.request(StateSaveMethod.self, StateSaveMethod.Params(name: "a")).names == ["a"])
    _ = try client.request(OperationPerformMethod.self, CallDocument(product))
    let forward = try client.request(
      StateDiffMethod.self, StateDiffMethod.Params(from: StateReference(name: "a")))
    #expect(forward.text == "Shop stack: + product { id = 42 }")
    #expect(forward.changes.map(\.added) == [["product { id = 42 }"]])
    let same = try client.request(
      StateDiffMethod.self,
      StateDiffMethod.Params(from: StateReference(name: "a"), to: StateReference(state: start)))
    #expect(same.changes == [])
    #expect(same.text == "no difference")
  }

  @Test func `saved states belong to their client, and their number is limited`() throws {
    let shop = try ShopFixture()
    let (first, second) = (try shop.client(), try shop.client())
    for number in 0..<EngineClient.maxStates {
      _ = try first.request(StateSaveMethod.self, StateSaveMethod.Params(name: "s\(number)"))
    }
    #expect(throws: ProtocolError.self) {
      try first.request(StateSaveMethod.self, StateSaveMethod.Params(name: "more"))
    }
    #expect(
      throws: ProtocolError(
        .badParams, "there is no saved state \"s1\"", hint: "save one with state/save")
    ) { try second.request(StateRestoreMethod.self, StateReference(name: "s1")) }
    #expect(
      throws: ProtocolError(
        .badParams, "params has neither name nor state, expected one of them")
    ) { try second.request(StateRestoreMethod.self, StateReference.none) }
  }

  @Test func `the list of definitions contains routes with arguments, links and actions`() throws {
    let client = try ShopFixture().client()
    let definitions = try client.request(DefinitionsListMethod.self, NoFields())
    let shop = try #require(definitions.coordinators.first)
    #expect(definitions.coordinators.map(\.name) == ["Shop"])
    #expect(shop.routes.map(\.name) == ["catalog", "help", "product"])
    #expect(shop.routes.map(\.coordinator) == [nil, "Help", nil])
    #expect(shop.routes[2].parameters?.map(\.name) == ["id"])
    #expect(shop.links == ["shop://product/:id"])
    #expect(
      definitions.actions == [DefinitionsListMethod.Actions(screen: "catalog", labels: ["Buy"])])
  }

  // MARK: - Operations

  @Test func `operations and gestures return outcomes, and rejections are outcomes`() throws {
    let shop = try ShopFixture()
    let client = try shop.client()
    let done = try client.request(OperationPerformMethod.self, CallDocument(product))
    #expect(done.status == .done)
    #expect(shop.engine.tree.description == "Shop[catalog,product { id = 42 }] | root Shop")
    var wrong = product
    wrong["name"] = "prodct"
    let rejected = try client.request(OperationPerformMethod.self, CallDocument(wrong))
    #expect(rejected.status == .rejected)
    #expect(rejected.reason == "unknownRoute")
    #expect(rejected.message == "navigate: Shop has no route \"prodct\"")
    #expect(rejected.hint == "did you mean \"product\"?")
    let back = try client.request(GesturePerformMethod.self, CallDocument(["operation": "back"]))
    #expect(back.status == .done)
    let tap = try client.request(
      GesturePerformMethod.self, CallDocument(["operation": "tap", "text": "Buy"]))
    #expect(tap.status == .done)
    #expect(shop.engine.tree.description == "Shop[catalog,product { id = 1 }] | root Shop")
    let link = try client.request(
      LinkOpenMethod.self, LinkOpenMethod.Params(url: "shop://product/7"))
    #expect(link.value == 1)
    #expect(shop.engine.tree.description.contains("product { id = 7 }"))
  }

  @Test func `undo, redo and relaunch change the history and the whole application`() throws {
    let shop = try ShopFixture()
    shop.engine.keepsFinished = true
    let client = try shop.client()
    _ = try client.request(OperationPerformMethod.self, CallDocument(product))
    let shown = shop.engine.tree.description
    #expect(try client.request(UndoMethod.self, StepCount()).value == 1)
    #expect(shop.engine.tree.description == "Shop[catalog] | root Shop")
    #expect(try client.request(RedoMethod.self, StepCount(count: 5)).value == 1)
    #expect(shop.engine.tree.description == shown)
    #expect(try client.request(RedoMethod.self, StepCount()).reason == "nothingToRedo")
    #expect(try client.request(ApplicationRelaunchMethod.self, NoFields()).status == .done)
    #expect(shop.engine.tree.description == "Shop[catalog] | root Shop")
  }

  @Test(arguments: ClientWorkResult.allCases)
  func `open work ends with the result that a client selects, once`(
    _ ending: ClientWorkResult
  ) throws {
    let shop = try ShopFixture()
    let host = IdleWorkHost()
    shop.engine.workHost = host
    var results: [String] = []
    for name in ["first", "second"] {
      try shop.engine.work { _ in
      } then: {
        results.append("\(name): \($0)")
      }
    }
    let client = try shop.client()
    let params = WorkEndMethod.Params(work: 1, result: ending)
    #expect(try client.request(WorkEndMethod.self, params).open == [2])
    let expected =
      switch ending {
      case .success: "first: success()"
      case .failure: "first: failure(the work was ended with a failure)"
      case .cancellation: "first: failure(Swift.CancellationError())"
      }
    #expect(results == [expected])
    #expect(host.cancelled == [1])
    #expect(
      throws: ProtocolError(
        .badParams, "params.work is 1, but no unfinished work item has this number",
        hint: "schedule/subscribe sends the numbers of unfinished work items")
    ) { try client.request(WorkEndMethod.self, params) }
  }

  @Test func `work that returns a value cannot end with success, and a later result is ignored`()
    async throws
  {
    let shop = try ShopFixture()
    let host = IdleWorkHost()
    shop.engine.workHost = host
    var results: [String] = []
    try shop.engine.work { _ in
      42
    } then: {
      results.append("\($0)")
    }
    let client = try shop.client()
    #expect(
      throws: ProtocolError(
        .badParams,
        "params.result is \"success\", but work 1 returns a value; "
          + "expected \"failure\" or \"cancellation\""
      )
    ) {
      try client.request(WorkEndMethod.self, WorkEndMethod.Params(work: 1, result: .success))
    }
    #expect(shop.engine.openWorkCount == 1)
    _ = try client.request(WorkEndMethod.self, WorkEndMethod.Params(work: 1, result: .cancellation))
    await host.works[0].run()
    shop.engine.takeInWork()
    #expect(results == ["failure(Swift.CancellationError())"])
  }

  @Test func `relaunching requires a launched application`() throws {
    let client = try ShopFixture(isLaunched: false).client()
    #expect(
      throws: ProtocolError(
        code: "noMain", "application/relaunch: nothing has been launched",
        hint: "launch a coordinator first")
    ) { try client.request(ApplicationRelaunchMethod.self, NoFields()) }
  }

  @Test
  func `with a manual clock, operations wait until a client advances the clock or waits for idle`()
    throws
  {
    let shop = try ShopFixture()
    let client = try shop.client()
    shop.engine.isClockAutomatic = false
    let start = shop.engine.milliseconds
    #expect(
      try client.request(OperationPerformMethod.self, CallDocument(product)).status == .queued)
    #expect(
      try client.request(ClockAdvanceMethod.self, ClockAdvanceMethod.Params(.milliseconds(10))).time
        == start + 10)
    #expect(shop.engine.hasToWait)
    #expect(try client.request(IdleWaitMethod.self, NoFields()).time == start + 350)
    #expect(!shop.engine.hasToWait)
  }

  @Test
  func `waiting for idle includes the stage, can be cancelled, and does not block other requests`()
    throws
  {
    let shop = try ShopFixture()
    let stage = LateStage()
    shop.engine.stage = stage
    let client = try shop.client()
    #expect(
      try client.request(OperationPerformMethod.self, CallDocument(product)).status == .queued)
    let wait = try client.post(IdleWaitMethod.self, NoFields())
    _ = try client.request(StateGetMethod.self, NoFields())
    #expect(client.isOpen(wait))
    let other = try client.post(IdleWaitMethod.self, NoFields())
    shop.service.serve()
    try client.notify(CancelRequestMethod.self, CancelRequestMethod.Params(id: other))
    #expect(throws: ProtocolError(.cancelled, "cancelled before it was answered")) {
      try client.wait(for: other, of: IdleWaitMethod.self)
    }
    #expect(client.isOpen(wait))
    stage.finish()
    #expect(try client.wait(for: wait, of: IdleWaitMethod.self).time == shop.engine.milliseconds)
  }

  @Test
  func `a request that waits for idle is answered in the turn of the request that it waits for`()
    throws
  {
    let shop = try ShopFixture()
    let stage = LateStage()
    shop.engine.stage = stage
    let client = try shop.client()
    _ = try client.request(OperationPerformMethod.self, CallDocument(product))
    let waits = try (0..<3).map { _ in try client.post(IdleWaitMethod.self, NoFields()) }
    shop.service.serve()
    shop.service.serve()
    _ = shop.engine.schedule(after: .milliseconds(1)) { stage.finish() }
    let advance = try client.post(
      ClockAdvanceMethod.self, ClockAdvanceMethod.Params(.milliseconds(5)))
    shop.service.serve()
    try client.read()
    #expect((waits + [advance]).filter(client.isOpen) == [])
  }

  @Test func `a request that waits for idle adds no call to a recording`() throws {
    let shop = try ShopFixture()
    let stage = LateStage()
    shop.engine.stage = stage
    let client = try shop.client()
    _ = try client.request(OperationPerformMethod.self, CallDocument(product))
    var lines: [String] = []
    try shop.engine.record { lines.append($0) }
    let before = lines
    let wait = try client.post(IdleWaitMethod.self, NoFields())
    for _ in 0..<5 { shop.service.serve() }
    #expect(lines == before)
    stage.finish()
    _ = try client.wait(for: wait, of: IdleWaitMethod.self)
  }

  // MARK: - Stops

  /// Sets a timer that is rescheduled one millisecond later each time.
  ///
  /// - Parameter body: Called with the number of calls so far.
  /// - Returns: A closure that cancels the timer, which otherwise retains its engine.
  private func setTimer(
    of shop: ShopFixture, _ body: @escaping (Int) -> Void
  ) -> () -> Void {
    let engine = shop.engine
    var (count, timer) = (0, TimerID?.none)
    func tick() {
      count += 1
      body(count)
      timer = engine.schedule(after: .milliseconds(1)) { tick() }
    }
    tick()
    return { _ = timer.map(engine.cancel) }
  }

  private let century = ClockAdvanceMethod.Params(.milliseconds(3_155_760_000_000))

  @Test
  func `in a host without scripts, a request ends at its time limit and the next is answered`()
    throws
  {
    var limits = ProtocolLimits()
    limits.requestTime = .milliseconds(500)
    #expect(ProtocolLimits().requestTime == .seconds(10))
    let shop = try ShopFixture(limits: limits)
    let client = try shop.client()
    let cancel = setTimer(of: shop) { _ in }
    defer { cancel() }
    #expect(
      throws: ProtocolError(
        .timeout, "timed out: the request took longer than 0.5 seconds")
    ) { try client.request(ClockAdvanceMethod.self, century) }
    #expect(try client.request(StateGetMethod.self, NoFields()).text == "Shop[catalog] | root Shop")
  }

  @Test func `a running request can be cancelled in a host without scripts`() throws {
    let shop = try ShopFixture()
    let client = try shop.client()
    let id = try client.post(ClockAdvanceMethod.self, century)
    var last = 0
    let cancel = setTimer(of: shop) { count in
      last = count
      guard count == 3 else { return }
      try? client.notify(CancelRequestMethod.self, CancelRequestMethod.Params(id: id))
    }
    defer { cancel() }
    #expect(throws: ProtocolError(.cancelled, "cancelled while it ran")) {
      try client.wait(for: id, of: ClockAdvanceMethod.self)
    }
    #expect(last == 3)
  }

  @Test func `when a client disconnects, its running request ends`() throws {
    let shop = try ShopFixture()
    let connection = shop.server.connect(.lines, needsToken: false)
    for line in [
      #"{"id":0,"jsonrpc":"2.0","method":"initialize","params":{"client":{"name":"x"},"#
        + #""versions":[1]}}"#,
      #"{"id":1,"jsonrpc":"2.0","method":"clock/advance","params":{"milliseconds":1000000000}}"#,
    ] { connection.receive(Array("\(line)\n".utf8)) }
    var last = 0
    let cancel = setTimer(of: shop) { count in
      last = count
      if count == 3 { connection.close() }
    }
    defer { cancel() }
    shop.service.serve()
    #expect(last == 3)
  }

  // MARK: - Events

  @Test func `events of the subscribed kinds arrive in batches and in order`() throws {
    let shop = try ShopFixture()
    let client = try shop.client()
    var batches: [EventsBatchMethod.Params] = []
    client.onNotification = { note in
      if let batch = note.params(of: EventsBatchMethod.self) { batches.append(batch) }
    }
    let first = shop.engine.eventCount
    #expect(
      try client.request(
        EventsSubscribeMethod.self, EventsSubscribeMethod.Params(kinds: ["entry", "didAppear"])
      ).after == first)
    _ = try client.request(OperationPerformMethod.self, CallDocument(product))
    shop.service.serve()
    try client.read()
    let kinds: Set<NavigationEvent.Kind> = [.entryPushed, .entryPopped, .didAppear]
    let expected = shop.engine.eventNumbers(of: kinds, in: first + 1..<Int.max)
      .compactMap { shop.engine.event(numbered: $0) }.map { EventDocument($0) }
    #expect(batches == [EventsBatchMethod.Params(expected)])
    #expect(expected.map(\.kind) == ["entry.pushed", "didAppear"])
    _ = try client.request(
      EventsSubscribeMethod.self, EventsSubscribeMethod.Params(kinds: []))
    _ = shop.engine.undo()
    shop.service.serve()
    try client.read()
    #expect(batches.count == 1)
  }

  /// Returns the messages for a client that reads only after 50 operations.
  ///
  /// - Returns: The numbers of all events, and the numbers of the engine's events since the
  ///   subscription.
  private func eventsOfLateReader(
    journalCapacity: Int
  ) throws -> (received: [EventsBatchMethod.Params], sent: ClosedRange<Int>) {
    var limits = ProtocolLimits()
    limits.events = 2000
    let turns = DispatchSemaphore(value: 0)
    let shop = try ShopFixture(journalCapacity: journalCapacity, limits: limits) { turns.signal() }
    let client = try shop.client()
    var batches: [EventsBatchMethod.Params] = []
    client.onNotification = { note in
      if let batch = note.params(of: EventsBatchMethod.self) { batches.append(batch) }
    }
    let first = shop.engine.eventCount + 1
    _ = try client.request(EventsSubscribeMethod.self, EventsSubscribeMethod.Params())
    for _ in 0..<50 {
      let main = try #require(shop.engine.main)
      _ = shop.engine.router(of: main).navigate(to: "catalog")
      shop.service.serve()
    }
    #expect(batches == [])
    // Reading requests a turn from the host until no data remains.
    var isAsked = true
    while isAsked {
      while turns.wait(timeout: .now()) == .success {}
      try client.read()
      isAsked = turns.wait(timeout: .now()) == .success
      shop.service.serve()
    }
    try client.read()
    return (batches, first...shop.engine.eventCount)
  }

  @Test func `a client that reads late receives every event that the engine still contains`() throws
  {
    let (batches, sent) = try eventsOfLateReader(journalCapacity: 100_000)
    #expect(batches.flatMap(\.events).map(\.sequence) == Array(sent))
    #expect(batches.allSatisfy { $0.dropped == 0 && $0.restartedAfter == nil })
  }

  @Test func `a slow client receives the number of events that the engine has discarded`()
    throws
  {
    let (batches, sent) = try eventsOfLateReader(journalCapacity: 40)
    let dropped = batches.reduce(0) { $0 + $1.dropped }
    let received = batches.flatMap(\.events).map(\.sequence)
    #expect(dropped > 0)
    #expect(received.count + dropped == sent.count)
    #expect(received.suffix(40) == Array(sent.suffix(40))[...])
  }

  @Test func `a subscription continues when another engine replaces its engine`() throws {
    let (shop, next) = (try ShopFixture(), try ShopFixture())
    let client = try shop.client()
    var batches: [EventsBatchMethod.Params] = []
    client.onNotification = { note in
      if let batch = note.params(of: EventsBatchMethod.self) { batches.append(batch) }
    }
    _ = try client.request(
      EventsSubscribeMethod.self, EventsSubscribeMethod.Params(kinds: ["entry.pushed"]))
    shop.service.engine = next.engine
    let last = next.engine.eventCount
    shop.service.serve()
    try client.read()
    #expect(batches == [EventsBatchMethod.Params([], restartedAfter: last)])
    _ = try client.request(OperationPerformMethod.self, CallDocument(product))
    shop.service.serve()
    try client.read()
    #expect(batches.dropFirst().flatMap(\.events).map(\.kind) == ["entry.pushed"])
  }
}

extension StateReference {
  /// A reference without a name and without a state.
  fileprivate static var none: StateReference {
    var reference = StateReference(name: "")
    reference.name = nil
    return reference
  }
}

/// A stage whose transitions end when the test requests this.
private final class LateStage: Stage {
  private var completions: [StageCompletion] = []

  func perform(_ transition: StageTransition, completion: StageCompletion) {
    completions.append(completion)
  }

  func finish() {
    let all = completions
    completions = []
    for completion in all { completion.finish() }
  }
}

/// A host that never runs the work of coordinators by itself.
final class IdleWorkHost: WorkHost {
  let clock: any Clock<Duration> = ContinuousClock()
  private(set) var works: [CoordinatorWork] = []
  private let list = Cancellations()
  var cancelled: [Int] { list.numbers.withLock(\.self) }

  private final class Cancellations: Sendable {
    /// The numbers of cancelled work, which a task can add on any thread.
    let numbers = Mutex<[Int]>([])
  }

  func start(_ work: CoordinatorWork) -> @Sendable () -> Void {
    works.append(work)
    let (list, number) = (list, work.id.number)
    return { list.numbers.withLock { $0.append(number) } }
  }
}
