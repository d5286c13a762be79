internal import SignalboxScripting
internal import SystemLibrary

/// The files that a worker shares with the process that started it. No other process has them.
enum WorkerFiles {
  /// A socket: what the worker has to know.
  static let orders: Int32 = 3
  /// A socket: one byte stops what runs, its end ends the worker.
  static let control: Int32 = 4
  /// A pipe that all workers read from: which piece of work is next.
  static let tokens: Int32 = 5
  /// A pipe: what happens in the worker.
  static let reports: Int32 = 6

  static let all = [orders, control, tokens, reports]

  /// Above the numbers that a worker knows its files by, so that none is in the way of another.
  private static let firstFree: Int32 = 16

  /// A pipe that no program inherits.
  ///
  /// - Throws: where the system has no descriptors left.
  static func pipe() throws(ScriptError) -> (source: Int32, end: Int32) {
    var ends: [Int32] = [-1, -1]
    guard makePipe(&ends) == 0 else { throw failure(errno) }
    return try moved(ends)
  }

  /// Two sockets that are connected, and that no program inherits.
  ///
  /// - Throws: where the system has no descriptors left.
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
    // Where the limit is below the first number, it is the number that is invalid.
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

  /// Makes reads and writes return at once; all who share the open file see that.
  static func setNonblocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Sends what there is room for; a peer that is gone raises no signal.
  ///
  /// - Returns: How many bytes were taken; 0 where the peer is gone or there is no room.
  static func send(_ bytes: ArraySlice<UInt8>, to socket: Int32) -> Int {
    #if canImport(Darwin)
      let flags = MSG_DONTWAIT
    #else
      let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    #endif
    let piece = Array(bytes.prefix(1 << 18))
    return max(0, transmit(socket, piece, piece.count, flags))
  }

  static func failure(_ code: Int32) -> ScriptError {
    let reason = String(cString: strerror(code))
    return ScriptError(
      .runtime, code: "noWorker",
      "cannot start a worker process: \(reason.prefix(1).lowercased())\(reason.dropFirst())")
  }
}

/// The system's calls, whose names methods above hide.
private func makePipe(_ ends: inout [Int32]) -> Int32 { pipe(&ends) }

private func transmit(_ socket: Int32, _ bytes: [UInt8], _ count: Int, _ flags: Int32) -> Int {
  send(socket, bytes, count, flags)
}
