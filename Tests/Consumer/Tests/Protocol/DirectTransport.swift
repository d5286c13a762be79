import SignalboxProtocol

/// The end of a connection without a socket: whenever the client waits, the engine serves.
final class DirectTransport: ClientTransport {
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
