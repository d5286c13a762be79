internal import SignalboxScripting
internal import SystemLibrary

/// The file descriptors through which a worker communicates with its parent process.
enum WorkerFiles {
  /// A socket for orders to the worker.
  static let orders: Int32 = 3
  /// A socket that controls the worker. One byte stops the running scenario, and the end of the
  /// stream ends the worker.
  static let control: Int32 = 4
  /// A pipe from which all workers read their next work item.
  static let tokens: Int32 = 5
  /// A pipe for the worker's reports.
  static let reports: Int32 = 6

  static let all = [orders, control, tokens, reports]

  /// A number above the descriptors that a worker uses, so that no descriptor is overwritten.
  private static let firstFree: Int32 = 16

  /// Creates a pipe that child processes do not inherit.
  ///
  /// - Throws: An error if the system has no free descriptors.
  static func pipe() throws(ScriptError) -> (source: Int32, end: Int32) {
    var ends: [Int32] = [-1, -1]
    guard makePipe(&ends) == 0 else { throw failure(errno) }
    return try moved(ends)
  }

  /// Creates two connected sockets that child processes do not inherit.
  ///
  /// - Throws: An error if the system has no free descriptors.
  static func sockets() throws(ScriptError) -> (near: Int32, far: Int32) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw failure(errno) }
    return try moved(ends)
  }

  private static func moved(_ ends: [Int32]) throws(ScriptError) -> (Int32, Int32) {
    let far = ends.map { fcntl($0, F_DUPFD_CLOEXEC, firstFree) }
    // If the descriptor limit is at most `firstFree`, the system reports an invalid argument.
    let code = errno == EINVAL ? EMFILE : errno
    for end in ends { close(end) }
    guard !far.contains(-1) else {
      for end in far where end >= 0 { close(end) }
      throw failure(code)
    }
    #if canImport(Darwin)
      var isOn: Int32 = 1
      for end in far {
        setsockopt(end, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
      }
    #endif
    return (far[0], far[1])
  }

  /// Makes reads and writes nonblocking in all processes that share the open file.
  static func setNonblocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Sends up to 256 KiB without waiting. If the peer has closed the socket, no signal is raised.
  ///
  /// - Returns: The number of bytes that were sent, or 0 if the peer has closed the socket or there
  ///   is no room.
  static func send(_ bytes: ArraySlice<UInt8>, to socket: Int32) -> Int {
    #if canImport(Darwin)
      let flags = MSG_DONTWAIT
    #else
      let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    #endif
    let chunk = Array(bytes.prefix(1 << 18))
    return max(0, transmit(socket, chunk, chunk.count, flags))
  }

  static func failure(_ code: Int32) -> ScriptError {
    let reason = String(cString: strerror(code))
    return ScriptError(
      .runtime, code: "noWorker",
      "cannot start a worker process: \(reason.prefix(1).lowercased())\(reason.dropFirst())")
  }
}

/// Calls the system function `pipe(2)`, which a method of the same name hides inside the type.
private func makePipe(_ ends: inout [Int32]) -> Int32 { pipe(&ends) }

private func transmit(_ socket: Int32, _ bytes: [UInt8], _ count: Int, _ flags: Int32) -> Int {
  send(socket, bytes, count, flags)
}
