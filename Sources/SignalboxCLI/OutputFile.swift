internal import SignalboxFiles
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
  /// What is committed by ``close()``.
  private var draft: FileDraft?
  private static let pieceSize = 32 * 1024

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
  }

  /// Makes a file or empties it; `nil` where that cannot be done, with the reason in `errno`.
  ///
  /// A link is not written through, unless it is one of the system's own, such as `/dev/stdout`. A pipe
  /// without a reader cannot be opened.
  convenience init?(creating path: String) {
    let follows = Self.isSystem(path) ? 0 : O_NOFOLLOW
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK | follows
    let descriptor = open(path, flags, 0o666)
    guard descriptor >= 0 else { return nil }
    self.init(descriptor)
  }

  /// A file that appears whole when it is closed; a pipe or device is written as it comes.
  convenience init(replacing path: String) throws(FileFailure) {
    var facts = stat()
    let isThere = lstat(path, &facts) == 0
    let isFile = !isThere || [S_IFREG, S_IFLNK, S_IFDIR].contains(facts.st_mode & S_IFMT)
    if isFile, !Self.isSystem(path) {
      let draft = try FileDraft(path)
      self.init(draft.descriptor)
      self.draft = draft
    } else {
      let flags = O_WRONLY | O_CLOEXEC | O_NONBLOCK | (Self.isSystem(path) ? 0 : O_NOFOLLOW)
      let descriptor = open(path, flags)
      guard descriptor >= 0 else { throw FileFailure.last }
      self.init(descriptor)
    }
  }

  /// Whether a path is a place of the system's, where links lead to the process's own files.
  private static func isSystem(_ path: String) -> Bool {
    path.hasPrefix("/dev/") || path.hasPrefix("/proc/")
  }

  /// Opens a file to add to it; `nil` where that cannot be done, with the reason in `errno`.
  convenience init?(appendingTo path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return nil }
    self.init(descriptor)
  }

  /// Writes what waits, and lets go of a file that was made or puts it in its place.
  func close() {
    flush()
    guard let draft else {
      _ = release(descriptor)
      return
    }
    do throws(FileFailure) { try draft.commit() } catch { leave(error.code) }
  }

  /// How many cells a line of the terminal on standard output has; `nil` where it is none.
  static var columns: Int? {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  func write(_ text: String) { write(text.utf8) }

  /// Writes bytes as they are.
  func write(_ bytes: some Collection<UInt8>) {
    waiting.append(contentsOf: bytes)
    if isTerminal || waiting.count >= Self.pieceSize { flush() }
  }

  /// Writes a line, whose end is added.
  func writeLine(_ bytes: [UInt8]) {
    waiting.append(contentsOf: bytes)
    write(CollectionOfOne(UInt8(ascii: "\n")))
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
    FileDraft.discardAll()
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
