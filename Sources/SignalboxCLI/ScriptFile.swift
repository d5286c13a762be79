internal import SignalboxScripting

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Reads the text of scripts.
enum ScriptFile {
  /// More than any script has; a device without an end stops here.
  private static let mostBytes = 64 << 20

  /// The bytes of a file.
  ///
  /// - Parameter follows: Whether a link at the end of the path is followed.
  /// - Throws: `module` with a sentence that names the file.
  static func read(_ path: String, follows: Bool = true) throws(ScriptError) -> [UInt8] {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (follows ? 0 : O_NOFOLLOW)
    let descriptor = open(path, flags)
    guard descriptor >= 0 else { throw unreadable(path, lastReason()) }
    defer { close(descriptor) }
    try refuseNamedPipe(descriptor, path)
    // Only opening must not wait.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    return try read(descriptor, named: path)
  }

  /// A named pipe may have no writer, and then no end; a shell's `<(…)` below `/dev` has both.
  private static func refuseNamedPipe(_ descriptor: Int32, _ path: String) throws(ScriptError) {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFIFO,
      !path.hasPrefix("/dev/"), !path.hasPrefix("/proc/")
    else { return }
    throw unreadable(path, "it is a named pipe; pass a file instead")
  }

  /// The bytes of standard input up to its end.
  static func readStandardInput() throws(ScriptError) -> [UInt8] {
    try read(InputFile.input, named: "standard input")
  }

  private static func read(_ descriptor: Int32, named name: String) throws(ScriptError) -> [UInt8] {
    var piece = [UInt8](repeating: 0, count: pieceSize(of: descriptor))
    var bytes: [UInt8] = []
    while true {
      let count = take(&piece, from: descriptor)
      if count == 0 { return bytes }
      if count > 0 {
        bytes.append(contentsOf: piece[..<count])
        guard bytes.count <= mostBytes else { throw unreadable(name, "larger than 64 MiB") }
      } else if errno != EINTR {
        throw unreadable(name, lastReason())
      }
    }
  }

  /// Enough for a file and its end at once: clearing more takes longer than reading most of them.
  private static func pieceSize(of descriptor: Int32) -> Int {
    let (least, most) = (4096, 64 * 1024)
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return most }
    return max(least, min(Int(facts.st_size), most - 1) + 1)
  }

  private static func unreadable(_ name: String, _ reason: String) -> ScriptError {
    ScriptError(.module, "cannot read \(name): \(reason)")
  }

  private static func lastReason() -> String {
    let reason = String(cString: strerror(errno))
    return reason.prefix(1).lowercased() + reason.dropFirst()
  }
}

/// The system's call, whose name the methods above hide.
private func take(_ piece: inout [UInt8], from descriptor: Int32) -> Int {
  read(descriptor, &piece, piece.count)
}
