internal import SignalboxProtocol

/// Answers HTTP requests for the page, and the opening handshake of the WebSocket (RFC 6455,
/// section 4).
struct WebSite: Sendable {
  /// The ways in which a request can be answered.
  enum Answer: Hashable, Sendable {
    case reply(HTTPReply)
    /// The connection becomes a WebSocket after the given bytes have been sent.
    case upgrade([UInt8])
  }

  /// The port on the loopback interface.
  let port: UInt16
  let tokens: EntryTokens
  /// The token with which the page authenticates at the WebSocket.
  let token: String
  /// A closure that returns the page. The token is `nil` if the page was opened without a one-time
  /// token.
  let page: @Sendable (_ socket: String, _ token: String?) -> String
  /// The sources of the pages that may embed the page if it is opened with a one-time token.
  var embedders: [String] = []

  /// The host names under which browsers reach the loopback interface. Any other name indicates
  /// that the host name of a foreign page resolves to this machine.
  private static let hosts = ["127.0.0.1", "localhost"]
  /// The suffix that the handshake appends to the key.
  private static let suffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

  /// Returns the response to a request.
  func answer(_ head: RequestHead) -> Answer {
    guard let host = head["host"], Self.hosts.contains(where: { "\($0):\(port)" == host }) else {
      return .reply(
        HTTPReply(.forbidden, "the host must be 127.0.0.1:\(port) or localhost:\(port)"))
    }
    switch head.path {
    case "/": return .reply(page(for: head, host))
    case "/socket": return socket(for: head, host)
    default: return .reply(HTTPReply(.notFound, "there is no such page; open /"))
    }
  }

  private func page(for head: RequestHead, _ host: String) -> HTTPReply {
    let socket = "ws://\(host)/socket"
    guard let given = head.parameter("token") else { return HTTPReply(page: page(socket, nil)) }
    var reply = HTTPReply(
      .forbidden,
      "this address is not valid, or has been used: each address opens the page once. Reload the "
        + "page that it has opened, or let signalbox print another address.")
    if tokens.redeem(given) { reply = HTTPReply(page: page(socket, token)) }
    reply.embedders = embedders
    return reply
  }

  private func socket(for head: RequestHead, _ host: String) -> Answer {
    guard head["origin"] == "http://\(host)" else {
      return .reply(
        HTTPReply(
          .forbidden,
          "the origin must be http://\(host): only the page of this server can connect"))
    }
    guard head.lists("websocket", in: "upgrade"), head.lists("upgrade", in: "connection"),
      head["sec-websocket-version"] == "13"
    else {
      return .reply(HTTPReply(.upgradeRequired, "expected a WebSocket, version 13"))
    }
    let digits = (head["sec-websocket-key"] ?? "").utf8
    guard digits.count == 24, digits.suffix(2).elementsEqual("==".utf8) else {
      return .reply(HTTPReply(.badRequest, "Sec-WebSocket-Key must be 16 bytes in Base64"))
    }
    let accept = Base64.text(SHA1.hash(Array(digits) + Array(Self.suffix.utf8)))
    let lines = [
      "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Accept: \(accept)",
    ]
    return .upgrade(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
  }
}
