internal import PortableMutex
internal import SystemLibrary

/// Pending output for one of the process's files. The watchdog writes the output if the main thread
/// is blocked.
final class OutputBuffer: Sendable {
  private let descriptor: Int32
  private let bytes = Mutex<[UInt8]>([])

  private static let standard = Mutex<[OutputBuffer]>([])

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    if Self.isStandard(descriptor) { Self.standard.withLock { $0.append(self) } }
  }

  /// Returns whether a descriptor is standard output or standard error.
  private static func isStandard(_ descriptor: Int32) -> Bool { (1...2).contains(descriptor) }

  /// Removes the buffer from the watchdog's list.
  func retire() {
    if Self.isStandard(descriptor) { Self.standard.withLock { $0.removeAll { $0 === self } } }
  }

  /// Appends bytes and returns the number of pending bytes.
  func append(_ new: some Collection<UInt8>) -> Int {
    bytes.withLock { bytes in
      bytes.append(contentsOf: new)
      return bytes.count
    }
  }

  /// Removes and returns the first bytes. The array is empty if no bytes are pending.
  func take(_ maxBytes: Int) -> [UInt8] {
    bytes.withLock { bytes in
      if bytes.count <= maxBytes {
        defer { bytes = [] }
        return bytes
      }
      defer { bytes.removeFirst(maxBytes) }
      return Array(bytes[..<maxBytes])
    }
  }

  /// Inserts unwritten bytes at the start of the buffer.
  func putBack(_ rest: ArraySlice<UInt8>) {
    if !rest.isEmpty { bytes.withLock { $0.insert(contentsOf: rest, at: 0) } }
  }

  /// Writes the pending bytes for standard output and standard error, as long as their readers
  /// accept them.
  ///
  /// - Parameter timeout: The time to wait without progress, in milliseconds.
  /// - Returns: The number of lost bytes.
  static func writeStandard(timeout: Int32) -> Int {
    let buffers = standard.withLock { $0 }
    return buffers.reduce(0) { lost, buffer in
      lost + write(buffer.take(.max), to: buffer.descriptor, timeout: timeout)
    }
  }

  /// Writes bytes as long as the reader accepts them.
  ///
  /// - Returns: The number of lost bytes.
  static func write(_ bytes: [UInt8], to descriptor: Int32, timeout: Int32) -> Int {
    var rest = bytes[...]
    while !rest.isEmpty {
      let chunk = Array(rest.prefix(chunkSize))
      let count = hasRoom(descriptor, within: timeout) ? put(chunk, to: descriptor) : -1
      if count <= 0 { break }
      rest = rest.dropFirst(count)
    }
    return rest.count
  }

  /// The minimum number of bytes that a writable pipe accepts.
  static let chunkSize = Int(PIPE_BUF)

  /// Waits until a write would not block or would fail. Returns `false` if neither happens in time.
  static func hasRoom(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    var file = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&file, 1, milliseconds) > 0
  }
}

/// Calls the system function `write(2)`, which a method of the same name hides inside the type.
private func put(_ bytes: [UInt8], to descriptor: Int32) -> Int {
  write(descriptor, bytes, bytes.count)
}
