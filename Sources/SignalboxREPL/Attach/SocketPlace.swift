#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Tells a file from another that has taken its place.
struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  init?(_ path: String) {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: facts.st_dev)
    number = UInt64(facts.st_ino)
  }

  /// Whether that is the user of this process.
  static func isOwn(_ user: UInt32) -> Bool { user == geteuid() }
}

/// Where sessions are offered, and the word that lets clients in.
package struct SocketPlace: Hashable, Sendable {
  package let path: String

  /// The file beside the socket that holds the token, unless the host has one of its own.
  package var tokenPath: String { path + ".token" }

  package init(_ path: String) { self.path = path }

  /// The place of a name: in `$XDG_RUNTIME_DIR/signalbox`, or where that is not set, in a folder of
  /// this user among the temporary files.
  package init(named name: String) {
    let runtime = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
    let folder = runtime.hasPrefix("/") ? "\(runtime)/signalbox" : "/tmp/signalbox-\(geteuid())"
    let plain = name.map {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) ? $0 : "-"
    }
    self.init("\(folder)/\(plain.isEmpty ? "session" : String(plain)).sock")
  }

  /// What a user calls it: a path where there is a slash in it, else a name.
  package init(reading text: String) {
    self = text.contains("/") ? SocketPlace(text) : SocketPlace(named: text)
  }

  private var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  // MARK: - Hosts

  /// Begins to listen; what a dead host has left there is replaced.
  ///
  /// - Parameter token: Written beside the socket; `nil` where the host hands it out itself.
  func listen(writing token: AttachToken?) throws(AttachError) -> UnixSocket.Listener {
    try makeFolder()
    return try withFolderLocked { () throws(AttachError) in
      try removeDeadHost()
      let listener = try UnixSocket.listen(at: path)
      if let token { try write(token) }
      return listener
    }
  }

  /// Takes away what ``listen(writing:)`` has made, unless another host has replaced it.
  func remove(_ identity: FileIdentity, withToken: Bool) {
    try? withFolderLocked { () throws(AttachError) in
      guard FileIdentity(path) == identity else { return }
      unlink(path)
      if withToken { unlink(tokenPath) }
    }
  }

  /// Makes the folder with all that it is in, for the owner alone, and looks who could change it.
  private func makeFolder() throws(AttachError) {
    for end in folder.indices where folder[end] == "/" && end != folder.startIndex {
      mkdir(String(folder[..<end]), 0o700)
    }
    mkdir(folder, 0o700)
    var facts = stat()
    guard stat(folder, &facts) == 0 else {
      throw UnixSocket.failure("cannot make the folder \(folder)")
    }
    let isForeign = facts.st_uid != geteuid() && facts.st_uid != 0
    let isOpen = facts.st_mode & 0o022 != 0 && facts.st_mode & S_ISVTX == 0
    guard !isForeign && !isOpen else {
      throw AttachError(
        .notPrivate, "others could replace a socket in \(folder)",
        hint: "take a folder that is yours, with the mode 700")
    }
  }

  /// Keeps other hosts from the folder while one looks and listens.
  private func withFolderLocked<Result>(
    _ body: () throws(AttachError) -> Result
  ) throws(AttachError) -> Result {
    let number = open(folder, O_RDONLY | O_DIRECTORY)
    guard number >= 0 else { throw UnixSocket.failure("cannot open the folder \(folder)") }
    let lock = Descriptor(number)
    defer { withExtendedLifetime(lock) {} }
    while flock(number, LOCK_EX) != 0, errno == EINTR {}
    return try body()
  }

  private func removeDeadHost() throws(AttachError) {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return }
    guard facts.st_mode & S_IFMT == S_IFSOCK else {
      throw AttachError(
        .notASocket, "\(path) is there and is no socket", hint: "remove it, or take another path")
    }
    do throws(AttachError) {
      _ = try UnixSocket.connect(to: path)
    } catch {
      guard error.code == .noHost else { throw error }
      unlink(path)
      return
    }
    throw AttachError(
      .hostIsLive, "a running host is offered at \(path)", hint: "end it, or take another path")
  }

  private func write(_ token: AttachToken) throws(AttachError) {
    unlink(tokenPath)
    let number = open(tokenPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
    guard number >= 0 else { throw UnixSocket.failure("cannot write \(tokenPath)") }
    let file = Descriptor(number)
    let bytes = Array("\(token.text)\n".utf8)
    guard put(bytes, file.number) == bytes.count else {
      throw UnixSocket.failure("cannot write \(tokenPath)")
    }
  }

  // MARK: - Clients

  /// The token in a file; white space around it does not count.
  package static func token(in file: String) throws(AttachError) -> AttachToken {
    // A named pipe without a writer has nothing to read.
    let number = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { throw UnixSocket.failure("cannot read the token in \(file)") }
    guard let bytes = Descriptor(number).receive(1024) else {
      throw AttachError(.notAdmitted, "there is no token in \(file)")
    }
    let text = String(decoding: bytes, as: UTF8.self).trimmed
    guard !text.isEmpty else { throw AttachError(.notAdmitted, "there is no token in \(file)") }
    return AttachToken(text)
  }
}

/// The system's call, whose name a method above hides.
private func put(_ bytes: [UInt8], _ number: Int32) -> Int { write(number, bytes, bytes.count) }
