#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Standard input, line by line.
final class InputFile {
  enum Line: Equatable {
    case line(String)
    /// Ctrl-C came while the line was typed.
    case interrupted
    case end
  }

  static let input: Int32 = 0

  let isTerminal: Bool
  private let descriptor: Int32
  private let takeInterrupt: () -> Bool
  /// What was read and not asked for yet.
  private var waiting: [UInt8] = []
  private var hasEnded = false
  /// How long a Ctrl-C can stay unseen that came just before the wait began.
  private static let attention: Int32 = 250

  /// - Parameter takeInterrupt: Whether Ctrl-C came since it was last asked.
  init(_ descriptor: Int32 = InputFile.input, takeInterrupt: @escaping () -> Bool) {
    self.descriptor = descriptor
    self.takeInterrupt = takeInterrupt
    isTerminal = isatty(descriptor) == 1
  }

  /// Waits for the next line; a last one without an end counts.
  func next() -> Line {
    while true {
      if let end = waiting.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: waiting[..<end], as: UTF8.self)
        waiting.removeSubrange(...end)
        return .line(line)
      }
      if hasEnded {
        defer { waiting = [] }
        return waiting.isEmpty ? .end : .line(String(decoding: waiting, as: UTF8.self))
      }
      if takeInterrupt() {
        waiting = []
        return .interrupted
      }
      // NOTE: a read goes on by itself after a signal and would swallow Ctrl-C; poll never does
      // (signal(7)), so nothing is read before there is something to read.
      var file = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&file, 1, Self.attention) > 0 { fill() }
    }
  }

  private func fill() {
    var piece = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &piece, piece.count)
    if count > 0 {
      waiting.append(contentsOf: piece[..<count])
    } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
      hasEnded = true
    }
  }
}
