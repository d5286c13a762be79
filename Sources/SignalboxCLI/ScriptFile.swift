internal import SignalboxFiles
internal import SignalboxScripting
internal import SystemLibrary

/// Reads the source of scripts.
enum ScriptFile {
  /// Returns the contents of a file or of the demo application.
  ///
  /// - Throws: `module`, with the path, if the file cannot be read.
  static func read(_ path: String) throws(ScriptError) -> [UInt8] {
    if path == BundledPlugins.demo { return BundledPlugins.demoText }
    do throws(FileFailure) {
      return try bytes(of: path)
    } catch {
      throw unreadable(path, error.reason)
    }
  }

  /// Returns the contents of a file, or `nil` if the file does not exist.
  ///
  /// - Throws: `module` if the file cannot be read.
  static func readIfThere(_ path: String) throws(ScriptError) -> [UInt8]? {
    do throws(FileFailure) {
      return try bytes(of: path)
    } catch {
      if error.isMissing { return nil }
      throw unreadable(path, error.reason)
    }
  }

  private static func bytes(of path: String) throws(FileFailure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    try rejectNamedPipe(descriptor, path)
    // Reading may block. The flag is needed only so that opening the file does not block.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    return try FileReader.bytes(of: descriptor)
  }

  /// Throws an error for a named pipe, because the pipe may have no writer and reading it might
  /// never end. A file below `/dev` that a shell creates for `<(…)` has a writer and is accepted.
  private static func rejectNamedPipe(_ descriptor: Int32, _ path: String) throws(FileFailure) {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFIFO,
      !path.hasPrefix("/dev/"), !path.hasPrefix("/proc/")
    else { return }
    throw FileFailure(ESPIPE, "it is a named pipe; pass a file instead")
  }

  /// Returns all bytes of standard input.
  static func readStandardInput() throws(ScriptError) -> [UInt8] {
    do throws(FileFailure) {
      return try FileReader.bytes(of: InputFile.input)
    } catch {
      throw unreadable("standard input", error.reason)
    }
  }

  private static func unreadable(_ name: String, _ reason: String) -> ScriptError {
    ScriptError(.module, "cannot read \(name): \(reason)")
  }
}
