internal import SystemLibrary

/// Queries the terminal at standard input and standard output.
enum TerminalQuery {
  /// The maximum time for responses, which may pass through a remote connection.
  private static let timeout = Duration.seconds(3)
  private static let maxBytes = 4096

  /// Asks the terminal, and waits until it has reported its attributes or the time limit is
  /// exceeded.
  ///
  /// - Parameter questions: Escape sequences, of which the last one asks for the attributes.
  /// - Returns: The answers, or `nil` if the terminal is not available to this process, or if its
  ///   input contains typed text, which could not be separated from the answers.
  static func answers(to questions: String) -> TerminalAnswers? {
    let input = InputFile.input
    var modes = termios()
    guard tcgetpgrp(input) == getpgrp(), !isReadable(within: .zero), tcgetattr(input, &modes) == 0
    else { return nil }
    var own = modes
    own.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // A signal must not end the process in this mode.
    var (signals, earlier) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, &earlier)
    defer { pthread_sigmask(SIG_SETMASK, &earlier, nil) }
    guard tcsetattr(input, TCSADRAIN, &own) == 0 else { return nil }
    defer { tcsetattr(input, TCSADRAIN, &modes) }
    guard put(Array(questions.utf8)) else { return nil }
    var bytes: [UInt8] = []
    let end = ContinuousClock.now + timeout
    while bytes.count < maxBytes, isReadable(within: end - .now) {
      guard let more = take(), !more.isEmpty else { break }
      bytes += more
      let answers = TerminalAnswers(bytes)
      if answers.attributes != nil { return answers }
    }
    return TerminalAnswers(bytes)
  }

  private static func isReadable(within time: Duration) -> Bool {
    let milliseconds = Int32(clamping: max(0, Int64(time / .milliseconds(1))))
    var file = pollfd(fd: InputFile.input, events: Int16(POLLIN), revents: 0)
    return poll(&file, 1, milliseconds) > 0
  }

  private static func take() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = read(InputFile.input, &bytes, bytes.count)
    return count < 0 ? nil : Array(bytes.prefix(count))
  }

  private static func put(_ bytes: [UInt8]) -> Bool {
    write(OutputFile.output, bytes, bytes.count) == bytes.count
  }
}
