internal import SystemLibrary

/// Standard input, output and error of the process.
enum StandardStreams {
  /// Opens placeholders for closed streams. Otherwise, the process could read one of its own pipes
  /// as standard input, or write a report to standard output.
  ///
  /// A closed stream remains unusable: its placeholder fails with EBADF, as the closed stream
  /// would. Call this function before anything else is opened.
  static func reserve() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      guard fcntl(stream, F_GETFD) == -1, errno == EBADF else { continue }
      // The lowest free number is the number of this stream.
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
