internal import SystemLibrary

/// Wakes a polling thread, from any thread.
final class WakePipe: Sendable {
  private let output: Descriptor
  private let input: Descriptor

  init() throws(AttachError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw UnixSocket.failure("cannot create a pipe") }
    (output, input) = (Descriptor(ends[0]), Descriptor(ends[1]))
  }

  /// Readable after ``wake()``, until ``rest()``.
  var descriptor: Int32 { output.number }

  func wake() {
    // A full pipe also wakes. A write may fail temporarily, and could be the last one.
    for _ in 0..<Self.maxTries {
      if write(input.number, [1], 1) > 0 || errno == EAGAIN { return }
    }
  }

  private static let maxTries = 100

  func rest() { while let bytes = output.receive(64), !bytes.isEmpty {} }
}

/// Waits for descriptors that can be read or written.
struct Waiting {
  private var files: [pollfd] = []

  /// - Returns: The index for ``isReady(_:)``.
  @discardableResult
  mutating func add(_ descriptor: Int32, writing: Bool = false) -> Int {
    let events = writing ? POLLIN | POLLOUT : POLLIN
    files.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
    return files.count - 1
  }

  /// Waits until a descriptor is ready, a signal arrives or the time is up.
  ///
  /// - Parameter milliseconds: The maximum time; without a limit if negative.
  mutating func wait(_ milliseconds: Int32) {
    let count = poll(&files, nfds_t(files.count), milliseconds)
    if count < 0 { for index in files.indices { files[index].revents = 0 } }
  }

  /// Waits until a time; without a limit for `nil`.
  mutating func wait(until time: ContinuousClock.Instant?) {
    guard let time else { return wait(-1) }
    let (seconds, attoseconds) = (time - ContinuousClock.now).components
    // Rounded up, so that the time has passed afterwards.
    wait(Int32(clamping: max(0, seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)))
  }

  /// Whether there is data to read, or the end.
  func canRead(_ index: Int) -> Bool { files[index].revents & ~Int16(POLLOUT) != 0 }
}
