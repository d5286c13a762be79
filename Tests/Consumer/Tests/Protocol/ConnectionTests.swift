import Signalbox
import SignalboxProtocol
import Testing

/// A client that continues while its requests wait, and the duties of a transport.
struct ConnectionTests {
  @Test func `a client can send several requests and cancel one of them`() throws {
    let server = ProtocolServer(name: "app", token: "word")
    let service = EngineService(NavigationEngine(), of: server)
    let client = ProtocolClient(DirectTransport(server.connect(), service))
    try client.initialize(InitializeMethod.Program(name: "test"), token: "word")
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
    // At the deadline, the client is told the reason; later, the transport no longer waits.
    #expect(!connection.expire(at: deadline))
    #expect(connection.isClosing)
    #expect(
      String(decoding: connection.output(), as: UTF8.self)
        .contains("timed out: no initialize within 5.0 seconds"))
    #expect(connection.expire(at: deadline + .seconds(60)))
  }
}
