import Signalbox
import Testing

@testable import SignalboxProtocol

/// Tests `calls/subscribe`, which notifies a client of calls by the application and by other
/// clients.
@Suite struct CallTests {
  /// The calls that a client has received, each as operation, outcome and number of changes.
  private final class Received {
    var calls: [String] = []
    var dropped = 0

    init(_ client: ProtocolClient) {
      client.onNotification = { [unowned self] notice in
        guard let batch = notice.params(of: CallsBatchMethod.self) else { return }
        dropped += batch.dropped
        calls += batch.calls.map { entry in
          let outcome = entry.call["outcome"]?.text ?? ""
          return "\(entry.call["operation"]?.text ?? "") \(outcome) \(entry.step)"
        }
      }
    }
  }

  private func product(_ engine: NavigationEngine) throws {
    let shop = try #require(engine.main)
    #expect(engine.router(of: shop).navigate(to: "product", ["id": 1])?.status == .done)
  }

  @Test func `a subscriber receives calls of the application and of other clients`() throws {
    let shop = try ShopFixture()
    let (watching, other) = (try shop.client("watching"), try shop.client("other"))
    let received = Received(watching)
    _ = try watching.request(CallsSubscribeMethod.self, .init())
    try product(shop.engine)
    _ = shop.engine.perform("back")
    _ = shop.engine.perform("tap") { $0.text = "Nothing" }
    _ = try other.request(
      OperationPerformMethod.self,
      CallDocument(["operation": "navigate", "caller": "Shop", "name": "catalog"]))
    shop.service.serve()
    try watching.read()
    #expect(
      received.calls == [
        "navigate done 2", "back done 3", "tap rejected(unknownAction) 3", "navigate done 4",
      ])
  }

  @Test func `a client can pop to the root and to the first screen by their indices`() throws {
    let shop = try ShopFixture()
    let client = try shop.client()
    for (index, stack) in [(0, ["catalog", "product"]), (-1, ["catalog"])] {
      try product(shop.engine)
      try product(shop.engine)
      _ = try client.request(
        OperationPerformMethod.self,
        CallDocument(["operation": "popTo", "caller": "Shop", "count": .integer(index)]))
      #expect(shop.engine.stack(of: try #require(shop.engine.main)).map(\.name) == stack)
      try product(shop.engine)
      try product(shop.engine)
      _ = try client.request(
        GesturePerformMethod.self,
        CallDocument(["operation": "longPressBack", "count": .integer(index)]))
      #expect(shop.engine.stack(of: try #require(shop.engine.main)).map(\.name) == stack)
    }
  }

  @Test func `a subscriber receives neither its own calls nor calls of callbacks`() throws {
    let shop = try ShopFixture()
    let client = try shop.client()
    let received = Received(client)
    _ = try client.request(CallsSubscribeMethod.self, .init())
    _ = try client.request(
      OperationPerformMethod.self,
      CallDocument([
        "operation": "navigate", "caller": "Shop", "name": "product", "arguments": ["id": 2],
      ]))
    _ = shop.engine.perform("open") { $0.text = "shop://product/3" }
    shop.service.serve()
    try client.read()
    #expect(received.calls == ["open done 3"])
  }

  @Test func `no calls are sent after the end of a subscription or for another engine`() throws {
    let shop = try ShopFixture()
    let client = try shop.client()
    let received = Received(client)
    _ = try client.request(CallsSubscribeMethod.self, .init())
    _ = try client.request(CallsSubscribeMethod.self, .init(isOn: false))
    try product(shop.engine)
    shop.service.serve()
    try client.read()
    #expect(received.calls == [])
    _ = try client.request(CallsSubscribeMethod.self, .init())
    let old = shop.engine
    shop.service.engine = try ShopFixture().engine
    try product(old)
    try product(shop.service.engine)
    shop.service.serve()
    try client.read()
    #expect(received.calls == ["navigate done 2"])
  }

  @Test func `calls that a client does not read are counted`() throws {
    let shop = try ShopFixture()
    let client = try shop.client()
    let received = Received(client)
    _ = try client.request(CallsSubscribeMethod.self, .init())
    for _ in 0..<EngineClient.maxCalls + 20 { _ = shop.engine.perform("back") }
    shop.service.serve()
    try client.read()
    #expect(received.calls.count == EngineClient.maxCalls)
    #expect(received.dropped == 20)
  }

  @Test func `a recording of the application continues while clients subscribe and unsubscribe`()
    throws
  {
    let shop = try ShopFixture()
    var lines = 0
    try shop.engine.record { _ in lines += 1 }
    let client = try shop.client()
    _ = try client.request(CallsSubscribeMethod.self, .init())
    try product(shop.engine)
    _ = try client.request(ShutdownMethod.self, NoFields())
    shop.service.serve()
    try product(shop.engine)
    #expect(lines == 3)
    #expect(shop.engine.isRecording)
  }
}
