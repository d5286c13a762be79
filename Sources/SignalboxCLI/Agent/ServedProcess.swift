internal import SignalboxProtocol
internal import SignalboxScripting
internal import SignalboxTransports
internal import SystemLibrary

/// A process of this program that serves the protocol, with the byte stream to the process.
final class ServedProcess: ClientTransport {
  private let process: pid_t
  private let socket: Int32
  /// Another descriptor, which ends a wait when it is readable.
  private let input: Int32
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)

  /// Starts the process.
  ///
  /// - Parameters:
  ///   - words: The arguments of the command.
  ///   - input: A descriptor that ends a wait when it is readable.
  /// - Throws: `noWorker` if the system allows no further processes or descriptors.
  init(_ words: [String], attending input: Int32) throws(ScriptError) {
    let ends = try WorkerFiles.sockets()
    var child = ChildProcess(WorkerProcess.program, [CommandLine.arguments[0]] + words)
    child.files = [
      (ends.far, STDIN_FILENO), (ends.far, STDOUT_FILENO), (STDERR_FILENO, STDERR_FILENO),
    ]
    child.standardSignals = [SIGPIPE]
    let (process, failure) = child.start()
    close(ends.far)
    guard failure == 0 else {
      close(ends.near)
      throw WorkerFiles.failure(failure)
    }
    (self.process, socket, self.input) = (process, ends.near, input)
    WorkerFiles.setNonblocking(socket)
  }

  deinit {
    // The process ends when its input ends. A process that does not respond is terminated.
    close(socket)
    var status: Int32 = 0
    let limit = ContinuousClock.now + .seconds(1)
    while waitpid(process, &status, WNOHANG) == 0 {
      if ContinuousClock.now >= limit { kill(process, SIGKILL) }
      _ = poll(nil, 0, 2)
    }
  }

  /// A descriptor that is readable when the process has sent data.
  var descriptor: Int32 { socket }

  func send(_ bytes: ArraySlice<UInt8>) -> Int? { WorkerFiles.send(bytes, to: socket) }

  func receive() -> [UInt8]? {
    let count = read(socket, &chunk, chunk.count)
    if count > 0 { return Array(chunk[..<count]) }
    return count < 0 && [EAGAIN, EINTR].contains(errno) ? [] : nil
  }

  func wait(writing isWriting: Bool, atMost time: Duration) {
    var waiting = Waiting()
    waiting.add(socket, writing: isWriting)
    if input >= 0 { waiting.add(input) }
    waiting.wait(until: .now + time)
  }
}
