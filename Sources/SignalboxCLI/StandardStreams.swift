internal import SystemLibrary

/// Standard input, output and error of the process.
enum StandardStreams {
  /// Reserves the numbers of closed streams: otherwise a pipe of the process could be read as
  /// standard input, or a report be mixed with output.
  ///
  /// A closed stream remains unusable: its replacement fails with EBADF, as the closed stream
  /// would. Call it before anything else is opened.
  static func reserve() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      guard fcntl(stream, F_GETFD) == -1, errno == EBADF else { continue }
      // The lowest free number, which is this one.
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
