internal import SignalboxScripting
internal import SystemLibrary

/// Runs another program, without a shell and without input.
///
/// The program and its child processes form a process group. The group is terminated if the time
/// limit is exceeded or the user stops the script.
struct ProgramRun {
  private let command: String
  private let arguments: [String]
  /// How the caller can set a longer time limit, or `nil` if it cannot.
  private let timeoutAdvice: String?
  /// The maximum output of a program, in bytes.
  private static let maxBytes = 16 << 20

  init(_ command: String, _ arguments: [String], timeoutAdvice: String? = nil) {
    self.command = command
    self.arguments = arguments
    self.timeoutAdvice = timeoutAdvice
  }

  func run(timeout: Duration) throws(ScriptError) -> PluginProcess {
    var (output, errors) = try (Channel(), Channel())
    defer {
      output.close()
      errors.close()
    }
    let process = try start(output, errors)
    output.closeEnd()
    errors.closeEnd()
    let clock = ContinuousClock()
    let deadline = clock.now + timeout
    do throws(ScriptError) {
      while output.isOpen || errors.isOpen {
        try wait(&output, &errors, until: deadline, clock)
      }
      return PluginProcess(
        output: output.bytes, errors: errors.bytes, code: try end(of: process, by: deadline, clock))
    } catch {
      kill(-process, SIGKILL)
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0 && errno == EINTR {}
      throw error
    }
  }

  // MARK: - Starting

  private func start(_ output: Channel, _ errors: Channel) throws(ScriptError) -> pid_t {
    var child = ChildProcess(command, [command] + arguments)
    child.closed = [(0, O_RDONLY)]
    child.files = [(output.end, 1), (errors.end, 2)]
    child.standardSignals = [SIGINT, SIGTERM, SIGHUP, SIGPIPE]
    child.isGroup = true
    let (process, failure) = child.start()
    guard failure == 0 else {
      let reason = String(cString: strerror(failure))
      throw ScriptError(
        .runtime, code: "runFailed",
        "runFailed: run \"\(command)\": \(reason.prefix(1).lowercased())\(reason.dropFirst())")
    }
    return process
  }

  // MARK: - Waiting

  private func wait(
    _ output: inout Channel, _ errors: inout Channel, until deadline: ContinuousClock.Instant,
    _ clock: ContinuousClock
  ) throws(ScriptError) {
    let left = try remaining(deadline, clock)
    var files = [
      pollfd(fd: output.isOpen ? output.source : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errors.isOpen ? errors.source : -1, events: Int16(POLLIN), revents: 0),
    ]
    let count = poll(&files, 2, Int32(clamping: left))
    // A signal interrupts the wait after Ctrl-C or at the script's time limit.
    if count < 0 { throw failure("was stopped") }
    if files[0].revents != 0 { output.take() }
    if files[1].revents != 0 { errors.take() }
    guard output.bytes.count + errors.bytes.count <= Self.maxBytes else {
      throw failure("printed more than 16 MiB")
    }
  }

  /// Returns the exit code of a program that has closed its output but may still be running.
  private func end(
    of process: pid_t, by deadline: ContinuousClock.Instant, _ clock: ContinuousClock
  ) throws(ScriptError) -> Int {
    var status: Int32 = 0
    while true {
      let result = waitpid(process, &status, WNOHANG)
      if result == process { break }
      if result < 0 && errno != EINTR { throw failure("ended, but its exit code is unknown") }
      _ = try remaining(deadline, clock)
      if poll(nil, 0, 2) < 0 { throw failure("was stopped") }
    }
    let signal = status & 0x7F
    return Int(signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
  }

  /// Returns the remaining time in milliseconds, at least 1.
  private func remaining(
    _ deadline: ContinuousClock.Instant, _ clock: ContinuousClock
  ) throws(ScriptError) -> Int {
    let left = deadline - clock.now
    guard left > .zero else {
      throw failure("timed out" + (timeoutAdvice.map { "; \($0)" } ?? ""))
    }
    let parts = left.components
    return Int(clamping: parts.seconds * 1000) + Int(parts.attoseconds / 1_000_000_000_000_000) + 1
  }

  private func failure(_ what: String) -> ScriptError {
    ScriptError(.runtime, code: "runFailed", "runFailed: run \"\(command)\" \(what)")
  }
}

/// A pipe for the output of a program.
private struct Channel {
  let source: Int32
  private(set) var end: Int32
  private(set) var isOpen = true
  private(set) var bytes: [UInt8] = []

  init() throws(ScriptError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw ScriptError(
        .runtime, code: "runFailed",
        "runFailed: run: no file descriptor is available")
    }
    (source, end) = (ends[0], ends[1])
    for file in ends { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
  }

  /// Closes this process's copy of the program's end of the pipe, so that the output ends when all
  /// other copies are closed.
  mutating func closeEnd() {
    if end >= 0 { release(end) }
    end = -1
  }

  mutating func close() {
    closeEnd()
    release(source)
  }

  mutating func take() {
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    let count = receive(&chunk, from: source)
    if count > 0 {
      bytes.append(contentsOf: chunk[..<count])
    } else if count == 0 || errno != EINTR {
      isOpen = false
    }
  }
}

/// Calls the system function `close(2)`, which a method of the same name hides inside the type.
private func release(_ descriptor: Int32) { close(descriptor) }

private func receive(_ chunk: inout [UInt8], from descriptor: Int32) -> Int {
  read(descriptor, &chunk, chunk.count)
}
