internal import PortableMutex
internal import SignalboxScripting
internal import SystemLibrary

/// A worker process, as seen by its parent process.
final class WorkerProcess {
  /// The end status of a worker.
  enum End: Hashable {
    case signal(Int32)
    case code(Int32)
  }

  /// The first argument of a worker process.
  static let argument = "--scenario-worker"

  private let process: pid_t
  private let orders: Int32
  private let control: Int32
  /// The descriptor for reading the worker's reports. The descriptor is also readable when the
  /// worker ends.
  let reports: Int32
  /// The end status of the process, or `nil` before the process has been waited for.
  private var end: End?
  /// The messages to send, in the order of sending.
  private var waiting: [[UInt8]] = []
  /// The number of bytes of the first message that have already been sent.
  private var sent = 0

  /// Starts this program as a worker.
  ///
  /// - Parameter tokens: The pipe from which the worker takes its work.
  /// - Throws: `noWorker` if the system allows no further processes or descriptors.
  init(readingFrom tokens: Int32) throws(ScriptError) {
    Self.attendToEnds()
    let orders = try WorkerFiles.sockets()
    var files = [orders.near, orders.far]
    do throws(ScriptError) {
      let control = try WorkerFiles.sockets()
      files += [control.near, control.far]
      let reports = try WorkerFiles.pipe()
      files += [reports.source, reports.end]
      process = try Self.start([orders.far, control.far, tokens, reports.end])
      self.control = control.near
      self.reports = reports.source
      for file in [orders.far, control.far, reports.end] { close(file) }
    } catch {
      for file in files { close(file) }
      throw error
    }
    self.orders = orders.near
    WorkerFiles.setNonblocking(self.reports)
  }

  deinit {
    // A worker ends when its control socket is closed, unless a signal has suspended it.
    kill()
    if end == nil { Self.unattended.withLock { $0.append(process) } }
    for file in [orders, control, reports] { close(file) }
  }

  /// The processes that were terminated and must still be waited for.
  private static let unattended = Mutex<[pid_t]>([])

  private static func attendToEnds() {
    unattended.withLock { processes in
      processes.removeAll { process in
        var status: Int32 = 0
        return waitpid(process, &status, WNOHANG) == process
      }
    }
  }

  // MARK: - Starting

  private static func start(_ files: [Int32]) throws(ScriptError) -> pid_t {
    var child = ChildProcess(program, [CommandLine.arguments[0], argument])
    child.variables = environment
    child.closed = [(0, O_RDONLY), (1, O_WRONLY)]
    child.files = zip(files, WorkerFiles.all).map { ($0, $1) }
    // Terminal signals reach all processes of a group, but only this process handles them.
    child.blockedSignals = [SIGINT, SIGTERM, SIGHUP]
    child.standardSignals = [SIGPIPE]
    let (process, failure) = child.start()
    guard failure == 0 else { throw WorkerFiles.failure(failure) }
    return process
  }

  /// The environment variables for a worker. NOTE: Swift's crash reports are disabled, unless
  /// `SWIFT_BACKTRACE` is set. Creating a report takes longer than the time limits of most
  /// scenarios and would look like a blocked scenario.
  private static var environment: [String] {
    var variables: [String] = []
    while let variable = environ[variables.count] { variables.append(String(cString: variable)) }
    let isSet = variables.contains { $0.hasPrefix("SWIFT_BACKTRACE=") }
    return isSet ? variables : variables + ["SWIFT_BACKTRACE=enable=no"]
  }

  /// The path of this program.
  static var program: String {
    #if canImport(Darwin)
      var size = UInt32(PATH_MAX)
      var path = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&path, &size) == 0 else { return CommandLine.arguments[0] }
      return String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    #else
      // This path leads to the running executable, even if another file has replaced it.
      return "/proc/self/exe"
    #endif
  }

  /// Sets the name of a worker process, because lists of processes would otherwise show the name of
  /// the symbolic link with which the process was started.
  static func takeName() {
    #if !canImport(Darwin)
      let file = open("/proc/self/comm", O_WRONLY | O_CLOEXEC)
      guard file >= 0 else { return }
      let name = Array("signalbox".utf8)
      _ = write(file, name, name.count)
      close(file)
    #endif
  }

  // MARK: - Sending

  /// Whether there is still data to send.
  var hasWaiting: Bool { !waiting.isEmpty }

  /// The socket to which data is sent.
  var sink: Int32 { orders }

  /// Sends a message as soon as there is room for it.
  func send(_ message: [UInt8]) {
    waiting.append(message)
    flush()
  }

  /// Sends as much data as possible without waiting.
  func flush() {
    while let message = waiting.first {
      let count = WorkerFiles.send(message[sent...], to: orders)
      if count == 0 { return }
      sent += count
      if sent == message.count {
        waiting.removeFirst()
        sent = 0
      }
    }
  }

  /// Stops the worker's running work, and any work that it starts later.
  func stop() { _ = WorkerFiles.send([1], to: control) }

  // MARK: - Ending

  /// Ends the process immediately.
  func kill() {
    if end == nil { signal(SIGKILL, to: process) }
  }

  /// Returns the end status of the process after the end of its reports. If the process is still
  /// running because reading failed or because it closed the pipe, it is terminated after ten
  /// seconds.
  func endSoon() -> End {
    let clock = ContinuousClock()
    let limit = clock.now + .seconds(10)
    while end == nil, clock.now < limit {
      var status: Int32 = 0
      if waitpid(process, &status, WNOHANG) == process { return note(status) }
      _ = poll(nil, 0, 1)
    }
    kill()
    return waitForEnd()
  }

  /// Waits for the process to exit, and returns its end status.
  func waitForEnd() -> End {
    if let end { return end }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return note(status)
  }

  private func note(_ status: Int32) -> End {
    let signal = status & 0x7F
    let end = signal == 0 ? End.code((status >> 8) & 0xFF) : End.signal(signal)
    self.end = end
    return end
  }
}

/// Calls the system function `kill(2)`, which a method of the same name hides inside the type.
private func signal(_ number: Int32, to process: pid_t) { kill(process, number) }

extension WorkerProcess.End: CustomStringConvertible {
  /// The end status as text, such as `signal 11 (SIGSEGV)` or `exit code 3`.
  var description: String {
    switch self {
    case .code(let code): "exit code \(code)"
    case .signal(let number):
      Self.names[number].map { "signal \(number) (\($0))" } ?? "signal \(number)"
    }
  }

  private static let names = [
    SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
    SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL",
    SIGSEGV: "SIGSEGV", SIGPIPE: "SIGPIPE", SIGTERM: "SIGTERM", SIGSYS: "SIGSYS",
  ]
}
