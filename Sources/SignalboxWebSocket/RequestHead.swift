/// The head of an HTTP request: the request line and the header fields (RFC 9112).
///
/// Only requests that the page and its WebSocket need are accepted: `GET` requests of HTTP/1.1
/// without a body.
struct RequestHead: Hashable, Sendable {
  /// The result of parsing the bytes that have been received.
  enum Reading: Hashable, Sendable {
    /// More bytes are needed.
    case incomplete
    /// A complete head, and the bytes that follow.
    case head(RequestHead, rest: [UInt8])
    /// The status and the reason of a rejection.
    case rejected(HTTPReply.Status, String)
  }

  /// The path without the query, such as `/`.
  let path: String
  /// The text after `?`. The string is empty if there is no query.
  let query: String
  /// The values of the header fields, keyed by lowercase name. The values of repeated fields are
  /// joined with commas.
  private let fields: [String: String]

  /// The maximum length of a head, in bytes.
  static let maxBytes = 8 << 10

  /// Parses the head of a request.
  static func read(_ bytes: [UInt8]) -> Reading {
    let end: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
    guard let found = bytes.prefix(maxBytes).firstRange(of: end) else {
      return bytes.count < maxBytes
        ? .incomplete
        : .rejected(.headerTooLarge, "the request has a header of more than \(maxBytes) bytes")
    }
    let head = bytes[..<found.lowerBound]
    let isText = head.allSatisfy { (0x20..<0x7F).contains($0) || [0x09, 0x0A, 0x0D].contains($0) }
    guard isText else {
      return .rejected(.badRequest, "the header contains bytes that are not printable ASCII")
    }
    let lines = String(decoding: head, as: UTF8.self)
      .split(separator: "\r\n", omittingEmptySubsequences: false)
    return read(lines, rest: Array(bytes[found.upperBound...]))
  }

  private static func read(_ lines: [Substring], rest: [UInt8]) -> Reading {
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[1].hasPrefix("/") else {
      return .rejected(.badRequest, "the request line is malformed, expected GET /path HTTP/1.1")
    }
    guard words[2] == "HTTP/1.1" else {
      return .rejected(.unsupportedVersion, "the request is not HTTP/1.1")
    }
    guard words[0] == "GET" else {
      return .rejected(.notAllowed, "only GET is allowed")
    }
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let (name, value) = field(line) else {
        return .rejected(.badRequest, "a header field is malformed, expected Name: value")
      }
      guard let old = fields[name] else {
        fields[name] = value
        continue
      }
      guard !Self.unique.contains(name) else {
        return .rejected(.badRequest, "the header field \(name) occurs twice")
      }
      fields[name] = "\(old), \(value)"
    }
    guard fields["transfer-encoding"] == nil, (fields["content-length"] ?? "0") == "0" else {
      return .rejected(.badRequest, "the request has a body, expected none")
    }
    let parts = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let query = parts.count > 1 ? String(parts[1]) : ""
    return .head(RequestHead(path: String(parts[0]), query: query, fields: fields), rest: rest)
  }

  /// The header fields that must not be repeated.
  private static let unique = [
    "host", "origin", "upgrade", "sec-websocket-key", "sec-websocket-version", "content-length",
  ]

  private static func field(_ line: Substring) -> (name: String, value: String)? {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.allSatisfy(isNameByte) else {
      return nil
    }
    var value = parts[1]
    while value.first == " " || value.first == "\t" { value.removeFirst() }
    while value.last == " " || value.last == "\t" { value.removeLast() }
    // Programs differ in their interpretation of a single carriage return or line feed.
    guard !value.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return nil }
    return (parts[0].lowercased(), String(value))
  }

  /// Returns whether a byte may occur in the name of a field (`token` of RFC 9110).
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  /// The value of the header field with the given name, or `nil` if there is none.
  subscript(name: String) -> String? { fields[name] }

  /// Returns whether a header field with a comma-separated list contains a word, ignoring the case
  /// of the field. The word must be in lower case.
  func lists(_ word: String, in name: String) -> Bool {
    (fields[name] ?? "").split(separator: ",").contains { item in
      item.filter { $0 != " " && $0 != "\t" }.lowercased() == word
    }
  }

  /// Returns the value of a query parameter, or `nil` if there is none.
  func parameter(_ name: String) -> String? {
    for part in query.split(separator: "&") where part.hasPrefix("\(name)=") {
      return String(part.dropFirst(name.utf8.count + 1))
    }
    return nil
  }
}
