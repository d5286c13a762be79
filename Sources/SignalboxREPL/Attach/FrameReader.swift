/// Cuts bytes into frames: lines of UTF-8.
struct FrameReader {
  enum Frame: Hashable {
    case text(String)
    /// A line that is no UTF-8.
    case garbled
    /// A line longer than the limit; nothing is read after it.
    case tooLong
  }

  /// The bytes that a frame may have, without its end.
  var limit: Int
  private var bytes: [UInt8] = []
  /// Where the next frame begins.
  private var start = 0
  /// Up to where there is no end of a line.
  private var searched = 0
  private var isBroken = false

  init(limit: Int) { self.limit = limit }

  /// How many bytes are kept of a frame that is not whole.
  var waiting: Int { bytes.count - start }

  /// Adds bytes; frames then come from ``next()``.
  mutating func append(_ more: some Collection<UInt8>) {
    guard !isBroken else { return }
    bytes.removeFirst(start)
    searched -= start
    start = 0
    bytes.append(contentsOf: more)
  }

  /// The next whole frame; `nil` where more bytes are needed. Empty lines are left out.
  ///
  /// NOTE: the limit may change from one frame to the next, so they are cut one at a time.
  mutating func next() -> Frame? {
    while !isBroken {
      guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
        searched = bytes.count
        return waiting > limit ? broken() : nil
      }
      guard end - start <= limit else { return broken() }
      var line = bytes[start..<end]
      if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
      start = end + 1
      searched = start
      if line.isEmpty { continue }
      return String(validating: line, as: UTF8.self).map(Frame.text) ?? .garbled
    }
    return nil
  }

  private mutating func broken() -> Frame {
    isBroken = true
    (bytes, start, searched) = ([], 0, 0)
    return .tooLong
  }
}
