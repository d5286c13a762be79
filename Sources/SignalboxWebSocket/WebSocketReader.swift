/// Reads the frames that a client sends over a WebSocket (RFC 6455, section 5).
///
/// The reader passes on text as soon as the text arrives, so that incomplete messages are not
/// stored.
struct WebSocketReader {
  /// A result of reading frames.
  enum Step: Hashable, Sendable {
    /// A part of a message. Line breaks between JSON tokens are replaced with spaces, and the
    /// message ends with a line break.
    case text([UInt8])
    /// A ping, which must be answered with the same bytes.
    case ping([UInt8])
    /// The client closes the connection. No further step follows.
    case close
    /// The client has violated the protocol or a limit. No further step follows.
    case fault(WebSocketFault)
  }

  private struct Frame {
    let code: UInt8
    let isLast: Bool
    let mask: [UInt8]
    /// The length of the payload, in bytes.
    let length: Int
    var read = 0
  }

  private let limit: Int
  private var header: [UInt8] = []
  private var frame: Frame?
  /// The payload of a control frame.
  private var control: [UInt8] = []
  /// The number of bytes of the current message, or `nil` between messages.
  private var messageSize: Int?
  private var isOver = false

  /// The maximum length of a control frame's payload, in bytes.
  private static let maxControl = 125
  private static let (continuation, text, binary): (UInt8, UInt8, UInt8) = (0, 1, 2)
  private static let (closing, ping, pong): (UInt8, UInt8, UInt8) = (8, 9, 10)

  /// - Parameter limit: The maximum length of a message, in bytes.
  init(limit: Int) { self.limit = limit }

  /// Reads received bytes.
  mutating func receive(_ bytes: [UInt8]) -> [Step] {
    var (steps, rest): ([Step], ArraySlice<UInt8>) = ([], bytes[...])
    while !isOver {
      if frame == nil {
        guard !rest.isEmpty else { break }
        header.append(rest.removeFirst())
        do throws(WebSocketFault) {
          frame = try readHeader()
        } catch {
          isOver = true
          steps.append(.fault(error))
        }
        // A frame without a payload is complete after its header.
        guard frame != nil else { continue }
      }
      readPayload(&rest, &steps)
      if frame != nil, rest.isEmpty { break }
    }
    return steps
  }

  // MARK: - Frames

  /// Returns the frame if its header is complete, or `nil` if more bytes are needed.
  private mutating func readHeader() throws(WebSocketFault) -> Frame? {
    guard header.count >= 2 else { return nil }
    let (code, isLast) = (header[0] & 0x0F, header[0] & 0x80 != 0)
    guard header[0] & 0x70 == 0 else { throw .malformed("a reserved bit is set") }
    guard header[1] & 0x80 != 0 else { throw .malformed("a frame from the client is not masked") }
    let short = Int(header[1] & 0x7F)
    let sizeBytes = short == 127 ? 8 : short == 126 ? 2 : 0
    guard header.count == 2 + sizeBytes + 4 else { return nil }
    let digits = header[2..<2 + sizeBytes]
    guard digits.first.map({ sizeBytes < 8 || $0 < 0x80 }) ?? true else {
      throw .malformed("the length of a frame is negative")
    }
    let length = sizeBytes == 0 ? short : digits.reduce(0) { $0 << 8 | Int($1) }
    let mask = Array(header[(2 + sizeBytes)...])
    header = []
    try check(code, length, isLast: isLast)
    return Frame(code: code, isLast: isLast, mask: mask, length: length)
  }

  private mutating func check(
    _ code: UInt8, _ length: Int, isLast: Bool
  ) throws(WebSocketFault) {
    switch code {
    case Self.text, Self.continuation:
      guard (code == Self.text) == (messageSize == nil) else {
        throw .malformed(
          messageSize == nil
            ? "a continuation frame has no message to continue" : "a message is not complete")
      }
      let size = messageSize ?? 0
      guard length <= limit - size else { throw .tooLong(limit) }
      messageSize = size + length
    case Self.binary: throw .notText
    case Self.closing, Self.ping, Self.pong:
      guard isLast, length <= Self.maxControl else {
        throw .malformed("a control frame is fragmented, or longer than \(Self.maxControl) bytes")
      }
    default: throw .malformed("there is no frame with the opcode \(code)")
    }
  }

  private mutating func readPayload(_ rest: inout ArraySlice<UInt8>, _ steps: inout [Step]) {
    guard var current = frame else { return }
    let count = min(rest.count, current.length - current.read)
    var chunk: [UInt8] = []
    chunk.reserveCapacity(count + 1)
    for byte in rest.prefix(count) {
      chunk.append(byte ^ current.mask[current.read & 3])
      current.read += 1
    }
    rest = rest.dropFirst(count)
    let isComplete = current.read == current.length
    frame = isComplete ? nil : current
    guard current.code <= Self.text else {
      control += chunk
      if isComplete { endControl(current.code, &steps) }
      return
    }
    // Line breaks can be replaced, because JSON allows them only between tokens.
    for index in chunk.indices where chunk[index] == 0x0A || chunk[index] == 0x0D {
      chunk[index] = 0x20
    }
    if isComplete, current.isLast {
      chunk.append(0x0A)
      messageSize = nil
    }
    if !chunk.isEmpty { steps.append(.text(chunk)) }
  }

  private mutating func endControl(_ code: UInt8, _ steps: inout [Step]) {
    defer { control = [] }
    switch code {
    case Self.ping: steps.append(.ping(control))
    case Self.closing:
      isOver = true
      steps.append(.close)
    default: break
    }
  }
}

/// The reason why a server closes a WebSocket.
enum WebSocketFault: Error, Hashable, Sendable {
  /// A frame violates the protocol.
  case malformed(String)
  /// A message consists of binary data instead of text.
  case notText
  /// A message is longer than the given number of bytes.
  case tooLong(Int)

  /// The status code for the closing frame (RFC 6455, section 7.4).
  var status: UInt16 {
    switch self {
    case .malformed: 1002
    case .notText: 1003
    case .tooLong: 1009
    }
  }

  /// The reason for closing, as a sentence.
  var reason: String {
    switch self {
    case .malformed(let reason): reason
    case .notText: "messages must be text"
    case .tooLong(let limit): "the message has more than \(limit) bytes"
    }
  }
}
