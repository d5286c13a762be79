internal import SystemLibrary

// The address of a socket is a C structure that contains bytes and is passed as another type. This
// requires unsafe pointers, and this file is the only one of its target that uses them (decision
// 0141).

/// A file descriptor, closed with this object. It never blocks and is not inherited by other
/// programs.
final class Descriptor: Sendable {
  let number: Int32

  init(_ number: Int32) {
    self.number = number
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
      var isOn: Int32 = 1
      setsockopt(number, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  deinit { close(number) }

  /// Returns a reserve descriptor, for the case that the process has no more; `nil` if there is
  /// none.
  static func spare() -> Descriptor? {
    let number = open("/dev/null", O_RDONLY | O_CLOEXEC)
    return number >= 0 ? Descriptor(number) : nil
  }

  /// Ends sending: the peer sees the end after it has read everything.
  func endSending() { shutdown(number, Self.writingEnd) }

  #if canImport(Glibc)
    private static let writingEnd = Int32(SHUT_WR)
  #else
    private static let writingEnd = SHUT_WR
  #endif

  /// Receives at most a number of bytes.
  ///
  /// - Returns: `nil` at the end; empty if nothing has arrived.
  func receive(_ most: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: most)
    let count = read(number, &bytes, most)
    if count > 0 { return Array(bytes[..<count]) }
    return count < 0 && [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? [] : nil
  }

  /// Sends as much as possible; a closed peer raises no signal.
  ///
  /// - Returns: The number of bytes sent; `nil` if the peer cannot read them, with the reason in
  ///   `errno`.
  func send(_ bytes: [UInt8]) -> Int? {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    let count = transmit(number, bytes, flags)
    if count >= 0 { return count }
    return [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? 0 : nil
  }
}

/// The system call whose name a method above hides.
private func transmit(_ number: Int32, _ bytes: [UInt8], _ flags: Int32) -> Int {
  send(number, bytes, bytes.count, flags)
}

/// Unix sockets.
enum UnixSocket {
  private static let backlog: Int32 = 16

  /// The socket of a host, with its identity.
  struct Listener {
    let descriptor: Descriptor
    let identity: FileIdentity
  }

  /// Listens on a free path; only the owner of this process can connect.
  ///
  /// Clients cannot connect before `listen`, and the mode is set before that.
  static func listen(at path: String) throws(AttachError) -> Listener {
    let descriptor = try make()
    let result = try withAddress(of: path) { bind(descriptor.number, $0, $1) }
    guard result == 0 else { throw failure("cannot listen at \(path)") }
    guard chmod(path, 0o600) == 0, let identity = FileIdentity(path),
      beginListening(descriptor.number, backlog) == 0
    else {
      let failure = failure("cannot listen at \(path)")
      unlink(path)
      throw failure
    }
    return Listener(descriptor: descriptor, identity: identity)
  }

  /// Connects to the host that listens on a socket.
  static func connect(to path: String) throws(AttachError) -> Descriptor {
    let descriptor = try make()
    let result = try withAddress(of: path) { address, size in
      uninterrupted { beginConnection(descriptor.number, address, size) }
    }
    if result == 0 { return descriptor }
    switch errno {
    case ENOENT: throw AttachError(.noHost, "there is no session at \(path)")
    case ECONNREFUSED where !isSocket(path), ENOTSOCK:
      throw AttachError(.notASocket, "\(path) is not a socket")
    case ECONNREFUSED: throw AttachError(.noHost, "the host of \(path) has ended")
    case EAGAIN: throw AttachError(.hostIsLive, "the host of \(path) is busy with other clients")
    default: throw failure("cannot attach to \(path)")
    }
  }

  /// For any other file, systems reject a connection as if no process were listening.
  private static func isSocket(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFSOCK
  }

  /// The result of accepting a client.
  enum Arrival {
    case client(Descriptor)
    /// No client is waiting.
    case none
    /// The system has no descriptor or memory left; the client keeps waiting.
    case noRoom
  }

  /// Accepts the next client.
  static func accept(_ listener: Descriptor) -> Arrival {
    let number = uninterrupted { takeConnection(listener.number, nil, nil) }
    if number >= 0 { return .client(Descriptor(number)) }
    return [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) ? .noRoom : .none
  }

  /// Returns the user at the other end.
  static func peer(of descriptor: Descriptor) -> UInt32? {
    #if canImport(Darwin)
      var (user, group): (uid_t, gid_t) = (0, 0)
      return getpeereid(descriptor.number, &user, &group) == 0 ? user : nil
    #else
      // struct ucred of unix(7): process, user, group; only declared with _GNU_SOURCE.
      var credentials: [UInt32] = [0, 0, 0]
      var size = socklen_t(MemoryLayout<UInt32>.size * credentials.count)
      let result = getsockopt(descriptor.number, SOL_SOCKET, SO_PEERCRED, &credentials, &size)
      return result == 0 ? credentials[1] : nil
    #endif
  }

  private static func make() throws(AttachError) -> Descriptor {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let number = socket(AF_UNIX, kind, 0)
    guard number >= 0 else { throw failure("cannot create a socket") }
    return Descriptor(number)
  }

  private static func withAddress(
    of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(AttachError) -> Int32 {
    var address = sockaddr_un()
    let room = MemoryLayout.size(ofValue: address.sun_path) - 1
    guard path.utf8.count <= room else {
      throw AttachError(
        .pathTooLong,
        "the path of a socket can have at most \(room) bytes, \(path) has "
          + "\(path.utf8.count)", hint: "use a shorter path")
    }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  /// Whether the last call failed because the other end is closed.
  static var isPeerGone: Bool { [EPIPE, ECONNRESET, ENOTCONN].contains(errno) }

  /// Repeats a call that a signal has interrupted.
  static func uninterrupted(_ call: () -> Int32) -> Int32 {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }

  /// Returns an error with the system's reason.
  static func failure(_ what: String) -> AttachError {
    AttachError(.system, "\(what): \(String(cString: strerror(errno)).lowercased())")
  }
}

/// The system call whose name a function above hides.
private func beginListening(_ number: Int32, _ backlog: Int32) -> Int32 { listen(number, backlog) }

/// The system call whose name a function above hides.
private func beginConnection(
  _ number: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t
) -> Int32 { connect(number, address, size) }

/// The system call whose name a function above hides.
private func takeConnection(
  _ number: Int32, _ address: UnsafeMutablePointer<sockaddr>?,
  _ size: UnsafeMutablePointer<socklen_t>?
) -> Int32 { accept(number, address, size) }
