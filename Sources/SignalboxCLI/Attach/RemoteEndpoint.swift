internal import SignalboxInspector
internal import SignalboxProtocol
internal import SignalboxScripting
internal import SignalboxTransports

/// The location of a remote session, for listening and attaching, such as `shop`, `./shop.sock` or
/// `tcp:49213`.
enum RemoteEndpoint: Hashable, CustomStringConvertible {
  case unix(SocketAddress)
  /// A port on the loopback interface. The value 0 chooses a free port.
  case tcp(UInt16)

  /// Parses a location. Returns `nil` for a port outside the range from 0 to 65535, and for another
  /// machine. `tcp:49213` and `tcp:localhost:49213` are the same location.
  init?(reading text: String) {
    guard text == "tcp" || text.hasPrefix("tcp:") else {
      self = .unix(SocketAddress(reading: text))
      return
    }
    guard text != "tcp" else {
      self = .tcp(0)
      return
    }
    var rest = text.dropFirst(4)
    for host in ["localhost:", "127.0.0.1:"] where rest.hasPrefix(host) {
      rest = rest.dropFirst(host.count)
    }
    guard let port = UInt16(rest) else { return nil }
    self = .tcp(port)
  }

  var description: String {
    switch self {
    case .unix(let address): address.path
    case .tcp(let port): "tcp:\(port)"
    }
  }

  /// The location as the value of `--app`, such as `unix:./shop.sock`.
  var option: String {
    switch self {
    case .unix(let address): "unix:\(address.path)"
    case .tcp: description
    }
  }

  /// The default path of the token file.
  var tokenPath: String {
    switch self {
    case .unix(let address): address.tokenPath
    case .tcp(let port): SocketAddress(ofPort: port).tokenPath
    }
  }

  var endpoint: ServerTransport.Endpoint {
    switch self {
    case .unix(let address): .unix(address.path)
    case .tcp(let port): .tcp(port: port)
    }
  }

  func connect() throws(TransportError) -> SocketTransport {
    switch self {
    case .unix(let address): try SocketTransport(address)
    case .tcp(let port): try SocketTransport(port: port)
    }
  }

  /// Converts connection errors to one-sentence errors that end the program.
  func translated(_ error: any Error) -> ScriptError {
    switch error {
    case let error as ScriptError: return error
    case let error as TransportError:
      return ScriptError(.runtime, code: error.code.rawValue, error.message, hint: error.hint)
    case let error as ProtocolError:
      let message =
        error == ProtocolClient.ended ? "the host of \(self) has ended" : error.message
      return ScriptError(
        .runtime, code: error.code, DisplayText.lines(message),
        hint: error.hint.map(DisplayText.lines))
    default: return ScriptError(.runtime, "\(error)")
    }
  }
}
