internal import SignalboxFiles
internal import SignalboxScripting
internal import SystemLibrary

/// Standard input, line by line.
final class InputFile {
  enum Line: Equatable {
    case line(String)
    /// Ctrl-C came while the line was typed.
    case interrupted
    case end
  }

  /// Something else that is looked after while nothing is typed.
  struct Watch {
    let descriptor: Int32
    /// Called when there is something to read; says whether to go on waiting for the line.
    let look: () -> Bool
  }

  static let input: Int32 = 0

  let isTerminal: Bool
  var watch: Watch?
  private let descriptor: Int32
  private let takeInterrupt: () -> Bool
  /// What was read and not asked for yet.
  private var waiting: [UInt8] = []
  /// Up to where there is no end of a line: long lines come in very many pieces.
  private var searched = 0
  private var hasEnded = false
  /// Why the input ended before its end.
  private var failure: FileFailure?
  /// How many lines came.
  private(set) var lineNumber = 0
  /// How long a Ctrl-C can stay unseen that came just before the wait began.
  private static let pollInterval: Int32 = 250

  /// - Parameter takeInterrupt: Whether Ctrl-C came since it was last asked.
  init(_ descriptor: Int32 = InputFile.input, takeInterrupt: @escaping () -> Bool) {
    self.descriptor = descriptor
    self.takeInterrupt = takeInterrupt
    isTerminal = isatty(descriptor) == 1
  }

  /// Waits for the next line; a last one without an end counts.
  func next() -> Line {
    while true {
      if let end = waiting[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: waiting[..<end], as: UTF8.self)
        waiting.removeSubrange(...end)
        searched = 0
        lineNumber += 1
        return .line(line)
      }
      searched = waiting.count
      if hasEnded {
        defer { (waiting, searched) = ([], 0) }
        lineNumber += 1
        return waiting.isEmpty ? .end : .line(String(decoding: waiting, as: UTF8.self))
      }
      if takeInterrupt() {
        (waiting, searched) = ([], 0)
        return .interrupted
      }
      // NOTE: a read goes on by itself after a signal and would swallow Ctrl-C; poll never does
      // (signal(7)), so nothing is read before there is something to read.
      var files = [descriptor, watch?.descriptor].compactMap(\.self).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&files, nfds_t(files.count), Self.pollInterval) > 0 else { continue }
      if files[0].revents != 0 { fill() }
      if let watch, files[1].revents != 0, !watch.look() { return .end }
    }
  }

  /// Reports input that ended because it could not be read.
  ///
  /// - Throws: what the system says.
  func checkEnd() throws(ScriptError) {
    guard let failure else { return }
    throw ScriptError(.module, "cannot read standard input: \(failure.reason)")
  }

  private func fill() {
    var piece = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &piece, piece.count)
    if count > 0 {
      waiting.append(contentsOf: piece[..<count])
    } else if count == 0 || errno == EBADF {
      // Standard input that was closed has ended, too.
      hasEnded = true
    } else if errno != EINTR && errno != EAGAIN {
      failure = .last
      hasEnded = true
    }
  }
}
