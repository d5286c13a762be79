import Signalbox
import SignalboxProtocol
import Testing

/// A server and a client that use a custom transport, without Lua.
struct ProtocolTests {
  private final class Direct: ClientTransport {
    private let connection: ProtocolConnection
    private let service: EngineService

    init(_ connection: ProtocolConnection, _ service: EngineService) {
      (self.connection, self.service) = (connection, service)
    }

    func send(_ bytes: ArraySlice<UInt8>) -> Int? {
      connection.receive(bytes)
      return bytes.count
    }

    func receive() -> [UInt8]? { connection.output() }
    func wait(writing isWriting: Bool, atMost time: Duration) { service.serve() }
  }

  @Test func `an application can serve clients over its own transport`() throws {
    let server = ProtocolServer(name: "app", token: "word")
    let service = EngineService(NavigationEngine(), of: server)
    let client = ProtocolClient(Direct(server.connect(), service))
    try client.initialize(InitializeMethod.Program(name: "test"), token: "word")
    #expect(try client.request(StateGetMethod.self, NoFields()).sequence == 0)
  }
}
