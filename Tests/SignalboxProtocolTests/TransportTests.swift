import Foundation
import Signalbox
import Testing

@testable import SignalboxProtocol
@testable import SignalboxTransports

@Suite struct TransportTests {
  @Test func `a Unix socket and a port provide access to the same application`() throws {
    let folder = try SocketFolder()
    let shop = try SocketShop(at: folder.socket, hasPort: true)
    let first = try shop.client()
    let port = try #require(shop.transport.port)
    let second = ProtocolClient(
      ServedTransport(try SocketTransport(port: port)) { shop.shop.service.serve() })
    #expect(
      try second.initialize(InitializeMethod.Program(name: "other"), token: "secret").client == 2)
    _ = try first.request(
      OperationPerformMethod.self,
      CallDocument([
        "operation": "navigate", "caller": "Shop", "name": "product", "arguments": ["id": 1],
      ]))
    #expect(
      try second.request(StateGetMethod.self, NoFields()).text
        == "Shop[catalog,product { id = 1 }] | root Shop")
  }

  @Test func `a port requires the token from every client`() throws {
    let folder = try SocketFolder()
    let shop = try SocketShop(at: folder.socket, hasPort: true)
    let port = try #require(shop.transport.port)
    let client = ProtocolClient(try SocketTransport(port: port))
    do throws(ProtocolError) {
      try client.initialize(InitializeMethod.Program(name: "other"), token: "guess")
      Issue.record("accepted")
    } catch {
      #expect(error.isCode(.badToken))
    }
    shop.shop.service.serve()
    #expect(shop.shop.service.clientNumbers == [])
  }

  @Test(arguments: [MessageFraming.lines, .contentLength])
  func `a program can use two pipes without a token`(framing: MessageFraming) throws {
    let shop = try ShopFixture()
    let (input, output) = (Pipe(), Pipe())
    let wakePipe = try WakePipe()
    let loop = TransportLoop(shop.server, wakePipe: wakePipe, listeners: []) {}
    loop.add(
      input: .stream(input.fileHandleForReading.fileDescriptor),
      output: .stream(output.fileHandleForWriting.fileDescriptor), framing, needsToken: false)
    let queue = DispatchQueue(label: "pipes")
    nonisolated(unsafe) let running = loop  // From now on, only that thread uses the loop.
    queue.async { running.run() }
    let hello =
      #"{"id":1,"jsonrpc":"2.0","method":"initialize","params":{"client":{"name":"x"},"#
      + #""versions":[1]}}"#
    input.fileHandleForWriting.write(Data(framing.frame(hello)))
    var reader = MessageReader(framing, limit: 1 << 20)
    var answer: String?
    while answer == nil {
      reader.append(output.fileHandleForReading.availableData)
      if case .text(let text)? = reader.next() { answer = text }
    }
    #expect(answer?.contains(#""version":1"#) == true)
    shop.server.close()
    wakePipe.wake()
    queue.sync {}
  }

  private static let hello =
    #"{"id":0,"jsonrpc":"2.0","method":"initialize","params":{"client":{"name":"x"},"#
    + #""token":"secret","versions":[1]}}"#
  private static let get = #"{"id":1,"jsonrpc":"2.0","method":"state/get"}"#

  /// Returns the identifiers of the responses in the given bytes.
  private static func answers(_ bytes: [UInt8]) -> [MessageID] {
    var reader = MessageReader(.contentLength, limit: 1 << 20)
    reader.append(bytes)
    var ids: [MessageID] = []
    while case .text(let text)? = reader.next() {
      if case .result(let id, _)? = try? ProtocolMessage(text) { ids.append(id) }
    }
    return ids
  }

  @Test func `a program that closes its output receives all responses before it is disconnected`()
    throws
  {
    let turns = DispatchSemaphore(value: 0)
    let shop = try ShopFixture { turns.signal() }
    let (input, output) = (Pipe(), Pipe())
    let wakePipe = try WakePipe()
    let loop = TransportLoop(shop.server, wakePipe: wakePipe, listeners: []) {}
    loop.add(
      input: .stream(input.fileHandleForReading.fileDescriptor),
      output: .stream(output.fileHandleForWriting.fileDescriptor), .contentLength,
      needsToken: false)
    let queue = DispatchQueue(label: "pipes")
    nonisolated(unsafe) let running = loop  // From now on, only that thread uses the loop.
    queue.async { running.run() }
    input.fileHandleForWriting.write(
      Data([Self.hello, Self.get].flatMap { MessageFraming.contentLength.frame($0) }))
    input.fileHandleForWriting.closeFile()
    // Waits for the client and its request.
    for _ in 0..<2 { turns.wait() }
    shop.service.serve()
    var received: [UInt8] = []
    while Self.answers(received).count < 2 {
      received += output.fileHandleForReading.availableData
    }
    #expect(Self.answers(received) == [.number(0), .number(1)])
    turns.wait()
    #expect(shop.server.connectionCount == 0)
    shop.server.close()
    wakePipe.wake()
    queue.sync {}
  }

  @Test
  func `a socket client that closes its output receives all responses before the connection ends`()
    throws
  {
    let folder = try SocketFolder()
    let shop = try SocketShop(at: folder.socket)
    let socket = try SocketAddress(folder.socket).connect()
    let bytes = [Self.hello, Self.get].flatMap { MessageFraming.contentLength.frame($0) }
    #expect(socket.send(bytes[...]) == bytes.count)
    socket.endSending()
    var received: [UInt8] = []
    let limit = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < limit {
      shop.shop.service.serve()
      guard let chunk = socket.receive(64 << 10) else { break }
      received += chunk
      var waiting = Waiting()
      waiting.add(socket.number)
      waiting.wait(10)
    }
    #expect(Self.answers(received) == [.number(0), .number(1)])
  }

  @Test func `a server ends wherever its loop is when it is closed`() throws {
    for iteration in 0..<2000 {
      let server = ProtocolServer(name: "shop")
      let transport = try ServerTransport(server, at: [.tcp(writesToken: false)])
      // The loop reaches another place in each iteration.
      for _ in 0..<(iteration % 40) { _ = server.isClosed }
      transport.close()
      #expect(server.isClosed)
    }
  }

  @Test func `a client does not wait for a suspended server`() throws {
    let folder = try SocketFolder()
    // The system accepts connections on behalf of a suspended process.
    let listener = try SocketAddress(folder.socket).listen(writing: AccessToken("word"))
    defer { withExtendedLifetime(listener) {} }
    let client = ProtocolClient(try SocketTransport(unix: folder.socket))
    client.silence = .milliseconds(50)
    #expect(
      throws: ProtocolError(
        .timedOut, "the server has not responded for 0.05 seconds",
        hint: "it may be suspended: resume it with fg in its terminal, or with kill -CONT")
    ) { try client.initialize(InitializeMethod.Program(name: "tool"), token: "word") }
  }

  @Test func `a client pings a server that is suspended later, and does not wait for it`() throws {
    let dead = DeadTransport()
    let other = ProtocolClient(dead)
    try other.initialize(InitializeMethod.Program(name: "tool"))
    other.silence = .milliseconds(5)
    #expect(throws: ProtocolError.self) { try other.request(StateGetMethod.self, NoFields()) }
    #expect(dead.methods == ["initialize", "state/get", "ping"])
  }

  @Test func `a server notifies its clients when it ends`() throws {
    let folder = try SocketFolder()
    let shop = try SocketShop(at: folder.socket)
    let client = try shop.client()
    shop.close()
    #expect(throws: ProtocolError(.disconnected, "the host is ending the session")) {
      try client.request(PingMethod.self, NoFields())
    }
    #expect(throws: TransportError(.noHost, "there is no session at \(folder.socket)")) {
      try SocketTransport(unix: folder.socket)
    }
  }

  @Test func `a token that cannot be read is an error that names its file`() throws {
    #expect(
      throws: TransportError(.system, "cannot read the token in /none: no such file or directory")
    ) { try SocketAddress.token(in: "/none") }
    let folder = try SocketFolder()
    try Data(" \n".utf8).write(to: URL(filePath: folder.path + "/empty"))
    #expect(throws: TransportError(.noToken, "there is no token in \(folder.path)/empty")) {
      try SocketAddress.token(in: folder.path + "/empty")
    }
  }
}

/// A server that responds only to `initialize`.
private final class DeadTransport: ClientTransport {
  private var reader = MessageReader(.contentLength, limit: 1 << 20)
  private(set) var methods: [String] = []
  private var answers: [UInt8] = []

  func send(_ bytes: ArraySlice<UInt8>) -> Int? {
    reader.append(bytes)
    while case .text(let text)? = reader.next() {
      guard case .request(let id, let method, _)? = try? ProtocolMessage(text) else { continue }
      methods.append(method)
      guard method == InitializeMethod.name else { continue }
      let result: NavigationValue = [
        "version": 1, "server": ["name": "dead"], "client": 1, "methods": ["state/get"],
        "maxMessage": 1000,
      ]
      let answer = (try? ProtocolMessage.result(id: id, result).text) ?? ""
      answers += MessageFraming.contentLength.frame(answer)
    }
    return bytes.count
  }

  func receive() -> [UInt8]? {
    defer { answers = [] }
    return answers
  }

  func wait(writing isWriting: Bool, atMost time: Duration) {}
}
