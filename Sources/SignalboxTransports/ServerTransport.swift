internal import Dispatch
public import SignalboxProtocol
internal import SystemLibrary

/// Listens for a server's clients on a separate thread: on Unix sockets, on ports of the loopback
/// interface, or on a pair of streams.
///
/// ```swift
/// let transport = try ServerTransport(server, at: [.unix(path)])
/// ```
public final class ServerTransport: Sendable {
  /// An endpoint to which clients connect.
  public enum Endpoint: Hashable, Sendable {
    /// A Unix socket that only processes of the same user can use.
    ///
    /// - Parameter writesToken: Whether to write a generated token to a file next to the socket.
    ///   Only the owner of the file can read the file.
    case unix(String, writesToken: Bool = true)
    /// A port on the loopback interface. The value 0 chooses a free port. Any process on the
    /// machine can connect, so the server is protected only by the token.
    ///
    /// - Parameter writesToken: Whether to write a generated token to the file that
    ///   `signalbox repl --attach tcp:PORT` reads. Only the owner of the file can read the file.
    case tcp(port: UInt16 = 0, writesToken: Bool = true)
    /// The standard input and output of the process, for the program that started this process. No
    /// token is needed.
    case standardStreams(MessageFraming)
    /// Two descriptors, for the program that started this process. The descriptors remain open, and
    /// no token is needed.
    ///
    /// - Parameters:
    ///   - input: A descriptor that is open for reading, such as a duplicate of standard input.
    ///   - output: A descriptor that is open for writing.
    case streams(input: Int32, output: Int32, MessageFraming)
  }

  /// The port on the loopback interface, or `nil` if the transport has no port.
  public let port: UInt16?
  private let server: ProtocolServer
  private let wakePipe: WakePipe
  /// The dispatch queue, which runs only the loop of the sockets.
  private let queue = DispatchQueue(label: "signalbox.transport")
  private let sockets: [ListeningSockets.Socket]

  /// Starts listening. If a terminated process has left a Unix socket behind, the socket is
  /// replaced.
  ///
  /// - Parameters:
  ///   - server: The server that answers the clients' requests.
  ///   - endpoints: The endpoints to which clients connect.
  ///   - onStreamsEnd: A closure that is called on the transport's thread when the client of the
  ///     streams has disconnected.
  ///   - onShortage: A closure that is called on the transport's thread when the process has no
  ///     file descriptors for additional clients. The closure is called once for each shortage.
  /// - Throws: ``TransportError`` if an endpoint is in use, is not safe or is rejected by the
  ///   system, or if the token is not valid.
  public init(
    _ server: ProtocolServer, at endpoints: [Endpoint],
    onStreamsEnd: @escaping @Sendable () -> Void = {},
    onShortage: @escaping @Sendable () -> Void = {}
  ) throws(TransportError) {
    let token = server.description.token
    if let fault = token.fault {
      throw TransportError(
        .badToken, fault, hint: "omit the token to use a random one, or use a single word")
    }
    let wakePipe = try WakePipe()
    var listeners: [TransportLoop.Listener] = []
    var sockets: [ListeningSockets.Socket] = []
    var port: UInt16?
    var streams: (input: Int32, output: Int32, framing: MessageFraming)?
    do throws(TransportError) {
      for endpoint in endpoints {
        switch endpoint {
        case .unix(let path, let writesToken):
          let place = SocketAddress(path)
          let hasTokenFile = writesToken && token.isGenerated
          let listener = try place.listen(writing: hasTokenFile ? token : nil)
          sockets.append(
            ListeningSockets.Socket(
              place: place, identity: listener.identity, hasTokenFile: hasTokenFile))
          listeners.append(
            TransportLoop.Listener(descriptor: listener.descriptor, checksUser: true))
        case .tcp(let wanted, let writesToken):
          let (descriptor, found) = try SystemSocket.listen(onPort: wanted)
          port = found
          if writesToken, token.isGenerated {
            sockets.append(try SocketAddress(ofPort: found).writeTokenFile(token))
          }
          listeners.append(TransportLoop.Listener(descriptor: descriptor, checksUser: false))
        case .standardStreams(let framing): streams = (STDIN_FILENO, STDOUT_FILENO, framing)
        case .streams(let input, let output, let framing): streams = (input, output, framing)
        }
      }
    } catch {
      for socket in sockets { socket.place.remove(socket.identity, withToken: socket.hasTokenFile) }
      throw error
    }
    for socket in sockets { ListeningSockets.add(socket) }
    (self.server, self.wakePipe, self.port, self.sockets) = (server, wakePipe, port, sockets)
    queue.async { [listeners, streams] in
      let loop = TransportLoop(
        server, wakePipe: wakePipe, listeners: listeners, onStreamsEnd: onStreamsEnd,
        onShortage: onShortage)
      if let streams {
        loop.add(
          input: .stream(streams.input), output: .stream(streams.output), streams.framing,
          needsToken: false)
      }
      loop.run()
    }
  }

  deinit { end() }

  /// Disconnects all clients and removes the sockets. The application continues to run. Further
  /// calls to this method have no effect.
  public func close() { end() }

  private func end() {
    server.close()
    wakePipe.wake()
    queue.sync {}
    for socket in sockets {
      ListeningSockets.remove(socket)
      socket.place.remove(socket.identity, withToken: socket.hasTokenFile)
    }
  }
}
