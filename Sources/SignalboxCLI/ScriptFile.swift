internal import SignalboxFiles
internal import SignalboxScripting

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Reads the text of scripts.
enum ScriptFile {
  /// The bytes of a file.
  ///
  /// - Throws: `module` with a sentence that names the file.
  static func read(_ path: String) throws(ScriptError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw unreadable(path, FileFailure.last.reason) }
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
    do throws(FileFailure) {
      return try FileReader.bytes(of: descriptor)
    } catch {
      throw unreadable(name, error.reason)
    }
  }

  private static func unreadable(_ name: String, _ reason: String) -> ScriptError {
    ScriptError(.module, "cannot read \(name): \(reason)")
  }
}
