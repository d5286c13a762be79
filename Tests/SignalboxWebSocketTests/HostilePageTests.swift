import SignalboxProtocol
import SignalboxTransports
import Testing

@testable import SignalboxWebSocket

/// Tests pages that connect too often, repeat messages of other pages, or disconnect after any
/// message of a session.
@Suite struct HostilePageTests {
  private typealias Site = WebSocketPeerTests.Site
  private typealias Peer = WebSocketPeerTests.Peer

  /// The bytes of a session: the handshake, `initialize`, two requests and the closing frame.
  private static func session(_ site: Site, token: String = "secret") -> [[UInt8]] {
    let address = "127.0.0.1:\(site.transport.port)"
    let head =
      "GET /socket HTTP/1.1\r\nHost: \(address)\r\nOrigin: http://\(address)\r\n"
      + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
      + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    let messages = [
      #"{"id":0,"jsonrpc":"2.0","method":"initialize","params":{"client":{"name":"x"},"#
        + #""token":"\#(token)","versions":[1]}}"#,
      #"{"id":1,"jsonrpc":"2.0","method":"state/get"}"#,
      #"{"id":2,"jsonrpc":"2.0","method":"ping"}"#,
    ]
    return [Array(head.utf8)] + messages.map { WebSocketTests.frame(1, Array($0.utf8)) }
      + [WebSocketTests.frame(9, [1]), WebSocketTests.frame(8, [3, 232])]
  }

  /// Returns a page that the server accepts. The server may detect only later that other pages have
  /// disconnected.
  private func acceptedPage(_ site: Site) throws -> Peer? {
    for _ in 0..<200 {
      let page = try Peer(site)
      if page.join(), page.text.contains(#""result""#) { return page }
    }
    return nil
  }

  /// Checks that another page is served.
  private func expectService(_ site: Site, _ location: SourceLocation = #_sourceLocation) throws {
    let page = try #require(try acceptedPage(site), sourceLocation: location)
    page.message(#"{"id":1,"jsonrpc":"2.0","method":"ping"}"#)
    #expect(page.wait(for: #""id":1"#), sourceLocation: location)
  }

  @Test
  func
    `500 disconnected pages do not prevent another page from connecting and leave nothing behind`()
    throws
  {
    let site = try Site()
    var peers: [Peer] = []
    for number in 0..<500 {
      // The connection queue of the system may be full for a moment.
      guard let peer = try? Peer(site) else {
        site.service.serve()
        continue
      }
      peers.append(peer)
      let parts = Self.session(site)
      peer.send(Array(parts.prefix(number % 4).joined()))
      if number.isMultiple(of: 3) { peers.removeFirst() }
      if peers.count > 200 { peers.removeFirst(100) }
    }
    peers = []
    let last = try #require(try acceptedPage(site))
    #expect(last.wait { _ in site.server.connectionCount == 1 })
    #expect(last.wait { _ in site.service.clientNumbers.count == 1 })
    #expect(site.server.taskCount == 0)
  }

  @Test(arguments: 0...5)
  func `a page that disconnects after any message affects no other page`(count: Int) throws {
    let site = try Site()
    let witness = try Peer(site)
    #expect(witness.join())
    for cut in [0, 1, 7] {
      let peer = try Peer(site)
      let bytes = Array(Self.session(site).prefix(count + 1).joined())
      peer.send(Array(bytes.dropLast(cut)))
    }
    try expectService(site)
    witness.message(#"{"id":5,"jsonrpc":"2.0","method":"ping"}"#)
    #expect(witness.wait(for: #""id":5"#))
  }

  @Test(arguments: 0...5)
  func `a server that ends after any message closes the page's connection`(count: Int) throws {
    let site = try Site()
    let peer = try Peer(site)
    peer.send(Array(Self.session(site).prefix(count).joined()))
    site.service.serve()
    site.transport.close()
    #expect(peer.wait { $0.isClosed })
  }

  @Test func `replaying the messages of another page is rejected because of the token`() throws {
    let (site, other) = (try Site(), try Site())
    let recorded = Self.session(site, token: "of an earlier process")
    for target in [site, other] {
      let peer = try Peer(target)
      // The handshake names the port of another server, too.
      peer.send(Array(recorded.dropLast(2).joined()))
      #expect(peer.wait { $0.isClosed })
      #expect(!peer.text.contains(#""id":1"#))
      #expect(peer.text.contains("badToken") || peer.text.hasPrefix("HTTP/1.1 403"))
    }
    try expectService(site)
    try expectService(other)
  }

  @Test func `an address that is opened again is rejected`() throws {
    let site = try Site()
    let address = String(site.transport.makeAddress().drop { $0 != "?" })
    for status in ["200", "403", "403"] {
      let browser = try Peer(site)
      browser.get("/\(address)")
      #expect(browser.wait { $0.isClosed })
      #expect(browser.text.hasPrefix("HTTP/1.1 \(status)"))
    }
  }

  @Test func `messages that are sent twice are answered twice or rejected`() throws {
    let site = try Site()
    let peer = try Peer(site)
    let parts = Self.session(site)
    peer.send(Array((parts.prefix(3) + [parts[2], parts[1]]).joined()))
    peer.message(#"{"id":9,"jsonrpc":"2.0","method":"ping"}"#)
    // A rejection can arrive after the response to a later message. The repeated request is rejected
    // only if the first one has not been answered yet.
    #expect(
      peer.wait { peer in
        peer.text.contains(#""id":9"#) && peer.text.contains("initialize must be sent only once")
          && peer.text.ranges(of: #""id":1,"#).count == 2
      })
    try expectService(site)
  }
}
