internal import PortableMutex
internal import Signalbox
internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting
internal import SystemLibrary

/// A file to which the process writes, such as standard output.
///
/// A terminal receives text immediately. A file or pipe receives text in larger chunks, and the
/// last chunk when ``flush()`` is called.
final class OutputFile {
  static let output: Int32 = 1
  static let error: Int32 = 2

  let descriptor: Int32
  let isTerminal: Bool
  /// A closure that returns whether the running script is being stopped. If so, output for a slow
  /// reader is held back until the script has ended.
  var isStopping: () -> Bool = { false }
  /// Whether a script has been stopped. After a stop, a slow reader must not block the process.
  var hasStopped = false
  /// A closure that is called once with the reason why output cannot be written. If the value is
  /// `nil`, the process ends instead.
  var onFailure: (@Sendable (FileFailure) -> Void)?
  private var hasFailed = false
  private let waiting: OutputBuffer
  /// Whether writing blocks if the reader accepts only a part of the output.
  private let canBlock: Bool
  /// The draft that ``close()`` commits.
  private var draft: FileDraft?
  private static let chunkSize = 32 * 1024
  /// The interval in milliseconds at which a wait for a reader checks for a stop, and the number of
  /// checks after which a stopped process drops the output.
  private static let pollInterval: Int32 = 50, timeout = 5
  private static let lost = Mutex(false)
  /// Whether any output was lost because it could not be written.
  static var hasLost: Bool { lost.withLock { $0 } }

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
    waiting = OutputBuffer(descriptor)
    var facts = stat()
    canBlock = fstat(descriptor, &facts) != 0 || facts.st_mode & S_IFMT != S_IFREG
  }

  deinit { waiting.retire() }

  /// Creates or truncates a file. Returns `nil` on failure, with the reason in `errno`.
  ///
  /// Links are not followed, except for the system's links, such as `/dev/stdout`. A pipe without a
  /// reader cannot be opened.
  convenience init?(creating path: String) {
    let follows = Self.isSystem(path) ? 0 : O_NOFOLLOW
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK | follows
    let descriptor = open(path, flags, 0o666)
    guard descriptor >= 0 else { return nil }
    self.init(descriptor)
  }

  /// Creates a file that replaces the file at its path when ``close()`` is called. Pipes and
  /// devices are written to directly.
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

  /// Returns whether a path is in `/dev` or `/proc`, where links can lead to the process's own
  /// files.
  private static func isSystem(_ path: String) -> Bool {
    path.hasPrefix("/dev/") || path.hasPrefix("/proc/")
  }

  /// Opens a file for appending. Returns `nil` on failure, with the reason in `errno`.
  convenience init?(appendingTo path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return nil }
    self.init(descriptor)
  }

  /// Writes the pending output, and closes a created file or moves it to its path.
  func close() {
    flush()
    guard let draft else {
      _ = release(descriptor)
      return
    }
    if hasFailed { return }
    do throws(FileFailure) { try draft.commit() } catch { fail(error.code) }
  }

  /// The width of the terminal on standard output, in cells, or `nil` if standard output is not a
  /// terminal.
  static var columns: Int? {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  func write(_ text: String) { write(text.utf8) }

  /// Writes bytes unchanged.
  func write(_ bytes: some Collection<UInt8>) {
    let count = waiting.append(bytes)
    if isTerminal || count >= Self.chunkSize { flush() }
  }

  /// Writes text, and flushes all pending output.
  func print(_ text: String) {
    write(text)
    flush()
  }

  /// Writes a line and a line ending.
  func writeLine(_ bytes: [UInt8]) {
    _ = waiting.append(bytes)
    write(CollectionOfOne(UInt8(ascii: "\n")))
  }

  /// Writes all pending output.
  ///
  /// Waits for a slow reader unless the run has been stopped. If writing fails, ``onFailure`` is
  /// called. If ``onFailure`` is `nil`, the process ends instead. If the reader has closed the
  /// pipe, the process ends without a message and with the exit code of SIGPIPE. In all other
  /// cases, the process prints a one-sentence message.
  func flush() {
    var idle = 0
    while !hasFailed {
      let chunk = waiting.take(canBlock ? OutputBuffer.chunkSize : .max)
      if chunk.isEmpty { return }
      let hasRoom = !canBlock || OutputBuffer.hasRoom(descriptor, within: Self.pollInterval)
      let count = hasRoom ? put(chunk, to: descriptor) : 0
      waiting.putBack(chunk[max(count, 0)...])
      if count > 0 {
        idle = 0
      } else if count == 0 || errno == EAGAIN {
        if isStopping() { return }
        idle += 1
        if idle > Self.timeout, isEnding { return giveUp() }
      } else if errno != EINTR {
        fail(errno)
      }
    }
    _ = waiting.take(.max)
  }

  /// Whether the process ends after the pending output has been written.
  private var isEnding: Bool {
    hasStopped || ProcessSignals.isTerminating || ProcessSignals.hasPendingInterrupt
  }

  /// Drops the pending output. A loss of standard output is reported.
  private func giveUp() {
    let count = waiting.take(.max).count
    Self.lost.withLock { $0 = true }
    guard descriptor == Self.output else { return }
    let sentence =
      "signalbox: \(counted(count, "byte")) of standard output \(count == 1 ? "was" : "were") lost: "
      + "its reader stopped reading\n"
    _ = OutputBuffer.write(Array(sentence.utf8), to: Self.error, timeout: Self.pollInterval)
  }

  private func fail(_ failure: Int32) {
    guard let onFailure else { leave(failure) }
    hasFailed = true
    onFailure(FileFailure(failure))
  }

  private func leave(_ failure: Int32) -> Never {
    FileDraft.discardAll()
    if failure == EPIPE { exit(128 + SIGPIPE) }
    let reason = String(cString: strerror(failure))
    _ = put(Array("signalbox: cannot write the output: \(reason)\n".utf8), to: Self.error)
    exit(ExitCode.failed.rawValue)
  }
}

/// Calls the system function `write(2)`, which a method of the same name hides inside the type.
private func put(_ bytes: [UInt8], to descriptor: Int32) -> Int {
  write(descriptor, bytes, bytes.count)
}

/// Calls the system function `close(2)`, which a method of the same name hides inside the type.
private func release(_ descriptor: Int32) -> Int32 { close(descriptor) }
