internal import SignalboxScripting
internal import SignalboxTransports
internal import SystemLibrary

/// The process of an application that the command of `--app` starts for one scenario or session.
final class AppProcess {
  /// The environment variable with the path of `RemoteHost`'s socket.
  private static let variable = "SIGNALBOX_REMOTE"
  /// The maximum number of output bytes in an error.
  private static let maxOutput = 2_000

  private let command: String
  /// The folder of the process, which contains the socket and the output.
  private let folder: String
  private var process: pid_t?
  /// The exit status, or `nil` while the process runs.
  private var status: Int32?

  var socket: SocketAddress { SocketAddress("\(folder)/app.sock") }
  private var outputPath: String { "\(folder)/output" }

  /// Starts the command in a shell. The command runs in its own process group and has no input.
  init(_ command: String) throws(ScriptError) {
    self.command = command
    var name = Array("/tmp/signalbox-app-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else {
      throw ScriptError(
        .runtime, code: "appFailed",
        "appFailed: --app: no folder can be created in /tmp: \(String(cString: strerror(errno)))")
    }
    folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    do throws(ScriptError) { process = try start() } catch {
      removeFolder()
      throw error
    }
  }

  private func start() throws(ScriptError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(
      &actions, 1, outputPath, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&attributes, Int16(flags))
    let words = (["/bin/sh", "-c", command] as [String]).map { strdup($0) }
    var environment = [strdup("\(Self.variable)=\(socket.path)")]
    var variable = environ
    while let text = variable.pointee {
      if strncmp(text, "\(Self.variable)=", Self.variable.utf8.count + 1) != 0 {
        environment.append(strdup(text))
      }
      variable += 1
    }
    defer { for word in words + environment { free(word) } }
    var process = pid_t()
    let failure = posix_spawn(
      &process, "/bin/sh", &actions, &attributes, words + [nil], environment + [nil])
    guard failure == 0 else {
      throw ScriptError(
        .runtime, code: "appFailed",
        "appFailed: --app: /bin/sh cannot be started: \(String(cString: strerror(failure)))")
    }
    return process
  }

  /// Returns a description of the process's end, such as `exit code 1`, or `nil` while the process
  /// runs.
  ///
  /// - Parameter time: The maximum time to wait.
  func ending(within time: Duration = .zero) -> String? {
    let limit = ContinuousClock.now + time
    while let process, status == nil {
      var status: Int32 = 0
      if waitpid(process, &status, WNOHANG) == process {
        self.status = status
      } else if ContinuousClock.now >= limit {
        return nil
      } else {
        poll(nil, 0, 5)
      }
    }
    guard let status else { return nil }
    let signal = status & 0x7F
    return signal == 0 ? "exit code \((status >> 8) & 0xFF)" : "signal \(signal)"
  }

  /// The last lines of the output, or `nil` if the process has printed nothing.
  var output: String? {
    let file = open(outputPath, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { closeFile(file) }
    let size = lseek(file, 0, SEEK_END)
    lseek(file, max(0, size - off_t(Self.maxOutput)), SEEK_SET)
    var bytes = [UInt8](repeating: 0, count: Self.maxOutput)
    let count = readFile(&bytes, file)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline)
    return lines.isEmpty ? nil : lines.suffix(10).joined(separator: "\n")
  }

  /// Ends the process and its child processes, and removes its files. An application that responds
  /// ends by itself after the connection is closed.
  func end() {
    guard let process else { return }
    if ending(within: .milliseconds(300)) == nil { kill(-process, SIGTERM) }
    _ = ending(within: .milliseconds(300))
    // Child processes of the shell might still be running.
    kill(-process, SIGKILL)
    _ = ending(within: .seconds(5))
    self.process = nil
    removeFolder()
  }

  private func removeFolder() {
    for name in ["app.sock", "app.sock.token", "output"] { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }
}

/// Calls `close(2)`.
private func closeFile(_ descriptor: Int32) { close(descriptor) }

private func readFile(_ bytes: inout [UInt8], _ descriptor: Int32) -> Int {
  read(descriptor, &bytes, bytes.count)
}
