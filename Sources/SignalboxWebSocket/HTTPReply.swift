/// A reply to an HTTP request, after which the connection is closed.
struct HTTPReply: Hashable, Sendable {
  /// The status of an HTTP reply.
  enum Status: String, Hashable, Sendable {
    case success = "200 OK"
    case badRequest = "400 Bad Request"
    case forbidden = "403 Forbidden"
    case notFound = "404 Not Found"
    case notAllowed = "405 Method Not Allowed"
    case timedOut = "408 Request Timeout"
    case upgradeRequired = "426 Upgrade Required"
    case headerTooLarge = "431 Request Header Fields Too Large"
    case unsupportedVersion = "505 HTTP Version Not Supported"
  }

  let status: Status
  private let type: String
  private let body: String
  /// The sources of the pages that may embed the reply, in the notation of a content security
  /// policy. If there are none, no page may embed the reply.
  var embedders: [String] = []

  /// Creates a reply that contains a sentence.
  init(_ status: Status, _ reason: String) {
    (self.status, type, body) = (status, "text/plain", reason + "\n")
  }

  /// Creates a reply that contains an HTML document.
  init(page: String) { (status, type, body) = (.success, "text/html", page) }

  /// The reply as bytes.
  ///
  /// The header fields prevent pages other than the ``embedders`` from embedding the reply, pages
  /// of other origins from reading it, caches from storing it, and browsers from passing on the
  /// URL, which may contain a token.
  var bytes: [UInt8] {
    let content = Array(body.utf8)
    var lines = [
      "HTTP/1.1 \(status.rawValue)", "Content-Type: \(type); charset=utf-8",
      "Content-Length: \(content.count)", "Connection: close", "Cache-Control: no-store",
      "Content-Security-Policy: frame-ancestors "
        + (embedders.isEmpty ? "'none'" : embedders.joined(separator: " ")),
      "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
      "Cross-Origin-Opener-Policy: same-origin", "Cross-Origin-Resource-Policy: same-origin",
    ]
    // This field cannot list the sources of embedders.
    if embedders.isEmpty { lines.append("X-Frame-Options: DENY") }
    if status == .notAllowed { lines.append("Allow: GET") }
    if status == .upgradeRequired { lines += ["Upgrade: websocket", "Sec-WebSocket-Version: 13"] }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + content
  }
}
