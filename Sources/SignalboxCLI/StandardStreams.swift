internal import SignalboxScripting
internal import SystemLibrary

/// Standard input, output and error of the process.
enum StandardStreams {
  /// Opens placeholders for closed streams. Without placeholders, the process could mistake one of
  /// its own pipes for standard input, or a report file for standard output.
  ///
  /// A closed stream remains unusable: its placeholder fails with EBADF, as the closed stream
  /// would. Call this function before anything else is opened.
  static func reserve() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      guard fcntl(stream, F_GETFD) == -1, errno == EBADF else { continue }
      // The system assigns the lowest free number, which is the number of this stream.
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Reserves standard input and output for messages. Returns duplicates of both streams, and
  /// connects standard input itself to `/dev/null` and standard output itself to standard error, so
  /// that no other input or output of this process or its child processes is mixed with messages.
  static func takeOver() throws(ScriptError) -> (input: Int32, output: Int32) {
    let input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, firstFree)
    let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, firstFree)
    let empty = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard input >= 0, output >= 0, empty >= 0, dup2(empty, STDIN_FILENO) >= 0,
      dup2(STDERR_FILENO, STDOUT_FILENO) >= 0
    else {
      throw ScriptError(
        .module,
        "the standard streams cannot be used: \(String(cString: strerror(errno)).lowercased())")
    }
    close(empty)
    return (input, output)
  }

  /// A number above the descriptors that processes of this program use.
  private static let firstFree: Int32 = 16
}
