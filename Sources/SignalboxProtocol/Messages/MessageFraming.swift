/// The format in which a stream of bytes is divided into messages.
public enum MessageFraming: Hashable, Sendable {
  /// A header `Content-Length: N`, an empty line, and N bytes, as in the Language Server Protocol.
  case contentLength
  /// One message on each line, as in the Model Context Protocol.
  case lines

  /// Returns the bytes of a message, including the header or the line ending.
  ///
  /// - Parameter text: A single line of JSON.
  package func frame(_ text: String) -> [UInt8] {
    switch self {
    case .contentLength: Array("Content-Length: \(text.utf8.count)\r\n\r\n\(text)".utf8)
    case .lines: Array("\(text)\n".utf8)
    }
  }
}

/// Divides bytes into messages.
///
/// A message that is too long is skipped. After a malformed header, reading continues at the next
/// `Content-Length:` (decision 0317).
package struct MessageReader: Sendable {
  /// A message, or a part of the stream that is not a valid message.
  package enum Frame: Hashable, Sendable {
    case text(String)
    /// A message that is not valid UTF-8.
    case garbled
    /// A message that is longer than the limit, with its length if a header contains it.
    case tooLong(Int?)
    /// A header that cannot be parsed.
    case broken(String)
  }

  package let framing: MessageFraming
  /// The maximum length of a message, in bytes.
  package var limit: Int
  private var bytes: [UInt8] = []
  /// The index of the first byte of the next message.
  private var start = 0
  /// The index of the first byte that has not been searched for the end of a line or header.
  private var searched = 0
  /// The length in the header of the current message, or `nil` before the header has been read.
  private var length: Int?
  /// The number of bytes that must still be skipped, because their message is too long.
  private var skipped = 0
  /// Whether all bytes up to the next line or header are skipped.
  private var isSearching = false

  /// The maximum length of a header, in bytes.
  private static let maxHeader = 1024
  /// The maximum length of a message that is skipped, in bytes. A header with a greater length is
  /// malformed.
  private static let maxSkipped = 1 << 30
  /// The beginning of a header, in lower case.
  private static let mark = Array("content-length:".utf8)

  package init(_ framing: MessageFraming, limit: Int) {
    self.framing = framing
    self.limit = limit
  }

  /// The number of bytes that have not been divided into messages yet.
  package var waiting: Int { bytes.count - start }

  /// Appends bytes to the stream. ``next()`` returns the messages that they complete.
  package mutating func append(_ more: some Collection<UInt8>) {
    bytes.removeFirst(start)
    searched -= start
    start = 0
    bytes.append(contentsOf: more)
  }

  /// Returns the next complete message, or `nil` if more bytes are needed.
  ///
  /// NOTE: messages are split one at a time, because the limit may change between two messages.
  package mutating func next() -> Frame? {
    switch framing {
    case .lines: return nextLine()
    case .contentLength: return nextSized()
    }
  }

  // MARK: - Lines

  /// Returns the next line that is not empty, or `nil` if more bytes are needed.
  private mutating func nextLine() -> Frame? {
    while true {
      guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
        if isSearching { start = bytes.count }
        searched = bytes.count
        guard waiting > limit else { return nil }
        (start, isSearching) = (bytes.count, true)
        return .tooLong(nil)
      }
      defer { isSearching = false }
      guard end - start <= limit, !isSearching else {
        (start, searched) = (end + 1, end + 1)
        if isSearching { continue }
        return .tooLong(nil)
      }
      var line = bytes[start..<end]
      if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
      (start, searched) = (end + 1, end + 1)
      if !line.isEmpty { return Self.text(line) }
    }
  }

  // MARK: - Sizes

  private mutating func nextSized() -> Frame? {
    skip()
    guard skipped == 0, !isSearching || findHeader() else { return nil }
    if length == nil, let frame = readHeader() { return frame }
    guard let length, waiting >= length else { return nil }
    let body = bytes[start..<start + length]
    start += length
    (searched, self.length) = (start, nil)
    return Self.text(body)
  }

  /// Drops the bytes of a message that is too long.
  private mutating func skip() {
    let count = min(skipped, waiting)
    guard count > 0 else { return }
    skipped -= count
    start += count
    searched = start
  }

  /// Drops everything before the next header.
  ///
  /// - Returns: Whether the beginning of a header was found.
  private mutating func findHeader() -> Bool {
    var index = start
    while index + Self.mark.count <= bytes.count {
      if bytes[index..<index + Self.mark.count].elementsEqual(
        Self.mark, by: { $0 | 0x20 == $1 | 0x20 })
      {
        (start, searched, isSearching) = (index, index, false)
        return true
      }
      index += 1
    }
    // The remaining bytes may be the beginning of a header.
    (start, searched) = (index, index)
    return false
  }

  /// Reads the next header if it is complete.
  ///
  /// - Returns: A frame that describes the error if the header is invalid or the message is too
  ///   long, otherwise `nil`.
  private mutating func readHeader() -> Frame? {
    let end: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
    let from = max(start, searched - end.count + 1)
    guard let found = bytes[from...].firstRange(of: end) else {
      searched = bytes.count
      return waiting > Self.maxHeader
        ? fail("the header has more than \(Self.maxHeader) bytes") : nil
    }
    let header = bytes[start..<found.lowerBound]
    guard header.count <= Self.maxHeader else {
      return fail("the header has more than \(Self.maxHeader) bytes")
    }
    let text = String(decoding: header, as: UTF8.self)
    guard let size = Self.length(in: text), size <= Self.maxSkipped else {
      return fail(
        "the header is \(Self.quoted(text)), expected \"Content-Length: \" and a number up to "
          + "\(Self.maxSkipped)")
    }
    start = found.upperBound
    searched = start
    guard size <= limit else {
      skipped = size
      return .tooLong(size)
    }
    length = size
    return nil
  }

  /// Returns the length that a header contains, or `nil` if the header has a malformed line, an
  /// unknown field, or not exactly one length.
  private static func length(in header: String) -> Int? {
    var length: Int?
    for line in header.split(separator: "\r\n", omittingEmptySubsequences: false) {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      let value = parts[1].drop { $0 == " " || $0 == "\t" }
      switch parts[0].lowercased() {
      case "content-length":
        let isNumber = !value.isEmpty && value.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard isNumber, length == nil, let number = Int(value) else { return nil }
        length = number
      case "content-type": continue
      default: return nil
      }
    }
    return length
  }

  // MARK: - Ends

  private static func text(_ bytes: ArraySlice<UInt8>) -> Frame {
    String(validating: bytes, as: UTF8.self).map(Frame.text) ?? .garbled
  }

  /// Skips a malformed header. The next header may begin anywhere after the first byte of the
  /// malformed header.
  private mutating func fail(_ reason: String) -> Frame {
    start += 1
    (searched, isSearching) = (start, true)
    return .broken(reason)
  }

  /// Returns the beginning of a header in quotation marks. Control characters are replaced with
  /// spaces.
  private static func quoted(_ text: String) -> String {
    let shown = text.unicodeScalars.prefix(60).map { scalar in
      scalar.value < 0x20 || scalar.value == 0x7F ? " " : String(scalar)
    }
    return "\"\(shown.joined())\""
  }
}
