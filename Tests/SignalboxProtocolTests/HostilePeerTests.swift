import Foundation
import Signalbox
import Testing

@testable import SignalboxProtocol
@testable import SignalboxTransports

/// Tests that a faulty peer can end only its own connection.
@Suite struct HostilePeerTests {
  private static func request(_ id: Int, _ method: String, _ params: String = "{}") -> String {
    #"{"id":\#(id),"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#
  }

  private static let hello = hello(0)

  private static func hello(_ id: Int) -> String {
    request(id, "initialize", #"{"client":{"name":"x"},"token":"secret","versions":[1]}"#)
  }

  private static func frames(_ messages: [String]) -> [UInt8] {
    messages.flatMap { MessageFraming.contentLength.frame($0) }
  }

  /// A second, well-behaved client. The server serves it before and after the hostile client.
  private func whileServing(
    limits: ProtocolLimits = ProtocolLimits(), _ body: (SocketShop) throws -> Void
  ) throws {
    let folder = try SocketFolder()
    var limits = limits
    limits.closeTime = .milliseconds(200)
    let shop = try SocketShop(at: folder.socket, limits: limits)
    let client = try shop.client()
    let before = try client.request(StateGetMethod.self, NoFields())
    try body(shop)
    #expect(try client.request(StateGetMethod.self, NoFields()) == before)
    #expect(shop.shop.service.clientNumbers.first == 1)
  }

  // MARK: - Bytes

  @Test(arguments: [
    ("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "malformed"),
    ("\u{16}\u{3}\u{1}\u{0}\u{0}\r\n\r\n", "malformed"),
    ("Content-Length: 99999999\r\n\r\n", "tooLong"),
    ("Content-Length: 3\r\n\r\n{}}", "malformed"),
    ("Content-Length: 2\r\n\r\n{}", "invalidRequest"),
    ("Content-Length: 4\r\n\r\nnull", "invalidRequest"),
    ("Content-Length: 4\r\n\r\nnul]", "malformed"),
  ])
  func `a peer with another protocol receives an error and is disconnected`(
    text: String, code: String
  ) throws {
    try whileServing { shop in
      let answer = try shop.answer(to: Array(text.utf8))
      #expect(answer.contains(#""code":"\#(code)""#))
    }
  }

  @Test
  func `a message of several megabytes is rejected by its header, even before it has arrived`()
    throws
  {
    try whileServing { shop in
      let header = Array("Content-Length: 8388608\r\n\r\n".utf8)
      // The data exceeds the buffers of a socket.
      let answer = try shop.answer(
        to: Self.frames([Self.hello]) + header + [UInt8](repeating: 0x20, count: 8 << 20)
          + Self.frames([Self.request(1, "shutdown")]))
      #expect(
        answer.contains("the message has 8388608 bytes; at most 1048576 bytes are allowed"))
      #expect(answer.hasSuffix(#"{"id":1,"jsonrpc":"2.0","result":{}}"#))
    }
  }

  @Test func `an incomplete message does not block other clients`() throws {
    try whileServing { shop in
      let bytes = Self.frames([Self.hello, Self.request(1, "state/get")])
      for count in stride(from: 0, to: bytes.count, by: 7) {
        let half = try shop.served()
        _ = half.send(bytes[..<count])
        shop.shop.service.serve()
      }
    }
  }

  @Test func `deeply nested and very wide messages are rejected or answered within the limits`()
    throws
  {
    try whileServing { shop in
      let client = try shop.served()
      let deep = String(repeating: "[", count: 100_000)
      let wide = "{" + (0..<20_000).map { "\"k\($0)\":0" }.joined(separator: ",") + "}"
      let bytes = Self.frames([
        Self.hello, deep, Self.request(1, "undo", wide), Self.request(2, "shutdown"),
      ])
      var rest = bytes[...]
      var answer: [UInt8] = []
      while true {
        rest = rest.dropFirst(client.send(rest) ?? rest.count)
        guard let bytes = client.receive() else { break }
        answer += bytes
        if bytes.isEmpty { client.wait(writing: !rest.isEmpty, atMost: .milliseconds(10)) }
      }
      let text = String(decoding: answer, as: UTF8.self)
      #expect(text.contains("expected at most 256 nested lists and tables"))
      #expect(text.contains(#"params has no field \"k0\""#))
      #expect(text.contains(#"{"id":2,"jsonrpc":"2.0","result":{}}"#))
    }
  }

  // MARK: - Sessions

  @Test func `replaying the messages of another session is rejected because of the token`() throws {
    let folder = try SocketFolder()
    let bytes = Self.frames([
      Self.hello, Self.request(1, "gesture/perform", #"{"operation":"tap","text":"Buy"}"#),
    ])
    let shop = try SocketShop(at: folder.socket)
    let first = try shop.served()
    _ = first.send(bytes[...])
    var received = ""
    while !received.contains(#""status":"done""#) {
      first.wait(writing: false, atMost: .seconds(1))
      received += String(decoding: first.receive() ?? [], as: UTF8.self)
    }
    shop.close()
    // The server that is started next has another token.
    let next = ProtocolServer(name: "shop")
    let transport = try ServerTransport(next, at: [.unix(folder.socket)])
    let connection = try SocketTransport(unix: folder.socket)
    _ = connection.send(bytes[...])
    var answer: [UInt8] = []
    while let bytes = connection.receive() {
      answer += bytes
      if bytes.isEmpty { connection.wait(writing: false, atMost: .seconds(1)) }
    }
    #expect(String(decoding: answer, as: UTF8.self).contains(#""code":"badToken""#))
    #expect(next.taskCount == 0)
    transport.close()
  }

  @Test func `messages that are sent twice are rejected or answered twice`() throws {
    let shop = try ShopFixture()
    let tap = Self.request(1, "gesture/perform", #"{"operation":"tap","text":"Buy"}"#)
    let answers = try shop.exchange(tap, tap, Self.hello, Self.hello)
    #expect(answers.count == 4)
    #expect(answers.prefix(2).allSatisfy { $0.contains(#""status":"done""#) })
    #expect(answers.suffix(2).allSatisfy { $0.contains(#""code":"notInitialized""#) })
  }

  @Test func `each guessed token ends the connection, and no request runs`() throws {
    try whileServing { shop in
      for guess in ["", "secre", "secret1", "Secret", "terces", String(repeating: "s", count: 900)]
      {
        let hello = Self.hello.replacing("secret", with: guess)
        let answer = try shop.answer(
          to: Self.frames([hello, Self.request(1, "application/relaunch")]))
        #expect(answer.contains(#""code":"badToken""#))
        #expect(!answer.contains(#""id":1"#))
      }
    }
  }

  @Test
  func `clients can connect despite 500 open connections, and the server releases all resources`()
    throws
  {
    try whileServing { shop in
      var connections: [SocketTransport] = []
      for number in 0..<500 {
        // The connection queue of the system may be full for a moment.
        while true {
          if let connection = try? SocketTransport(unix: shop.path) {
            connections.append(connection)
            break
          }
          if !connections.isEmpty { connections.removeFirst() }
        }
        if number.isMultiple(of: 3) { _ = connections.last?.send(Array("Content-Len".utf8)[...]) }
        if number.isMultiple(of: 7) { connections.removeFirst() }
      }
      connections = []
      // Later connections are accepted again, and no data of the other connections is kept.
      var client = try? shop.client()
      // The connection queue may still contain closed connections.
      while client == nil { client = try? shop.client() }
      let later = try #require(client)
      let server = shop.shop.server
      for _ in 0..<1000
      where server.connectionCount > 2 || shop.shop.service.clientNumbers.count > 2 {
        _ = try later.request(PingMethod.self, NoFields())
        shop.shop.service.serve()
      }
      #expect(server.connectionCount == 2)
      #expect(shop.shop.service.clientNumbers.count == 2)
      #expect(server.taskCount == 0)
      #expect(server.deferred == [])
    }
  }

  @Test func `if too many connections are rejected, only the oldest is closed early`() throws {
    let folder = try SocketFolder()
    var limits = ProtocolLimits()
    limits.clients = 1
    limits.closeTime = .seconds(600)
    let shop = try SocketShop(at: folder.socket, limits: limits)
    let client = try shop.client()
    var rejected: [SocketTransport] = []
    for _ in 0..<3 {
      let connection = try SocketTransport(unix: folder.socket)
      rejected.append(connection)
      // Waits until the message has arrived.
      while connection.receive()?.isEmpty == true {
        connection.wait(writing: false, atMost: .seconds(1))
      }
    }
    // The client and two rejected connections.
    #expect(shop.shop.server.connectionCount == 3)
    #expect(try client.request(PingMethod.self, NoFields()) == NoFields())
  }

  // MARK: - Disconnection

  /// A session with all kinds of messages.
  private static let session = [
    hello, request(1, "events/subscribe"), request(2, "state/save", #"{"name":"a"}"#),
    request(3, "operation/perform", #"{"operation":"navigate","caller":"Shop","name":"catalog"}"#),
    request(4, "idle/wait"), #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":4}}"#,
    request(5, "state/restore", #"{"name":"a"}"#), request(6, "shutdown"),
  ]

  @Test(arguments: 0...8)
  func `a client can disappear after or within any message`(count: Int) throws {
    let folder = try SocketFolder()
    let shop = try SocketShop(at: folder.socket)
    for extra in [0, 30] {
      let whole = Self.frames(Array(Self.session.prefix(count)))
      let half = Self.frames(Array(Self.session.dropFirst(count).prefix(1))).prefix(extra)
      let client = try shop.served()
      _ = client.send((whole + half)[...])
      if extra == 0 { shop.shop.service.serve() }
    }
    // Each connection has ended before a later connection is answered.
    let last = try shop.client()
    for _ in 0..<1000 where shop.shop.service.clientNumbers.count > 1 {
      _ = try last.request(PingMethod.self, NoFields())
      shop.shop.service.serve()
    }
    #expect(shop.shop.service.clientNumbers.count == 1)
    #expect(try last.request(StateGetMethod.self, NoFields()).text.hasPrefix("Shop[catalog"))
  }

  @Test(arguments: 0...7)
  func `a client reports the end of its server after any message in one sentence`(
    count: Int
  ) throws {
    let transport = ScriptedTransport(try Self.answers().prefix(count).flatMap { $0 })
    let client = ProtocolClient(transport)
    var isAccepted = false
    #expect(throws: ProtocolClient.ended) {
      try client.initialize(InitializeMethod.Program(name: "tool"), token: "secret")
      isAccepted = true
      while true { _ = try client.request(PingMethod.self, NoFields()) }
    }
    #expect(isAccepted == (count > 0))
  }

  @Test(arguments: [
    "HTTP/1.1 400 Bad Request\r\n\r\n", "Content-Length: 2\r\n\r\n{}",
    "Content-Length: 99999999999\r\n\r\n", "Content-Length: 1\r\n\r\n\u{0}",
    "Content-Length: 40\r\n\r\n{\"id\":1,\"jsonrpc\":\"2.0\",\"method\":\"a\"}   ",
  ])
  func `a client disconnects from a server that uses another protocol`(text: String) {
    let client = ProtocolClient(ScriptedTransport([Array(text.utf8)]))
    #expect(throws: ProtocolError.self) {
      try client.initialize(InitializeMethod.Program(name: "tool"))
    }
  }

  /// Returns the messages that a server sends to a session. The identifiers are a client's
  /// identifiers and begin at 1.
  private static func answers() throws -> [[[UInt8]]] {
    let shop = try ShopFixture()
    let connection = shop.server.connect()
    let requests = [
      hello(1), request(2, "events/subscribe"), request(3, "state/save", #"{"name":"a"}"#),
      request(
        4, "operation/perform", #"{"operation":"navigate","caller":"Shop","name":"catalog"}"#),
      request(5, "idle/wait"), request(6, "state/restore", #"{"name":"a"}"#), request(7, "ping"),
    ]
    return requests.map { message in
      connection.receive(MessageFraming.contentLength.frame(message))
      shop.service.serve()
      var all: [[UInt8]] = []
      while case let bytes = connection.output(), !bytes.isEmpty { all.append(bytes) }
      return all
    }
  }
}

/// A server that has sent data and then ended.
private final class ScriptedTransport: ClientTransport {
  private var chunks: [[UInt8]]

  init(_ chunks: [[UInt8]]) { self.chunks = chunks }

  func send(_ bytes: ArraySlice<UInt8>) -> Int? { bytes.count }
  func receive() -> [UInt8]? { chunks.isEmpty ? nil : chunks.removeFirst() }
  func wait(writing isWriting: Bool, atMost time: Duration) {}
}
