import Signalbox
import SignalboxProtocol
import Testing

/// A client that continues while its requests wait, and the duties of a transport.
struct ConnectionTests {
  @Test func `a client can send several requests and cancel one of them`() throws {
    let client = try ServedShop().client
    let advance = try client.post(
      ClockAdvanceMethod.self, ClockAdvanceMethod.Params(.seconds(2)))
    let state = try client.post(StateGetMethod.self, NoFields())
    try client.notify(CancelRequestMethod.self, CancelRequestMethod.Params(id: state))
    #expect([advance, state].map(client.isOpen) == [true, true])
    #expect(try client.wait(for: advance, of: ClockAdvanceMethod.self).time == 2000)
    let error = #expect(throws: ProtocolError.self) {
      try client.wait(for: state, of: StateGetMethod.self)
    }
    #expect(error?.message == "cancelled before it ran")
    #expect([advance, state].map(client.isOpen) == [false, false])
  }

  @Test func `a client can look for a response later, or give up waiting`() throws {
    let shop = try ServedShop()
    let client = shop.client
    let time = ClockAdvanceMethod.Params(.seconds(1))
    let (first, second) = (
      try client.post(ClockAdvanceMethod.self, time), try client.post(ClockAdvanceMethod.self, time)
    )
    #expect(try client.answer(to: first, of: ClockAdvanceMethod.self) == nil)
    try client.wait(for: first, atMost: .seconds(5))
    #expect(try client.answer(to: first, of: ClockAdvanceMethod.self)?.time == 1000)
    client.abandon(second)
    shop.service.serve()
    try client.read()
    #expect(try client.answer(to: second, of: ClockAdvanceMethod.self) == nil)
    #expect(shop.engine.now == .seconds(2))
  }

  @Test func `a client learns that the server was closed`() throws {
    let shop = try ServedShop()
    shop.server.close()
    #expect(throws: ProtocolError.self) { try shop.client.read() }
    #expect(shop.client.ending?.message == "the host is ending the session")
  }

  @Test func `a server forgets a client whose connection is closed`() throws {
    let shop = try ServedShop()
    #expect(shop.service.clientNumbers == [1])
    shop.connection.close()
    shop.service.serve()
    #expect(shop.service.clientNumbers == [])
  }

  @Test func `a transport can return the output that it could not send`() {
    let connection = ProtocolServer(name: "app").connect(.lines)
    connection.receive(Array("hello\n".utf8))
    let whole = connection.output()
    connection.putBack(whole[10...])
    connection.putBack(whole[5..<10])
    #expect(connection.output() == Array(whole[5...]))
    #expect(!connection.hasOutput)
  }

  @Test func `a transport ends a silent connection at its deadline`() throws {
    var limits = ProtocolLimits()
    limits.initializeTime = .seconds(5)
    let connection = ProtocolServer(name: "app", limits: limits).connect(.lines)
    let deadline = try #require(connection.deadline)
    #expect(!connection.expire(at: deadline - .seconds(1)))
    #expect(!connection.hasOutput)
    // At the deadline, the client receives the reason; later, the transport no longer waits.
    #expect(!connection.expire(at: deadline))
    #expect(connection.isClosing)
    #expect(
      String(decoding: connection.output(), as: UTF8.self)
        .contains("timed out: no initialize within 5.0 seconds"))
    #expect(connection.expire(at: deadline + .seconds(60)))
  }
}
