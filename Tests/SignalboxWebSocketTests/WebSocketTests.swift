import Signalbox
import Testing

@testable import SignalboxWebSocket

@Suite struct WebSocketTests {
  /// Returns a frame of a client.
  static func frame(
    _ code: UInt8, _ payload: [UInt8], isLast: Bool = true, isMasked: Bool = true
  ) -> [UInt8] {
    let count = payload.count
    var frame = [code | (isLast ? 0x80 : 0)]
    let flag: UInt8 = isMasked ? 0x80 : 0
    switch count {
    case ..<126: frame.append(flag | UInt8(count))
    case ..<0x1_0000: frame += [flag | 126, UInt8(count >> 8), UInt8(count & 0xFF)]
    default: frame += [flag | 127] + (0..<8).map { UInt8(count >> (56 - 8 * $0) & 0xFF) }
    }
    guard isMasked else { return frame + payload }
    let mask: [UInt8] = [1, 2, 3, 250]
    return frame + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] }
  }

  private static func text(_ text: String, isLast: Bool = true) -> [UInt8] {
    frame(1, Array(text.utf8), isLast: isLast)
  }

  /// Returns the text and the other frames that a reader finds.
  private static func read(
    _ bytes: [UInt8], limit: Int = 1000, inChunksOf size: Int
  ) -> (text: String, others: [WebSocketReader.Step]) {
    var (reader, text, others) = (
      WebSocketReader(limit: limit), [UInt8](), [WebSocketReader.Step]()
    )
    for start in stride(from: 0, to: bytes.count, by: size) {
      for step in reader.receive(Array(bytes[start..<min(bytes.count, start + size)])) {
        if case .text(let chunk) = step { text += chunk } else { others.append(step) }
      }
    }
    return (String(decoding: text, as: UTF8.self), others)
  }

  @Test(arguments: [1, 2, 3, 7, 4096])
  func `messages, fragmented messages and pings between fragments can arrive in chunks of any size`(
    size: Int
  ) {
    let long = String(repeating: "é", count: 200)
    let bytes =
      Self.text("{\"a\":\r\n1}") + Self.text("{\"b\"", isLast: false) + Self.frame(9, [1, 2])
      + Self.frame(0, Array(":2}".utf8)) + Self.frame(10, []) + Self.text("")
      + Self.text(long) + Self.frame(8, [3, 232])
    let found = Self.read(bytes, inChunksOf: size)
    #expect(found.text == "{\"a\":  1}\n{\"b\":2}\n\n\(long)\n")
    #expect(found.others == [.ping([1, 2]), .close])
  }

  @Test(arguments: [
    (
      frame(1, [0x61], isMasked: false),
      WebSocketFault.malformed("a frame from the client is not masked")
    ),
    ([0xC1, 0x80, 0, 0, 0, 0], .malformed("a reserved bit is set")),
    (frame(3, []), .malformed("there is no frame with the opcode 3")),
    (frame(0, []), .malformed("a continuation frame has no message to continue")),
    (frame(1, [], isLast: false) + frame(1, []), .malformed("a message is not complete")),
    (frame(2, [1]), .notText),
    (
      frame(9, [], isLast: false),
      .malformed("a control frame is fragmented, or longer than 125 bytes")
    ),
    (
      frame(9, [UInt8](repeating: 0, count: 126)),
      .malformed("a control frame is fragmented, or longer than 125 bytes")
    ),
    (frame(1, [UInt8](repeating: 0x61, count: 1001)), .tooLong(1000)),
    (
      frame(1, [UInt8](repeating: 0x61, count: 600), isLast: false)
        + frame(0, [UInt8](repeating: 0x61, count: 401)), .tooLong(1000)
    ),
    (
      [0x81, 0xFF, 0x7F] + [UInt8](repeating: 0xFF, count: 7) + [0, 0, 0, 0], .tooLong(1000)
    ),
    (
      [0x81, 0xFF, 0x80] + [UInt8](repeating: 0, count: 7) + [0, 0, 0, 0],
      .malformed("the length of a frame is negative")
    ),
  ])
  func `no frame is read after a frame that violates the protocol or a limit`(
    bytes: [UInt8], fault: WebSocketFault
  ) {
    for size in [1, 4096] {
      let found = Self.read(bytes + Self.text("after"), inChunksOf: size)
      #expect(found.others == [.fault(fault)])
      #expect(!found.text.contains("after"))
    }
  }

  @Test func `each output line is sent as one message, in frames of any length`() {
    var writer = WebSocketWriter()
    #expect(writer.frames(of: Array("{}\n[".utf8)) == [0x81, 2, 0x7B, 0x7D, 0x01, 1, 0x5B])
    #expect(writer.frames(of: Array("]\n".utf8)) == [0x80, 1, 0x5D])
    let middle = [UInt8](repeating: 0x61, count: 300)
    #expect(writer.frames(of: middle + [0x0A]) == [0x81, 126, 1, 44] + middle)
    let long = [UInt8](repeating: 0x61, count: 70_000)
    #expect(
      writer.frames(of: long + [0x0A]) == [0x81, 127, 0, 0, 0, 0, 0, 1, 0x11, 0x70] + long)
    #expect(WebSocketWriter.close(1000, "é") == [0x88, 4, 3, 232, 0xC3, 0xA9])
  }

  @Test(arguments: [
    ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (String(repeating: "a", count: 200), "e61cfffe0d9195a525fc6cf06ca2d77119c24a40"),
  ])
  func `SHA-1 returns the published test values`(text: String, hash: String) {
    let digits = SHA1.hash(Array(text.utf8)).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    #expect(digits.joined() == hash)
    #expect(Base64.text(Array("light w".utf8)) == "bGlnaHQgdw==")
  }

  // MARK: - Requests

  @Test func `the head of a request is parsed when it is complete`() throws {
    let text =
      "GET /a?b=1&token=x HTTP/1.1\r\nHost:  here \r\nConnection: a\r\nconnection: Upgrade\r\n\r\n"
    let bytes = Array(text.utf8)
    for count in 0..<bytes.count {
      #expect(RequestHead.read(Array(bytes.prefix(count))) == .incomplete)
    }
    guard case .head(let head, let rest) = RequestHead.read(bytes + [1, 2]) else {
      Issue.record("not read")
      return
    }
    #expect(rest == [1, 2])
    #expect((head.path, head.query) == ("/a", "b=1&token=x"))
    #expect([head["host"], head["connection"], head["origin"]] == ["here", "a, Upgrade", nil])
    #expect(
      [head.parameter("token"), head.parameter("b"), head.parameter("c")] == ["x", "1", nil])
    #expect(head.lists("upgrade", in: "connection"))
    #expect(!head.lists("up", in: "connection"))
  }

  @Test(arguments: [
    ("POST / HTTP/1.1\r\n\r\n", HTTPReply.Status.notAllowed),
    ("GET / HTTP/1.0\r\n\r\n", .unsupportedVersion), ("GET  / HTTP/1.1\r\n\r\n", .badRequest),
    ("GET http://x/ HTTP/1.1\r\n\r\n", .badRequest), ("\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\n folded\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\nHost: a\nOrigin: b\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\nContent-Length: 3\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", .badRequest),
    ("GET /\u{e9} HTTP/1.1\r\n\r\n", .badRequest),
    ("GET /" + String(repeating: "a", count: 9000), .headerTooLarge),
  ])
  func `a request that a browser would not send is rejected`(
    text: String, status: HTTPReply.Status
  ) {
    guard case .rejected(let found, let reason) = RequestHead.read(Array(text.utf8)) else {
      Issue.record("accepted")
      return
    }
    #expect(found == status)
    #expect(!reason.isEmpty)
  }

  // MARK: - The site

  private static func answer(
    _ target: String, host: String = "127.0.0.1:80", origin: String? = "http://127.0.0.1:80",
    key: String = "dGhlIHNhbXBsZSBub25jZQ==", tokens: EntryTokens = EntryTokens(),
    embedders: [String] = []
  ) throws -> String {
    var site = WebSite(port: 80, tokens: tokens, token: "secret") { "\($0) \($1 ?? "none")" }
    site.embedders = embedders
    let fields =
      [
        "Host: \(host)", "Upgrade: websocket", "Connection: keep-alive, Upgrade",
        "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: \(key)",
      ] + (origin.map { ["Origin: \($0)"] } ?? [])
    let text = "GET \(target) HTTP/1.1\r\n\(fields.joined(separator: "\r\n"))\r\n\r\n"
    guard case .head(let head, _) = RequestHead.read(Array(text.utf8)) else { return "" }
    switch site.answer(head) {
    case .reply(let reply): return String(decoding: reply.bytes, as: UTF8.self)
    case .upgrade(let bytes): return String(decoding: bytes, as: UTF8.self)
    }
  }

  @Test func `an address opens the page once, and later requests need the token of the server`()
    throws
  {
    let tokens = EntryTokens()
    let address = "/?token=\(tokens.make())"
    #expect(try Self.answer("/", tokens: tokens).hasSuffix("ws://127.0.0.1:80/socket none"))
    #expect(try Self.answer("/?token=guess", tokens: tokens).hasPrefix("HTTP/1.1 403"))
    #expect(try Self.answer(address, tokens: tokens).hasSuffix("ws://127.0.0.1:80/socket secret"))
    #expect(try Self.answer(address, tokens: tokens).hasPrefix("HTTP/1.1 403"))
  }

  @Test func `only a page that is opened with a one-time address can be embedded, by given pages`()
    throws
  {
    /// Returns the header fields about frames.
    func fields(_ target: String, _ tokens: EntryTokens, _ embedders: [String]) throws
      -> [Substring]
    {
      try Self.answer(target, tokens: tokens, embedders: embedders).split(separator: "\r\n").filter
      {
        $0.hasPrefix("Content-Security-Policy:") || $0.hasPrefix("X-Frame-Options:")
      }
    }
    let denied: [Substring] = [
      "Content-Security-Policy: frame-ancestors 'none'", "X-Frame-Options: DENY",
    ]
    let tokens = EntryTokens()
    let views = ["vscode-webview:", "vscode-file:"]
    let allowed: [Substring] = [
      "Content-Security-Policy: frame-ancestors vscode-webview: vscode-file:"
    ]
    #expect(try fields("/?token=\(tokens.make())", tokens, []) == denied)
    #expect(try fields("/", tokens, views) == denied)
    #expect(try fields("/other", tokens, views) == denied)
    let address = "/?token=\(tokens.make())"
    #expect(try fields(address, tokens, views) == allowed)
    // The reply to a used address contains only its reason.
    #expect(try fields(address, tokens, views) == allowed)
  }

  @Test func `only the eight most recent addresses are valid`() {
    let tokens = EntryTokens()
    let all = (0..<9).map { _ in tokens.make() }
    #expect(all.map(tokens.redeem) == [false] + [Bool](repeating: true, count: 8))
  }

  @Test func `the WebSocket answers the handshake with the key that the standard defines`() throws {
    #expect(
      try Self.answer("/socket").contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
  }

  @Test func `requests with other hosts, origins, paths and keys are rejected`() throws {
    #expect(try Self.answer("/", host: "evil:80").hasPrefix("HTTP/1.1 403"))
    #expect(try Self.answer("/", host: "127.0.0.1:81").hasPrefix("HTTP/1.1 403"))
    #expect(try Self.answer("/socket", origin: "http://evil").hasPrefix("HTTP/1.1 403"))
    #expect(try Self.answer("/socket", origin: nil).hasPrefix("HTTP/1.1 403"))
    // The `Host` header and the origin must contain the same host name.
    #expect(
      try Self.answer("/socket", origin: "http://localhost:80").hasPrefix("HTTP/1.1 403"))
    #expect(try Self.answer("/other").hasPrefix("HTTP/1.1 404"))
    #expect(try Self.answer("/socket", key: "short").hasPrefix("HTTP/1.1 400"))
  }
}
