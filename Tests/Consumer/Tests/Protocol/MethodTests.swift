import Signalbox
import SignalboxProtocol
import Testing

/// A work host that never runs the work.
private final class IdleHost: WorkHost {
  let clock: any Clock<Duration> = ContinuousClock()

  func start(_ work: CoordinatorWork) -> @Sendable () -> Void { {} }
}

/// The methods that a client of an application calls.
struct MethodTests {
  private let shop: ServedShop
  private var client: ProtocolClient { shop.client }

  init() throws { shop = try ServedShop() }

  @Test func `a client uses an application like its user`() throws {
    let definitions = try client.request(DefinitionsListMethod.self, NoFields())
    #expect(definitions.coordinators.map(\.name) == ["Shop"])
    #expect(definitions.actions.map(\.labels) == [["Buy"]])
    let gestures = try client.request(GestureListMethod.self, NoFields()).gestures
    #expect(gestures == [["operation": "tap", "text": "Buy"]])
    let calls = try [
      client.request(
        GesturePerformMethod.self, CallDocument(["operation": "tap", "text": "Buy"])),
      client.request(LinkOpenMethod.self, LinkOpenMethod.Params(url: "shop://product/7")),
      client.request(
        OperationPerformMethod.self, CallDocument(["operation": "popLast", "caller": "Shop"])),
    ]
    #expect(calls.map(\.status) == [.done, .done, .done])
    #expect(try shop.state == "Shop[catalog,product { id = 1 }] | root Shop")
    let titles = try client.request(StateInspectMethod.self, NoFields()).screens.map(\.title)
    #expect(titles == ["catalog", "product"])
  }

  @Test func `a client returns to earlier states`() throws {
    let saved = try client.request(StateSaveMethod.self, StateSaveMethod.Params(name: "start"))
    #expect(saved.names == ["start"])
    let start = try shop.state
    func link(_ id: Int) -> LinkOpenMethod.Params {
      LinkOpenMethod.Params(url: "shop://product/\(id)")
    }
    let product = try shop.state(after: LinkOpenMethod.self, link(7))
    let difference = try client.request(
      StateDiffMethod.self, StateDiffMethod.Params(from: StateReference(name: "start")))
    #expect(difference.text == "Shop stack: + product { id = 7 }")
    #expect(try shop.state(after: UndoMethod.self, StepCount()) == start)
    #expect(try shop.state(after: RedoMethod.self, StepCount()) == product)
    let reference = StateReference(name: "start")
    #expect(try shop.state(after: StateRestoreMethod.self, reference) == start)
    #expect(try shop.state(after: LinkOpenMethod.self, link(7)) == product)
    #expect(try shop.state(after: ApplicationRelaunchMethod.self, NoFields()) == start)
  }

  @Test func `a client observes events, calls, timers and asynchronous work`() throws {
    _ = try client.request(
      EventsSubscribeMethod.self, EventsSubscribeMethod.Params(kinds: ["entry.pushed"]))
    _ = try client.request(CallsSubscribeMethod.self, CallsSubscribeMethod.Params())
    _ = try client.request(ScheduleSubscribeMethod.self, ScheduleSubscribeMethod.Params())
    _ = shop.engine.schedule(after: .seconds(3)) {}
    shop.engine.perform("tap") { $0.text = "Buy" }
    _ = try shop.state
    let events = shop.notifications.compactMap { $0.params(of: EventsBatchMethod.self)?.events }
    #expect(events.joined().map(\.name) == ["product"])
    let calls = shop.notifications.compactMap { $0.params(of: CallsBatchMethod.self)?.calls }
    #expect(calls.joined().map { $0.call["text"] } == ["Buy"])
    let changes = shop.notifications.compactMap { $0.params(of: ScheduleBatchMethod.self)?.changes }
    #expect(changes.joined().map(\.deadline) == [3000])
    #expect(try client.request(IdleWaitMethod.self, NoFields()).time == 350)
  }

  @Test func `a client ends asynchronous work`() throws {
    shop.engine.workHost = IdleHost()
    var errors: [String] = []
    try shop.engine.work { clock in
      try await clock.sleep(for: .seconds(60))
    } then: { result in
      if case .failure(let error) = result { errors.append("\(error)") }
    }
    let ended = try client.request(
      WorkEndMethod.self, WorkEndMethod.Params(work: 1, result: .failure))
    #expect(ended.open == [])
    #expect(errors == ["the work was ended with a failure"])
  }
}
