public import SignalboxProtocol
internal import SystemLibrary

/// The byte stream between a client and a server that listens on a socket.
public final class SocketTransport: ClientTransport {
  private let socket: Descriptor

  /// Connects to the server that listens on a Unix socket, if the server belongs to the same user.
  ///
  /// - Parameter path: The path of the socket.
  /// - Throws: ``TransportError`` if no server is listening, or if the server belongs to another
  ///   user.
  public convenience init(unix path: String) throws(TransportError) {
    try self.init(SocketAddress(path))
  }

  package init(_ address: SocketAddress) throws(TransportError) {
    socket = try address.connect()
    guard let owner = SystemSocket.peer(of: socket), FileIdentity.isOwn(owner) else {
      throw TransportError(.notPrivate, "the host of \(address.path) belongs to another user")
    }
  }

  /// Connects to the server that listens on a loopback port.
  ///
  /// - Parameter port: The port that the server has reported.
  /// - Throws: ``TransportError`` if no process listens on the port.
  public init(port: UInt16) throws(TransportError) {
    socket = try SystemSocket.connect(toPort: port)
  }

  /// A descriptor that is readable when the server has sent data, for clients that poll.
  public var descriptor: Int32 { socket.number }

  /// Sends as many bytes as possible without waiting.
  public func send(_ bytes: ArraySlice<UInt8>) -> Int? { socket.send(bytes.prefix(64 << 10)) }

  /// Returns received bytes without waiting.
  public func receive() -> [UInt8]? { socket.receive(64 << 10) }

  /// Waits until bytes can be received or, if requested, sent, or until a given time has elapsed.
  public func wait(writing isWriting: Bool, atMost time: Duration) {
    var waiting = Waiting()
    waiting.add(socket.number, writing: isWriting)
    waiting.wait(until: .now + time)
  }
}
