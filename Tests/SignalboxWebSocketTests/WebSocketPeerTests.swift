import Foundation
import Signalbox
import SignalboxProtocol
import SignalboxTransports
import Testing

@testable import SignalboxWebSocket

/// Tests the page and the WebSocket of an engine with raw clients, some of which are hostile.
@Suite struct WebSocketPeerTests {
  /// An engine with a server for its page.
  final class Site {
    let server: ProtocolServer
    let service: EngineService
    let transport: WebSocketTransport
    /// The transport of the server if the server is in another process from the page's perspective.
    private(set) var host: ServerTransport?

    init(_ change: (inout ProtocolLimits) -> Void = { _ in }) throws {
      var limits = ProtocolLimits()
      change(&limits)
      server = ProtocolServer(name: "Shop", token: "secret", limits: limits)
      service = EngineService(NavigationEngine(), of: server)
      transport = try WebSocketTransport(server) { "page of \($0), \($1 ?? "no token")" }
    }

    /// - Parameter path: The socket through which messages of pages reach the server.
    init(relayingThrough path: String) throws {
      server = ProtocolServer(name: "Shop", token: "secret")
      service = EngineService(NavigationEngine(), of: server)
      host = try ServerTransport(server, at: [.unix(path)])
      let relay = RelayedHost(named: "shop", token: "secret") { () throws(TransportError) in
        try SocketTransport(SocketAddress(path))
      }
      transport = try WebSocketTransport(relay) { "page of \($0), \($1 ?? "no token")" }
    }

    deinit {
      transport.close()
      host?.close()
    }
  }

  /// A client that sends and receives bytes.
  final class Peer {
    private let socket: SocketTransport
    private let site: Site
    private(set) var bytes: [UInt8] = []
    /// Whether the server has closed the connection.
    private(set) var isClosed = false

    init(_ site: Site) throws {
      self.site = site
      socket = try SocketTransport(port: site.transport.port)
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) {
      var rest = bytes[...]
      let limit = ContinuousClock.now + .seconds(60)
      while !rest.isEmpty, !isClosed, ContinuousClock.now < limit {
        guard let count = socket.send(rest) else { return }
        rest = rest.dropFirst(count)
        if count == 0 { receive(writing: true) }
      }
    }

    private func receive(writing isWriting: Bool = false) {
      site.service.serve()
      socket.wait(writing: isWriting, atMost: .milliseconds(10))
      guard let more = socket.receive() else {
        isClosed = true
        return
      }
      bytes += more
    }

    /// Waits until the received bytes contain a string.
    func wait(for text: String) -> Bool { wait { $0.text.contains(text) } }

    func wait(until isDone: (Peer) -> Bool) -> Bool {
      let limit = ContinuousClock.now + .seconds(60)
      while !isDone(self), !isClosed, ContinuousClock.now < limit { receive() }
      return isDone(self)
    }

    func get(_ target: String, _ fields: [String] = []) {
      let host = "Host: 127.0.0.1:\(site.transport.port)"
      send("GET \(target) HTTP/1.1\r\n\(([host] + fields).joined(separator: "\r\n"))\r\n\r\n")
    }

    /// Opens the WebSocket.
    func upgrade() -> Bool {
      get(
        "/socket",
        [
          "Origin: http://127.0.0.1:\(site.transport.port)", "Upgrade: websocket",
          "Connection: Upgrade", "Sec-WebSocket-Version: 13",
          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ])
      guard wait(for: "\r\n\r\n"), text.hasPrefix("HTTP/1.1 101 "),
        let end = bytes.firstRange(of: "\r\n\r\n".utf8)
      else { return false }
      // The first frames can arrive together with the response.
      bytes.removeSubrange(..<end.upperBound)
      return true
    }

    func message(_ text: String) { send(WebSocketTests.frame(1, Array(text.utf8))) }

    /// Opens the WebSocket and initializes the client.
    func join(token: String = "secret") -> Bool {
      guard upgrade() else { return false }
      message(
        #"{"id":0,"jsonrpc":"2.0","method":"initialize","params":{"client":{"name":"x"},"#
          + #""token":"\#(token)","versions":[1]}}"#)
      return wait(for: "}")
    }
  }

  @Test func `a browser can load the page, and its WebSocket receives the server's responses`()
    throws
  {
    let site = try Site()
    let browser = try Peer(site)
    let address = site.transport.makeAddress()
    let port = site.transport.port
    #expect(address.hasPrefix("http://127.0.0.1:\(port)/?token="))
    browser.get(String(address.dropFirst("http://127.0.0.1:\(port)".count)))
    #expect(browser.wait { $0.isClosed })
    #expect(browser.text.hasSuffix("page of ws://127.0.0.1:\(port)/socket, secret"))
    let peer = try Peer(site)
    #expect(peer.join())
    #expect(peer.text.contains(#""server":{"name":"Shop"}"#))
    peer.message(#"{"id":1,"jsonrpc":"2.0","#)
    peer.message("")
    peer.message("{\"id\":2,\n\"jsonrpc\":\"2.0\",\"method\":\"state/get\"}")
    #expect(peer.wait(for: #""id":2"#))
    #expect(peer.text.contains("malformed"))
    peer.send(WebSocketTests.frame(9, Array("hello".utf8)))
    #expect(peer.wait { $0.bytes.suffix(7) == [0x8A, 5] + "hello".utf8 })
    peer.send(WebSocketTests.frame(8, [3, 232]))
    #expect(peer.wait { $0.isClosed })
    #expect(peer.bytes.suffix(4) == [0x88, 2, 3, 232])
    site.service.serve()
    #expect(site.service.clientNumbers == [])
  }

  @Test func `a page that reads nothing is disconnected when too much output waits`() throws {
    let site = try Site()
    let peer = try Peer(site)
    #expect(peer.join())
    site.service.serve()
    #expect(site.service.clientNumbers == [1])
    let text = String(repeating: "x", count: 1 << 20)
    for _ in 0..<20 {
      site.server.send(OutputTextMethod.self, OutputTextMethod.Params(id: nil, text), to: 1)
    }
    let limit = ContinuousClock.now + .seconds(60)
    while !site.service.clientNumbers.isEmpty, ContinuousClock.now < limit { site.service.serve() }
    #expect(site.service.clientNumbers == [])
  }

  @Test func `the messages of a page are passed on to a host in another process and back`() throws {
    let path = "/tmp/sbx-\(UUID().uuidString.prefix(8))/s"
    let site = try Site(relayingThrough: path)
    defer { try? FileManager.default.removeItem(atPath: String(path.dropLast(2))) }
    let stranger = try Peer(site)
    #expect(stranger.join(token: "guess"))
    #expect(stranger.wait { $0.isClosed })
    #expect(stranger.text.contains("badToken"))
    let peer = try Peer(site)
    #expect(peer.join())
    #expect(peer.text.contains(#""server":{"name":"Shop"}"#))
    peer.message("{\"id\":1,\n\"jsonrpc\":\"2.0\",\"method\":\"state/get\"}")
    #expect(peer.wait(for: #""id":1"#))
    #expect(site.service.clientNumbers.count == 1)
    peer.send(WebSocketTests.frame(8, [3, 232]))
    #expect(peer.wait { $0.isClosed })
    while !site.service.clientNumbers.isEmpty { site.service.serve() }
    #expect(peer.bytes.suffix(4) == [0x88, 2, 3, 232])
  }

  @Test func `a page receives the reason why it cannot reach the host in another process`() throws {
    let path = "/tmp/sbx-\(UUID().uuidString.prefix(8))/s"
    let site = try Site(relayingThrough: path)
    defer { try? FileManager.default.removeItem(atPath: String(path.dropLast(2))) }
    let peer = try Peer(site)
    #expect(peer.join())
    site.server.close()
    #expect(peer.wait { $0.isClosed })
    #expect(peer.text.contains("the host is ending the session"))
    #expect(!peer.text.contains("the host of shop"))
    site.host?.close()
    let late = try Peer(site)
    #expect(late.join())
    #expect(late.wait { $0.isClosed })
    #expect(late.text.contains(#""message":"there is no session at \#(path)""#), "\(late.text)")
  }

  @Test func `a page receives a reason when the relay of its messages ends`() throws {
    let path = "/tmp/sbx-\(UUID().uuidString.prefix(8))/s"
    let site = try Site(relayingThrough: path)
    defer { try? FileManager.default.removeItem(atPath: String(path.dropLast(2))) }
    let peer = try Peer(site)
    #expect(peer.join())
    site.transport.close()
    #expect(peer.wait { $0.isClosed })
    #expect(peer.text.contains("the program that serves this page has ended"))
    #expect(!site.server.isClosed)
  }

  @Test func `a page's server ends wherever its loop is when it is closed`() throws {
    for iteration in 0..<1000 {
      let server = ProtocolServer(name: "Shop", token: "secret")
      let transport = try WebSocketTransport(server) { _, _ in "" }
      // The loop reaches another place in each iteration.
      for _ in 0..<(iteration % 40) { _ = server.isClosed }
      transport.close()
      #expect(server.isClosed)
    }
  }

  @Test func `a client without the token receives an error and is disconnected`() throws {
    let site = try Site()
    let peer = try Peer(site)
    #expect(peer.join(token: "guess"))
    #expect(peer.wait { $0.isClosed })
    #expect(peer.text.contains("badToken"))
    #expect(peer.bytes.suffix(4) == [0x88, 2, 3, 232])
  }

  @Test
  func `clients that send an incomplete request or nothing are disconnected at the time limit`()
    throws
  {
    let site = try Site { $0.initializeTime = .milliseconds(50) }
    let half = try Peer(site)
    half.send("GET / HT")
    #expect(half.wait { $0.isClosed })
    #expect(half.text.hasPrefix("HTTP/1.1 408"))
    let silent = try Peer(try Site { $0.initializeTime = .seconds(3) })
    #expect(silent.upgrade())
    #expect(silent.wait { $0.isClosed })
    #expect(silent.text.contains("no initialize"))
  }

  @Test(arguments: [
    [UInt8](repeating: 0x41, count: 100_000), Array("\u{16}\u{3}\u{1} not http\r\n\r\n".utf8),
    Array("POST / HTTP/1.1\r\n\r\n".utf8),
  ])
  func `bytes that are not a request are answered with an error`(bytes: [UInt8]) throws {
    let site = try Site()
    let peer = try Peer(site)
    peer.send(bytes)
    #expect(peer.wait { $0.isClosed })
    #expect(peer.bytes.isEmpty || peer.text.hasPrefix("HTTP/1.1 4"))
  }

  @Test func `a message that exceeds the limit closes only its own connection`() throws {
    let site = try Site { $0.message = 10_000 }
    let (peer, other) = (try Peer(site), try Peer(site))
    #expect(peer.join() && other.join())
    // Only the header is sent, and the server allocates no memory for this length.
    peer.send([0x81, 0xFF, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0])
    #expect(peer.wait { $0.isClosed })
    #expect(peer.text.contains("the message has more than 10000 bytes"))
    other.message(#"{"id":1,"jsonrpc":"2.0","method":"ping"}"#)
    #expect(other.wait(for: #""id":1"#))
  }

  @Test func `a client that does not read its messages does not block other clients`() throws {
    let site = try Site { $0.total = 200_000 }
    let (slow, other) = (try Peer(site), try Peer(site))
    #expect(slow.join() && other.join())
    // Pings and requests whose responses the client does not read.
    let request = WebSocketTests.frame(
      1,
      Array(#"{"id":"\#(String(repeating: "x", count: 900))","jsonrpc":"2.0","method":"?"}"#.utf8))
    let ping = WebSocketTests.frame(9, [UInt8](repeating: 7, count: 125))
    for _ in 0..<200 { slow.send(request + ping) }
    other.message(#"{"id":1,"jsonrpc":"2.0","method":"state/get"}"#)
    #expect(other.wait(for: #""id":1"#))
    #expect(slow.wait { $0.isClosed || $0.bytes.count > 100_000 })
  }

  @Test func `a connection ends when the server ends or the client disappears`() throws {
    let site = try Site()
    do {
      let lost = try Peer(site)
      #expect(lost.join())
      site.service.serve()
      #expect(site.service.clientNumbers == [1])
    }
    let peer = try Peer(site)
    #expect(peer.join())
    #expect(peer.wait { _ in site.service.clientNumbers == [2] })
    site.transport.close()
    #expect(peer.wait { $0.isClosed })
    #expect(peer.text.contains("the host is ending the session"))
  }

  @Test func `idle connections are closed if new connections exceed the limit`() throws {
    let site = try Site()
    let idle = try (0..<40).map { _ in try Peer(site) }
    let browser = try Peer(site)
    browser.get("/")
    #expect(browser.wait { $0.isClosed })
    #expect(browser.text.hasSuffix("no token"))
    #expect(idle[0].wait { $0.isClosed })
  }
}
