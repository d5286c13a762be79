internal import SignalboxFiles
internal import SignalboxScripting
internal import SystemLibrary

/// Standard input, read line by line.
final class InputFile {
  enum Line: Equatable {
    case line(String)
    /// Ctrl-C was received while the line was being typed.
    case interrupted
    case end
  }

  /// Descriptors that are watched, in addition to standard input, while the input waits for a line.
  struct Watch {
    /// A closure that returns the descriptors. The closure is called before each wait.
    let descriptors: () -> [Int32]
    /// A closure that is called when there is input to read. The closure returns whether to
    /// continue to wait for the line.
    let onInput: () -> Bool
  }

  static let input: Int32 = 0

  let isTerminal: Bool
  var watch: Watch?
  private let descriptor: Int32
  private let takeInterrupt: () -> Bool
  /// The bytes that have been read but not returned yet.
  private var waiting: [UInt8] = []
  /// The number of bytes in ``waiting`` that have already been searched for a line ending. These
  /// bytes are not searched again, because long lines arrive in many parts.
  private var searched = 0
  private var hasEnded = false
  /// The reason why the input ended early, or `nil` if it did not.
  private var failure: FileFailure?
  /// The number of lines that have been read.
  private(set) var lineNumber = 0
  /// The maximum delay, in milliseconds, until the input notices a Ctrl-C that arrives just before
  /// the wait.
  private static let pollInterval: Int32 = 250

  /// - Parameter takeInterrupt: A closure that returns whether Ctrl-C has been received since the
  ///   last call.
  init(_ descriptor: Int32 = InputFile.input, takeInterrupt: @escaping () -> Bool) {
    self.descriptor = descriptor
    self.takeInterrupt = takeInterrupt
    isTerminal = isatty(descriptor) == 1
  }

  /// Waits for the next line. The last line may lack a line ending.
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
      // NOTE: the system resumes `read` after a signal, so `read` would ignore Ctrl-C. `poll` is
      // never resumed (signal(7)), so data is read only after `poll` has reported it.
      var files = ([descriptor] + (watch?.descriptors() ?? [])).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&files, nfds_t(files.count), Self.pollInterval) > 0 else { continue }
      if files[0].revents != 0 { fill() }
      let isWatched = files.dropFirst().contains { $0.revents != 0 }
      if isWatched, let watch, !watch.onInput() { return .end }
    }
  }

  /// Throws an error if the input could not be read to its end.
  ///
  /// - Throws: The system's error.
  func checkEnd() throws(ScriptError) {
    guard let failure else { return }
    throw ScriptError(.module, "cannot read standard input: \(failure.reason)")
  }

  private func fill() {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &chunk, chunk.count)
    if count > 0 {
      waiting.append(contentsOf: chunk[..<count])
    } else if count == 0 || errno == EBADF {
      // If standard input is closed, the input has also ended.
      hasEnded = true
    } else if errno != EINTR && errno != EAGAIN {
      failure = .last
      hasEnded = true
    }
  }
}
