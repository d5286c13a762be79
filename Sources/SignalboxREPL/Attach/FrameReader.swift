/// Splits bytes into frames: lines of UTF-8.
struct FrameReader {
  enum Frame: Hashable {
    case text(String)
    /// A line that is not UTF-8.
    case garbled
    /// A line longer than the limit, with its length in bytes; nothing is read after it.
    case tooLong(Int)
  }

  /// The maximum length of a frame, without its end.
  var limit: Int
  private var bytes: [UInt8] = []
  /// The beginning of the next frame.
  private var start = 0
  /// The position up to which there is no line ending.
  private var searched = 0
  /// How many bytes of a line that is too long were dropped; `nil` if there is none.
  private var dropped: Int?
  private var isBroken = false

  /// How many bytes of a line that is too long are counted.
  private static let maxCount = 64 << 20

  init(limit: Int) { self.limit = limit }

  /// The number of bytes of an incomplete frame.
  var waiting: Int { bytes.count - start }
  /// Whether a line that is too long has not ended yet.
  var isOverlong: Bool { dropped != nil }

  /// Adds bytes; ``next()`` returns frames.
  mutating func append(_ more: some Collection<UInt8>) {
    guard !isBroken else { return }
    bytes.removeFirst(start)
    searched -= start
    start = 0
    bytes.append(contentsOf: more)
  }

  /// Returns the next complete frame; `nil` if more bytes are needed. Empty lines are skipped.
  ///
  /// NOTE: the limit may change from one frame to the next, so they are split one at a time.
  mutating func next() -> Frame? {
    while !isBroken {
      guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
        searched = bytes.count
        return dropped != nil || waiting > limit ? drop() : nil
      }
      let size = end - start + (dropped ?? 0)
      guard size <= limit else { return broken(min(size, Self.maxCount)) }
      var line = bytes[start..<end]
      if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
      start = end + 1
      searched = start
      if line.isEmpty { continue }
      return String(validating: line, as: UTF8.self).map(Frame.text) ?? .garbled
    }
    return nil
  }

  /// Ends a line that is too long before its line ending.
  mutating func cutOff() -> Frame? { dropped.map { broken($0) } }

  /// Drops the received part of a line that is too long, and counts it.
  private mutating func drop() -> Frame? {
    let count = waiting + (dropped ?? 0)
    (bytes, start, searched, dropped) = ([], 0, 0, count)
    return count < Self.maxCount ? nil : broken(Self.maxCount)
  }

  private mutating func broken(_ count: Int) -> Frame {
    isBroken = true
    (bytes, start, searched, dropped) = ([], 0, 0, nil)
    return .tooLong(count)
  }
}
