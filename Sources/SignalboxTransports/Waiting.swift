internal import SystemLibrary

/// A pipe that wakes a polling thread. The pipe can be used on any thread.
package final class WakePipe: Sendable {
  private let output: Descriptor
  private let input: Descriptor

  package init() throws(TransportError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemSocket.failure("cannot create a pipe") }
    (output, input) = (Descriptor(ends[0]), Descriptor(ends[1]))
  }

  /// A descriptor that is readable from ``wake()`` until ``rest()`` is called.
  package var descriptor: Int32 { output.number }

  package func wake() {
    // A full pipe also wakes the thread. A failed write is repeated, because another write might
    // not follow.
    for _ in 0..<Self.maxTries {
      if write(input.number, [1], 1) > 0 || errno == EAGAIN { return }
    }
  }

  private static let maxTries = 100

  package func rest() { while let bytes = output.receive(64), !bytes.isEmpty {} }
}

/// Waits for descriptors to become readable or writable.
package struct Waiting {
  private var files: [pollfd] = []

  package init() {}

  /// - Returns: The index of the descriptor, for ``canRead(_:)`` and ``isReady(_:)``.
  @discardableResult
  package mutating func add(
    _ descriptor: Int32, reading: Bool = true, writing: Bool = false
  ) -> Int {
    let events = (reading ? POLLIN : 0) | (writing ? POLLOUT : 0)
    files.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
    return files.count - 1
  }

  /// Waits until a descriptor is ready, a signal arrives or a time has elapsed.
  ///
  /// - Parameter milliseconds: The maximum time to wait. If negative, there is no limit.
  package mutating func wait(_ milliseconds: Int32) {
    let count = poll(&files, nfds_t(files.count), milliseconds)
    if count < 0 { for index in files.indices { files[index].revents = 0 } }
  }

  /// Waits as ``wait(_:)`` does, until the given time. If the time is `nil`, there is no limit.
  package mutating func wait(until time: ContinuousClock.Instant?) {
    guard let time else { return wait(-1) }
    let (seconds, attoseconds) = (time - ContinuousClock.now).components
    // The duration is rounded up, so that the time has been reached after the wait.
    wait(Int32(clamping: max(0, seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)))
  }

  /// Returns whether there is data to read, or whether the end of the data has been reached.
  package func canRead(_ index: Int) -> Bool { files[index].revents & ~Int16(POLLOUT) != 0 }

  /// Returns whether the descriptor can be read or written, has reached its end, or has failed.
  package func isReady(_ index: Int) -> Bool { files[index].revents != 0 }
}
