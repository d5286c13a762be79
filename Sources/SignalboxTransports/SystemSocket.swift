internal import SystemLibrary

// System calls take the address of a socket as a pointer to another C structure, which requires
// unsafe pointers. No other file of the target uses unsafe pointers (decision 0141).

/// A file descriptor. Unless the descriptor belongs to a stream that other code also uses, it is
/// closed when this object is released, it does not block, and other programs do not inherit it.
package final class Descriptor: Sendable {
  package let number: Int32
  /// Whether the descriptor belongs to a stream that other code also uses, such as standard input.
  private let isStream: Bool

  /// - Parameter isBlocking: Whether the descriptor blocks until ``stopBlocking()`` is called.
  init(_ number: Int32, isBlocking: Bool = false) {
    (self.number, isStream) = (number, false)
    if !isBlocking { stopBlocking() }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
      var isOn: Int32 = 1
      setsockopt(number, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  deinit { if !isStream { close(number) } }

  func stopBlocking() { _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) }

  /// Returns a spare descriptor, which can be closed when the process has no other descriptors
  /// left, or `nil` if there is none.
  static func spare() -> Descriptor? {
    let number = open("/dev/null", O_RDONLY | O_CLOEXEC)
    return number >= 0 ? Descriptor(number) : nil
  }

  /// Ends sending. The peer reaches the end of the stream after reading all data.
  package func endSending() { shutdown(number, Self.writingEnd) }

  #if canImport(Glibc)
    private static let writingEnd = Int32(SHUT_WR)
  #else
    private static let writingEnd = SHUT_WR
  #endif

  /// Receives at most the given number of bytes.
  ///
  /// - Returns: The bytes, or `nil` at the end of the stream or after an error. The array is empty
  ///   if no bytes have arrived.
  package func receive(_ maxBytes: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: maxBytes)
    let count = read(number, &bytes, maxBytes)
    if count > 0 { return Array(bytes[..<count]) }
    return count < 0 && [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? [] : nil
  }

  /// Sends as many bytes as possible. If the peer has closed the connection, no signal is raised.
  ///
  /// - Returns: The number of bytes that were sent, or `nil` if the peer cannot receive bytes. In
  ///   this case, `errno` contains the reason.
  package func send(_ bytes: ArraySlice<UInt8>) -> Int? {
    if isStream { return writeStream(bytes) }
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    let count = bytes.withUnsafeBytes { transmit(number, $0, flags) }
    if count >= 0 { return count }
    return [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? 0 : nil
  }

  // MARK: - Streams

  /// Creates a descriptor for a stream that other code also uses, such as standard input. The
  /// stream remains open, and its modes are not changed.
  static func stream(_ number: Int32) -> Descriptor { Descriptor(stream: number) }

  private init(stream number: Int32) {
    (self.number, isStream) = (number, true)
    // If the signal were not ignored, a program that stops reading would end this process.
    _ = signal(SIGPIPE, SIG_IGN)
  }

  /// Writes to a stream that may block. Therefore, this method writes only as many bytes as any
  /// pipe accepts if it is ready for writing.
  private func writeStream(_ bytes: ArraySlice<UInt8>) -> Int? {
    var waiting = Waiting()
    let place = waiting.add(number, reading: false, writing: true)
    waiting.wait(0)
    guard waiting.isReady(place) else { return 0 }
    let chunk = Array(bytes.prefix(Self.pipeRoom))
    let count = put(number, chunk, chunk.count)
    if count >= 0 { return count }
    return [EAGAIN, EINTR].contains(errno) ? 0 : nil
  }

  /// The number of bytes that, according to POSIX, any pipe accepts if it is ready for writing.
  private static let pipeRoom = 512
}

/// Calls the system function `send(2)`, which a method of the same name hides inside `Descriptor`.
private func transmit(_ number: Int32, _ bytes: UnsafeRawBufferPointer, _ flags: Int32) -> Int {
  send(number, bytes.baseAddress, bytes.count, flags)
}

/// Calls the system function `write`, whose name methods of other types hide.
private func put(_ number: Int32, _ bytes: [UInt8], _ count: Int) -> Int {
  write(number, bytes, count)
}

/// Creates and connects Unix sockets and TCP sockets on this machine.
package enum SystemSocket {
  private static let backlog: Int32 = 128

  /// A host's socket and its identity.
  struct Listener {
    let descriptor: Descriptor
    let identity: FileIdentity
  }

  /// Creates a socket at a path that is not in use, and listens. Only the user who runs this
  /// process can connect.
  ///
  /// The mode of the socket is set before `listen` is called, and clients cannot connect before
  /// that call.
  static func listen(atUnix path: String) throws(TransportError) -> Listener {
    let descriptor = try make(AF_UNIX)
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
  static func connect(toUnix path: String) throws(TransportError) -> Descriptor {
    let descriptor = try make(AF_UNIX)
    let result = try withAddress(of: path) { address, size in
      uninterrupted { beginConnection(descriptor.number, address, size) }
    }
    if result == 0 { return descriptor }
    switch errno {
    case ENOENT: throw TransportError(.noHost, "there is no session at \(path)")
    case ECONNREFUSED where !isSocket(path), ENOTSOCK:
      throw TransportError(.notASocket, "\(path) is not a socket")
    case ECONNREFUSED: throw TransportError(.noHost, "the host of \(path) has ended")
    case EAGAIN: throw TransportError(.hostIsLive, "the host of \(path) is busy with other clients")
    default: throw failure("cannot attach to \(path)")
    }
  }

  /// Returns whether a path leads to a socket. The check is necessary because systems reject
  /// connections to other files as if no process were listening.
  private static func isSocket(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFSOCK
  }

  /// The result of accepting a client.
  package enum Arrival {
    case client(Descriptor)
    /// No client is waiting.
    case none
    /// The system has no descriptors or memory left. The client continues to wait.
    case noRoom
  }

  /// Accepts the next client.
  package static func accept(_ listener: Descriptor) -> Arrival {
    let number = uninterrupted { takeConnection(listener.number, nil, nil) }
    if number >= 0 { return .client(Descriptor(number)) }
    return [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) ? .noRoom : .none
  }

  /// Returns the user who runs the peer's process, or `nil` if the user is unknown.
  static func peer(of descriptor: Descriptor) -> UInt32? {
    #if canImport(Darwin)
      var (user, group): (uid_t, gid_t) = (0, 0)
      return getpeereid(descriptor.number, &user, &group) == 0 ? user : nil
    #else
      // `struct ucred` of unix(7) consists of the process, the user and the group. The structure is
      // declared only with `_GNU_SOURCE`.
      var credentials: [UInt32] = [0, 0, 0]
      var size = socklen_t(MemoryLayout<UInt32>.size * credentials.count)
      let result = getsockopt(descriptor.number, SOL_SOCKET, SO_PEERCRED, &credentials, &size)
      return result == 0 ? credentials[1] : nil
    #endif
  }

  private static func make(
    _ family: Int32, isBlocking: Bool = false
  ) throws(TransportError) -> Descriptor {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let number = socket(family, kind, 0)
    guard number >= 0 else { throw failure("cannot create a socket") }
    return Descriptor(number, isBlocking: isBlocking)
  }

  private static func withAddress(
    of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(TransportError) -> Int32 {
    var address = sockaddr_un()
    let room = MemoryLayout.size(ofValue: address.sun_path) - 1
    guard path.utf8.count <= room else {
      throw TransportError(
        .pathTooLong,
        "the path of a socket can have at most \(room) bytes; \(path) has "
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

  // MARK: - TCP

  /// Listens on a loopback port. The value 0 chooses a free port.
  ///
  /// - Returns: The socket and its port.
  package static func listen(onPort port: UInt16) throws(TransportError) -> (Descriptor, UInt16) {
    let descriptor = try make(AF_INET)
    // Binding still fails if another process is listening on the port, because the option only
    // ignores connections that have ended.
    var isOn: Int32 = 1
    setsockopt(
      descriptor.number, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
    var address = loopback(port)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard bind(descriptor.number, address, size) == 0,
          beginListening(descriptor.number, backlog) == 0
        else { return Int32(-1) }
        return getsockname(descriptor.number, address, &size)
      }
    }
    guard result == 0 else { throw failure("cannot listen on port \(port)") }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  /// Connects to a loopback port.
  static func connect(toPort port: UInt16) throws(TransportError) -> Descriptor {
    let descriptor = try make(AF_INET, isBlocking: true)
    var address = loopback(port)
    let result = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        uninterrupted {
          beginConnection(descriptor.number, address, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    guard result == 0 else {
      guard errno == ECONNREFUSED else { throw failure("cannot connect to port \(port)") }
      throw TransportError(.noHost, "no session listens on port \(port)")
    }
    descriptor.stopBlocking()
    return descriptor
  }

  private static func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    // The address 127.0.0.1.
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  /// Repeats a call that a signal has interrupted.
  static func uninterrupted(_ call: () -> Int32) -> Int32 {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }

  /// Returns an error that contains the system's reason.
  static func failure(_ what: String) -> TransportError {
    TransportError(.system, "\(what): \(String(cString: strerror(errno)).lowercased())")
  }
}

/// Calls the system function `listen`, whose name a function of `SystemSocket` hides.
private func beginListening(_ number: Int32, _ backlog: Int32) -> Int32 { listen(number, backlog) }

/// Calls the system function `connect`, whose name a function of `SystemSocket` hides.
private func beginConnection(
  _ number: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t
) -> Int32 { connect(number, address, size) }

/// Calls the system function `accept`, whose name a function of `SystemSocket` hides.
private func takeConnection(
  _ number: Int32, _ address: UnsafeMutablePointer<sockaddr>?,
  _ size: UnsafeMutablePointer<socklen_t>?
) -> Int32 { accept(number, address, size) }
