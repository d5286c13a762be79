internal import SystemLibrary

/// Wraps the system calls for terminals.
enum Platform {
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

  /// Waits until one of several descriptors is readable or a signal arrives.
  ///
  /// - Parameters:
  ///   - others: Further descriptors.
  ///   - milliseconds: The maximum time to wait, or `nil` to wait without a limit.
  /// - Returns: For each of the two descriptors, and for the others together, whether input is
  ///   available or has ended.
  static func wait(
    _ first: Int32, _ second: Int32, _ others: [Int32] = [], milliseconds: Int32?
  ) -> (first: Bool, second: Bool, others: Bool) {
    var files = ([first, second] + others).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    guard poll(&files, nfds_t(files.count), milliseconds ?? -1) > 0 else {
      return (false, false, false)
    }
    let isOtherReady = files.dropFirst(2).contains { $0.revents != 0 }
    return (files[0].revents != 0, files[1].revents != 0, isOtherReady)
  }

  /// Reads available bytes. The result is empty at the end of the input or after an error, and
  /// `nil` if a signal arrived first or no bytes are available.
  static func read(_ descriptor: Int32, maxBytes: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: maxBytes)
    let count = take(descriptor, &bytes)
    if count > 0 { return Array(bytes.prefix(count)) }
    return count < 0 && (errno == EINTR || errno == EAGAIN) ? nil : []
  }

  /// Writes a complete string.
  ///
  /// - Returns: Whether the string was written.
  static func write(_ text: String, to descriptor: Int32) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = put(bytes, descriptor)
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if errno == EAGAIN {
        var file = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&file, 1, -1)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}

/// Calls `read(2)`, whose name a method of `Platform` hides.
private func take(_ descriptor: Int32, _ bytes: inout [UInt8]) -> Int {
  read(descriptor, &bytes, bytes.count)
}

/// Calls `write(2)`, whose name a method of `Platform` hides.
private func put(_ bytes: ArraySlice<UInt8>, _ descriptor: Int32) -> Int {
  bytes.withContiguousStorageIfAvailable { write(descriptor, $0.baseAddress, $0.count) } ?? 0
}
