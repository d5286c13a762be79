internal import SignalboxScenarios

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Standard output or standard error.
///
/// A terminal gets text as it comes; a file or pipe gets it in larger pieces, the last of them when
/// ``flush()`` is called.
final class OutputFile {
  static let output: Int32 = 1
  static let error: Int32 = 2

  let descriptor: Int32
  let isTerminal: Bool
  private var waiting: [UInt8] = []
  private static let pieceSize = 32 * 1024

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
  }

  /// Makes a file or empties it; `nil` where that cannot be done, with the reason in `errno`.
  convenience init?(creating path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return nil }
    self.init(descriptor)
  }

  /// Opens a file to add to it; `nil` where that cannot be done, with the reason in `errno`.
  convenience init?(appendingTo path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return nil }
    self.init(descriptor)
  }

  /// Writes what waits and lets go of a file that was made.
  func close() {
    flush()
    _ = release(descriptor)
  }

  /// How many cells a line of the terminal on standard output has; `nil` where it is none.
  static var columns: Int? {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  func write(_ text: String) {
    waiting.append(contentsOf: text.utf8)
    if isTerminal || waiting.count >= Self.pieceSize { flush() }
  }

  /// Hands everything over that waits.
  ///
  /// Ends the process when that cannot be done: quietly when nobody reads any more, as the signal
  /// for that does where it is not ignored, else with one sentence.
  func flush() {
    while !waiting.isEmpty {
      let count = put(waiting, to: descriptor)
      if count > 0 {
        waiting.removeFirst(count)
      } else if errno == EAGAIN {
        var file = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&file, 1, -1)
      } else if errno != EINTR {
        leave(errno)
      }
    }
  }

  private func leave(_ failure: Int32) -> Never {
    if failure == EPIPE { exit(128 + SIGPIPE) }
    let reason = String(cString: strerror(failure))
    _ = put(Array("signalbox: cannot write: \(reason)\n".utf8), to: Self.error)
    exit(ExitCode.failed.rawValue)
  }
}

/// The system's call, whose name a method above hides.
private func put(_ bytes: [UInt8], to descriptor: Int32) -> Int {
  write(descriptor, bytes, bytes.count)
}

/// The system's call, whose name a method above hides.
private func release(_ descriptor: Int32) -> Int32 { close(descriptor) }
