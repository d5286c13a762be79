/// The output for one client, with a limit: a writer never waits.
///
/// A slow client loses events first, then the output of its own inputs; the omitted amount is
/// reported in its place. Answers are always kept; if they accumulate, the client is disconnected.
struct Outbox {
  private enum Entry {
    case frame([UInt8])
    /// Text of an input, to which more may be added.
    case output(id: Int, text: String, isFailure: Bool)
  }

  private let limits: AttachLimits
  private var entries: [Entry] = []
  /// The index of the first entry that was not taken.
  private var start = 0
  /// Bytes that were taken and not sent.
  private var unsent: ArraySlice<UInt8> = []
  /// The approximate number of waiting bytes.
  private(set) var count = 0
  private var dropped = 0
  /// Whether the limit of a client is exceeded.
  var isOverfull: Bool { count > limits.total }
  var isEmpty: Bool { unsent.isEmpty && start == entries.count && dropped == 0 }

  /// The maximum number of bytes of text in a frame, before escapes.
  static let pieceSize = 32 << 10

  init(limits: AttachLimits = AttachLimits()) { self.limits = limits }

  /// Adds a message, or counts it if there is no room.
  mutating func append(_ message: HostMessage) {
    if case .output(let id, let text, let isFailure) = message {
      return append(text, of: id, isFailure)
    }
    if message.isEvent, count > limits.events {
      dropped += 1
      return
    }
    reportDropped()
    append(message.frame)
  }

  private mutating func append(_ text: String, of id: Int, _ isFailure: Bool) {
    let size = text.utf8.count
    guard count + size <= limits.output else {
      dropped += 1
      return
    }
    reportDropped()
    count += size
    if start < entries.count, case .output(id, var whole, isFailure)? = entries.last,
      whole.utf8.count + size <= Self.pieceSize
    {
      entries.removeLast()
      whole += text
      entries.append(.output(id: id, text: whole, isFailure: isFailure))
    } else {
      for piece in Self.pieces(of: text) {
        entries.append(.output(id: id, text: piece, isFailure: isFailure))
      }
    }
  }

  private mutating func append(_ frame: [UInt8]) {
    count += frame.count
    entries.append(.frame(frame))
  }

  private mutating func reportDropped() {
    guard dropped > 0 else { return }
    let count = dropped
    dropped = 0
    append(HostMessage.dropped(count).frame)
  }

  /// Removes bytes to send; pass the unsent rest to ``putBack(_:)``.
  mutating func take(_ most: Int) -> [UInt8] {
    while unsent.isEmpty {
      if start == entries.count {
        entries = []
        start = 0
        guard dropped > 0 else {
          count = 0
          return []
        }
        reportDropped()
      }
      let before: Int
      switch entries[start] {
      case .frame(let frame):
        before = frame.count
        unsent = frame[...]
      case .output(let id, let text, let isFailure):
        before = text.utf8.count
        unsent = HostMessage.output(id: id, text: text, isFailure: isFailure).frame[...]
      }
      count += unsent.count - before
      start += 1
      forget()
    }
    let piece = Array(unsent.prefix(most))
    unsent = unsent.dropFirst(piece.count)
    count -= piece.count
    return piece
  }

  /// Returns the rest of the last output to the queue.
  mutating func putBack(_ rest: ArraySlice<UInt8>) {
    unsent = Array(rest) + unsent
    count += rest.count
  }

  /// Removes entries that were taken, from time to time.
  private mutating func forget() {
    guard start > 64, start * 2 > entries.count else { return }
    entries.removeFirst(start)
    start = 0
  }

  /// Splits a text into parts that fit into frames, between scalars.
  private static func pieces(of text: String) -> [String] {
    guard text.utf8.count > pieceSize else { return [text] }
    var (pieces, rest): ([String], ArraySlice<UInt8>) = ([], Array(text.utf8)[...])
    while !rest.isEmpty {
      var end = min(rest.startIndex + pieceSize, rest.endIndex)
      // A continuation byte of UTF-8 does not begin a part.
      while end < rest.endIndex, rest[end] & 0xC0 == 0x80 { end -= 1 }
      pieces.append(String(decoding: rest[..<end], as: UTF8.self))
      rest = rest[end...]
    }
    return pieces
  }
}
