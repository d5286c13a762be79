internal import SignalboxScripting
internal import SignalboxTransports
internal import SystemLibrary

/// A process of this program that executes a command, as ``JobMode`` describes.
final class JobProcess {
  private let process: pid_t
  /// The process ends when this descriptor is closed.
  private let control: Int32
  /// The descriptor for reading the output of the process, or `nil` after the end of the output.
  private(set) var output: Int32?
  private(set) var errors: Int32?
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  /// Whether the process has been waited for. Afterwards, its number may belong to another process.
  private var hasEnded = false

  /// Starts a command.
  ///
  /// - Parameter words: The arguments of the command, starting with its name.
  /// - Throws: `noWorker` if the system allows no further processes or descriptors.
  init(_ words: [String]) throws(ScriptError) {
    var files: [Int32] = []
    do throws(ScriptError) {
      let input = try WorkerFiles.pipe()
      files += [input.source, input.end]
      let output = try WorkerFiles.pipe()
      files += [output.source, output.end]
      let errors = try WorkerFiles.pipe()
      files += [errors.source, errors.end]
      var child = ChildProcess(
        WorkerProcess.program, [CommandLine.arguments[0], JobMode.argument] + words)
      child.files = [(input.source, 0), (output.end, 1), (errors.end, 2)]
      child.standardSignals = [SIGPIPE, SIGINT, SIGTERM, SIGHUP]
      child.blockedSignals = [SIGINT]
      child.isGroup = true
      let (process, failure) = child.start()
      guard failure == 0 else { throw WorkerFiles.failure(failure) }
      self.process = process
      control = input.end
      (self.output, self.errors) = (output.source, errors.source)
      for file in [input.source, output.end, errors.end] { close(file) }
    } catch {
      for file in files { close(file) }
      throw error
    }
    for file in [output, errors] { if let file { WorkerFiles.setNonblocking(file) } }
  }

  deinit {
    if !hasEnded {
      // The process and its workers form a group.
      kill(-process, SIGKILL)
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    }
    for file in [control, output, errors] { if let file { close(file) } }
  }

  /// Ends the command as Ctrl-C does. The command reports the results so far.
  func interrupt() { if !hasEnded { kill(process, SIGINT) } }

  /// Returns available output, up to 64 KiB. The result is empty if no output is available, and
  /// `nil` after the end of the output.
  func readOutput() -> ArraySlice<UInt8>? { read(&output) }

  /// Returns available messages, up to 64 KiB. The result is empty if no messages are available,
  /// and `nil` after their end.
  func readErrors() -> ArraySlice<UInt8>? { read(&errors) }

  private func read(_ file: inout Int32?) -> ArraySlice<UInt8>? {
    guard let descriptor = file else { return nil }
    let count = take(descriptor, &chunk)
    if count > 0 { return chunk[..<count] }
    if count < 0, [EAGAIN, EINTR].contains(errno) { return [] }
    close(descriptor)
    file = nil
    return nil
  }

  /// Waits at most ten seconds for the process to exit. Call this method after its output has ended.
  ///
  /// - Returns: A description of the end, such as `exit code 3`.
  func waitForEnd() -> String {
    var status: Int32 = 0
    let limit = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < limit {
      if waitpid(process, &status, WNOHANG) == process {
        hasEnded = true
        let signal = status & 0x7F
        return signal == 0 ? "exit code \((status >> 8) & 0xFF)" : "signal \(signal)"
      }
      _ = poll(nil, 0, 1)
    }
    return "an unknown status"
  }
}

/// Calls the system function `read(2)`, which a method of the same name hides inside the type.
private func take(_ file: Int32, _ bytes: inout [UInt8]) -> Int { read(file, &bytes, bytes.count) }
