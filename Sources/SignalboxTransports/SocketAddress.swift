package import SignalboxProtocol
internal import SystemLibrary

/// The identity of a file, which distinguishes the file from another file that has replaced it.
struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  init?(_ path: String) {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: facts.st_dev)
    number = UInt64(facts.st_ino)
  }

  /// Returns whether the given user runs this process.
  static func isOwn(_ user: UInt32) -> Bool { user == geteuid() }
}

/// The path of a socket and the location of its token.
package struct SocketAddress: Hashable, Sendable {
  package let path: String

  /// The path of the token file, which is the path of the socket with the suffix `.token`. The file
  /// does not exist if the host distributes the token itself.
  package var tokenPath: String { path + ".token" }

  package init(_ path: String) { self.path = path }

  /// Creates the address for a name, in `$XDG_RUNTIME_DIR/signalbox` or, if this variable contains
  /// no absolute path, in a temporary folder that belongs to the user.
  package init(named name: String) {
    let runtime = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
    let folder = runtime.hasPrefix("/") ? "\(runtime)/signalbox" : "/tmp/signalbox-\(geteuid())"
    let plain = name.map {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) ? $0 : "-"
    }
    self.init("\(folder)/\(plain.isEmpty ? "session" : String(plain)).sock")
  }

  /// Creates the address whose ``tokenPath`` belongs to a port on the loopback interface.
  package init(ofPort port: UInt16) { self.init(named: "tcp-\(port)") }

  /// Creates an address from user input. Input with a slash is a path. All other input is a name.
  package init(reading text: String) {
    self = text.contains("/") ? SocketAddress(text) : SocketAddress(named: text)
  }

  private var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  // MARK: - Hosts

  /// Starts listening. If a terminated host has left a socket behind, the socket is replaced.
  ///
  /// - Parameter token: The token to write next to the socket, or `nil` if the host distributes the
  ///   token.
  func listen(writing token: AccessToken?) throws(TransportError) -> SystemSocket.Listener {
    let opened = try openFolder()
    return try withFolderLocked(opened) { () throws(TransportError) in
      try removeDeadHost()
      let listener = try SystemSocket.listen(atUnix: path)
      guard let token else { return listener }
      do throws(TransportError) {
        try write(token)
      } catch {
        removeFiles(listener.identity, withToken: true)
        throw error
      }
      return listener
    }
  }

  /// Writes the token for a server that has no Unix socket.
  ///
  /// - Returns: The token file and its identity, with which the file can be removed.
  func writeTokenFile(_ token: AccessToken) throws(TransportError) -> ListeningSockets.Socket {
    let opened = try openFolder()
    return try withFolderLocked(opened) { () throws(TransportError) in
      try write(token)
      guard let identity = FileIdentity(tokenPath) else {
        throw SystemSocket.failure("cannot write \(tokenPath)")
      }
      return ListeningSockets.Socket(
        place: SocketAddress(tokenPath), identity: identity, hasTokenFile: false)
    }
  }

  /// Removes the file that ``listen(writing:)`` or ``writeTokenFile(_:)`` created, unless another
  /// host has replaced the file.
  ///
  /// If the lock of the folder is not available, this method proceeds without the lock. Hosts hold
  /// the lock only briefly, so a process that holds it longer is not about to replace the file.
  func remove(_ identity: FileIdentity, withToken: Bool) {
    let number = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    let lock = number >= 0 ? Descriptor(number) : nil
    defer { withExtendedLifetime(lock) {} }
    if let lock { _ = Self.takeLock(lock) }
    removeFiles(identity, withToken: withToken)
  }

  /// Removes the file at the path and, if requested, its token file, unless another host has
  /// replaced the file at the path.
  func removeFiles(_ identity: FileIdentity, withToken: Bool) {
    guard FileIdentity(path) == identity else { return }
    unlink(path)
    if withToken { unlink(tokenPath) }
  }

  /// Creates the folder and its parents, if they are missing, with access only for the owner. Then
  /// opens the folder and checks that no other user can replace files in it.
  private func openFolder() throws(TransportError) -> Descriptor {
    for end in folder.indices where folder[end] == "/" && end != folder.startIndex {
      mkdir(String(folder[..<end]), 0o700)
    }
    mkdir(folder, 0o700)
    try checkLinks(trusting: geteuid())
    let number = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { throw SystemSocket.failure("cannot open the folder \(folder)") }
    let opened = Descriptor(number)
    var facts = stat()
    guard fstat(number, &facts) == 0 else {
      throw SystemSocket.failure("cannot open the folder \(folder)")
    }
    let isForeign = facts.st_uid != geteuid() && facts.st_uid != 0
    let isOpen = facts.st_mode & 0o022 != 0 && facts.st_mode & S_ISVTX == 0
    guard !isForeign && !isOpen else {
      throw TransportError(
        .notPrivate, "other users could replace a socket in \(folder)",
        hint: "use a folder that you own, with mode 700")
    }
    return opened
  }

  /// Throws an error if the path of the folder contains links that belong to other users, because
  /// any user can create links in a folder such as /tmp.
  ///
  /// - Parameter user: The user whose links are trusted, in addition to the links of root.
  func checkLinks(trusting user: UInt32) throws(TransportError) {
    let ends = folder.indices.filter { folder[$0] == "/" && $0 != folder.startIndex }
    for part in ends.map({ String(folder[..<$0]) }) + [folder] {
      var facts = stat()
      guard lstat(part, &facts) == 0, facts.st_mode & S_IFMT == S_IFLNK else { continue }
      guard facts.st_uid == user || facts.st_uid == 0 else {
        throw TransportError(
          .notPrivate, "\(part) is a symbolic link that belongs to another user",
          hint: "remove the link, or use a folder that you own")
      }
    }
  }

  /// Locks the folder while a host checks it and starts listening.
  ///
  /// - Throws: `locked` if the lock is not available in time.
  private func withFolderLocked<Result>(
    _ lock: Descriptor, _ body: () throws(TransportError) -> Result
  ) throws(TransportError) -> Result {
    defer { withExtendedLifetime(lock) {} }
    if Self.takeLock(lock) { return try body() }
    guard errno == EWOULDBLOCK else { throw SystemSocket.failure("cannot lock \(folder)") }
    throw TransportError(
      .locked, "another process holds the lock of \(folder)",
      hint: "end that process, or use another folder")
  }

  /// Tries for a second to take the lock. Hosts hold the lock only briefly. On failure, `errno`
  /// contains the reason.
  private static func takeLock(_ lock: Descriptor) -> Bool {
    for _ in 0..<lockTries {
      if flock(lock.number, LOCK_EX | LOCK_NB) == 0 { return true }
      guard [EWOULDBLOCK, EINTR].contains(errno) else { return false }
      poll(nil, 0, lockInterval)
    }
    errno = EWOULDBLOCK
    return false
  }

  private static let lockTries = 50
  /// The time between two attempts, in milliseconds.
  private static let lockInterval: Int32 = 20

  private func removeDeadHost() throws(TransportError) {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return }
    guard facts.st_mode & S_IFMT == S_IFSOCK else {
      throw TransportError(
        .notASocket, "\(path) exists but is not a socket",
        hint: "remove the file, or use another path")
    }
    do throws(TransportError) {
      _ = try SystemSocket.connect(toUnix: path)
    } catch {
      guard error.code == .noHost else { throw error }
      unlink(path)
      return
    }
    throw TransportError(
      .hostIsLive, "a running host already listens at \(path)",
      hint: "end that host, or use another path")
  }

  private func write(_ token: AccessToken) throws(TransportError) {
    unlink(tokenPath)
    let number = SystemSocket.uninterrupted {
      open(tokenPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
    }
    guard number >= 0 else { throw SystemSocket.failure("cannot write \(tokenPath)") }
    let file = Descriptor(number)
    let bytes = Array("\(token.text)\n".utf8)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = put(Array(rest), file.number)
      if count < 0, errno != EINTR { throw SystemSocket.failure("cannot write \(tokenPath)") }
      rest = rest.dropFirst(max(0, count))
    }
  }

  // MARK: - Clients

  /// Connects to the host that listens on the socket.
  func connect() throws(TransportError) -> Descriptor {
    try checkLinks(trusting: geteuid())
    return try SystemSocket.connect(toUnix: path)
  }

  /// Returns the token in a file, which is the first word of the file.
  package static func token(in file: String) throws(TransportError) -> AccessToken {
    // A named pipe without a writer is treated as empty.
    let number = SystemSocket.uninterrupted { open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard number >= 0 else { throw SystemSocket.failure("cannot read the token in \(file)") }
    let opened = Descriptor(number)
    var bytes = [UInt8](repeating: 0, count: AccessToken.maxBytes)
    let count = SystemSocket.uninterrupted { Int32(take(&bytes, opened.number)) }
    guard count >= 0 || errno == EAGAIN else {
      throw SystemSocket.failure("cannot read the token in \(file)")
    }
    let text =
      String(decoding: bytes.prefix(max(0, Int(count))), as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
    guard !text.isEmpty else { throw TransportError(.noToken, "there is no token in \(file)") }
    return AccessToken(text)
  }
}

/// Calls the system function `read`.
private func take(_ bytes: inout [UInt8], _ number: Int32) -> Int {
  read(number, &bytes, bytes.count)
}

/// Calls the system function `write(2)`, which a method of the same name hides inside `SocketAddress`.
private func put(_ bytes: [UInt8], _ number: Int32) -> Int { write(number, bytes, bytes.count) }
