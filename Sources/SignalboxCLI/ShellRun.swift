internal import SignalboxScripting
internal import SystemLibrary

/// A shell command in the user's terminal, which receives Ctrl-C like any program there.
struct ShellRun {
  private let command: String

  init(_ command: String) { self.command = command }

  /// Runs the command to its end.
  ///
  /// - Returns: Its exit code; 128 plus the signal's number if a signal ended it.
  func run() throws(ScriptError) -> Int {
    try ScriptSession.whileInterruptsAreForOthers { () throws(ScriptError) in
      try wait(for: try start())
    }
  }

  private func wait(for process: pid_t) throws(ScriptError) -> Int {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw failure(errno) }
      if ScriptSession.isTerminating { kill(process, SIGTERM) }
    }
    let signal = status & 0x7F
    return Int(signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
  }

  private func start() throws(ScriptError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Input other than a terminal belongs to the prompt.
    if isatty(InputFile.input) != 1 {
      posix_spawn_file_actions_addopen(&actions, InputFile.input, "/dev/null", O_RDONLY, 0)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGINT, SIGTERM, SIGPIPE] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let words = (["sh", "-c", command] as [String]).map { strdup($0) }
    defer { for word in words { free(word) } }
    var process = pid_t()
    let code = posix_spawn(&process, "/bin/sh", &actions, &attributes, words + [nil], environ)
    guard code == 0 else { throw failure(code) }
    return process
  }

  private func failure(_ code: Int32) -> ScriptError {
    let reason = String(cString: strerror(code))
    return ScriptError(
      .runtime, "cannot run !\(command): \(reason.prefix(1).lowercased())\(reason.dropFirst())")
  }
}
