import Signalbox
import Testing

@testable import SignalboxProtocol

/// Tests `schedule/subscribe`, which notifies a client of timers and asynchronous work.
@Suite struct ScheduleTests {
  /// The changes that a client has received, a line for each batch.
  private final class Received {
    var batches: [String] = []

    init(_ client: ProtocolClient) {
      client.onNotification = { [unowned self] notice in
        guard let batch = notice.params(of: ScheduleBatchMethod.self) else { return }
        let changes = batch.changes.map(Self.text)
        batches.append(
          (batch.isComplete ? "complete: " : "") + changes.joined(separator: "; "))
      }
    }

    private static func text(_ change: ScheduleBatchMethod.Change) -> String {
      var text = "\(change.item) \(change.number) \(change.change) at \(change.time)"
      if let deadline = change.deadline { text += " until \(deadline)" }
      if let owner = change.owner { text += " of c\(owner)" }
      if let type = change.ownerType { text += " \(type)" }
      if !change.results.isEmpty {
        text += ", ends with " + change.results.map(\.rawValue).joined(separator: "/")
      }
      return text
    }
  }

  @Test func `a subscriber receives what is pending or open, and then the changes`() throws {
    let shop = try ShopFixture()
    let engine = shop.engine
    engine.workHost = IdleWorkHost()
    engine.schedule(after: .seconds(20), owner: engine.main) {}
    try engine.work { _ in
      42
    } then: { _ in
    }
    let client = try shop.client()
    let received = Received(client)
    _ = try client.request(ScheduleSubscribeMethod.self, .init())
    let second = engine.schedule(after: .milliseconds(100)) {}
    try engine.work(owner: engine.main) { _ in
    } then: { _ in
    }
    engine.advance(by: .milliseconds(50))
    engine.cancel(second)
    shop.service.serve()
    engine.advance(by: .seconds(30))
    _ = try client.request(WorkEndMethod.self, .init(work: 1, result: .failure))
    engine.cancelAllWork()
    shop.service.serve()
    try client.read()
    #expect(
      received.batches == [
        "complete: timer 1 began at 0 until 20000 of c1 Shop; "
          + "work 1 began at 0, ends with failure/cancellation",
        "timer 2 began at 0 until 100; "
          + "work 2 began at 0 of c1 Shop, ends with success/failure/cancellation; "
          + "timer 2 cancelled at 50",
        "timer 1 ended at 20000 of c1", "work 1 ended at 30050",
        "work 2 cancelled at 30050 of c1",
      ])
  }

  @Test func `nothing is sent after the end of a subscription, and another engine begins again`()
    throws
  {
    let shop = try ShopFixture()
    let client = try shop.client()
    let received = Received(client)
    _ = try client.request(ScheduleSubscribeMethod.self, .init())
    _ = try client.request(ScheduleSubscribeMethod.self, .init(isOn: false))
    shop.engine.schedule(after: .seconds(1)) {}
    shop.service.serve()
    try client.read()
    #expect(received.batches == ["complete: "])
    _ = try client.request(ScheduleSubscribeMethod.self, .init())
    let next = try ShopFixture().engine
    next.schedule(after: .seconds(2)) {}
    shop.service.engine = next
    shop.engine.schedule(after: .seconds(3)) {}
    shop.service.serve()
    try client.read()
    #expect(
      received.batches.dropFirst() == [
        "complete: timer 1 began at 0 until 1000", "complete: timer 1 began at 0 until 2000",
      ])
  }

  @Test func `a client that does not read receives what is pending instead of old changes`() throws
  {
    let shop = try ShopFixture()
    let client = try shop.client()
    let received = Received(client)
    _ = try client.request(ScheduleSubscribeMethod.self, .init())
    for _ in 0..<EngineClient.maxChanges {
      shop.engine.cancel(shop.engine.schedule(after: .seconds(1)) {})
    }
    shop.engine.schedule(after: .seconds(5)) {}
    shop.service.serve()
    try client.read()
    let last = EngineClient.maxChanges + 1
    #expect(
      received.batches == ["complete: ", "complete: timer \(last) began at 0 until 5000"])
  }
}
