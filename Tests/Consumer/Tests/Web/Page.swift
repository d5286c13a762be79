import SignalboxTransports

/// A page without a browser: the WebSocket with which the page of a `WebInterface` receives the
/// interface.
final class Page {
  private let socket: SocketTransport
  private var received: [UInt8] = []

  /// Opens the page at an address and makes it the screen of the application.
  init(_ address: String, port: UInt16) async throws {
    let host = "127.0.0.1:\(port)"
    let path = address.dropFirst("http://\(host)".count)
    let document = Page(try SocketTransport(port: port))
    document.send("GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
    let html = try await document.text(containing: "</html>")
    let token = html.split(separator: #""token":""#).last?.prefix { $0 != "\"" } ?? ""
    socket = try SocketTransport(port: port)
    send(
      "GET /socket HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\nUpgrade: websocket\r\n"
        + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
    _ = try await text(containing: "\r\n\r\n")
    request(
      1, "initialize", #"{"client":{"name":"page"},"token":"\#(token)","versions":[1]}"#)
    request(2, "interface/open", "{}")
  }

  private init(_ socket: SocketTransport) { self.socket = socket }

  /// Waits for a string, and returns everything that the page has received.
  func text(containing part: String) async throws -> String {
    for _ in 0..<500 {
      received += socket.receive() ?? []
      let text = String(decoding: received, as: UTF8.self)
      if text.contains(part) { return text }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw Missing(part: part)
  }

  struct Missing: Error { var part: String }

  private func send(_ text: String) { _ = socket.send(Array(text.utf8)[...]) }

  private func request(_ id: Int, _ method: String, _ params: String) {
    let text = #"{"id":\#(id),"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#
    let count = text.utf8.count
    // A frame of a client has a mask. A mask of zeros does not change the text.
    let length = count < 126 ? [UInt8(count)] : [126, UInt8(count >> 8), UInt8(count & 0xFF)]
    let head = [0x81, length[0] | 0x80] + length.dropFirst() + [0, 0, 0, 0]
    _ = socket.send((head + Array(text.utf8))[...])
  }
}
