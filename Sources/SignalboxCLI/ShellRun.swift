internal import SignalboxScripting
internal import SystemLibrary

/// A shell command in the user's terminal. The command receives Ctrl-C like any program in the
/// terminal.
struct ShellRun {
  private let command: String

  init(_ command: String) { self.command = command }

  /// Runs the command and waits until it ends.
  ///
  /// - Returns: The exit code, or 128 plus the signal number if a signal terminated the command.
  func run() throws(ScriptError) -> Int {
    try ProcessSignals.whileInterruptsAreForOthers { () throws(ScriptError) in
      try wait(for: try start())
    }
  }

  private func wait(for process: pid_t) throws(ScriptError) -> Int {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw failure(errno) }
      if ProcessSignals.isTerminating { kill(process, SIGTERM) }
    }
    let signal = status & 0x7F
    return Int(signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
  }

  private func start() throws(ScriptError) -> pid_t {
    var child = ChildProcess("/bin/sh", ["sh", "-c", command])
    // If standard input is not a terminal, it contains the inputs of the prompt.
    if isatty(InputFile.input) != 1 { child.closed = [(InputFile.input, O_RDONLY)] }
    child.standardSignals = [SIGINT, SIGTERM, SIGPIPE]
    let (process, code) = child.start()
    guard code == 0 else { throw failure(code) }
    return process
  }

  private func failure(_ code: Int32) -> ScriptError {
    let reason = String(cString: strerror(code))
    return ScriptError(
      .runtime, "cannot run !\(command): \(reason.prefix(1).lowercased())\(reason.dropFirst())")
  }
}
