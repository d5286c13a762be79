import Foundation
import SignalboxProtocol
import Testing

/// A running `signalbox serve --stdio` and a client that is connected to it.
final class ServedTool {
  let process = Process()
  private(set) var notifications: [ProtocolClient.Notification] = []
  let client: ProtocolClient
  private let stream: Stream
  private let input = Pipe.closedOnExec()
  private let output = Pipe.closedOnExec()
  private let errors: URL

  init(_ tool: Tool, _ arguments: String...) throws {
    errors = tool.folder.appending(path: ".served-errors")
    stream = Stream(
      input: input.fileHandleForWriting.fileDescriptor,
      output: output.fileHandleForReading.fileDescriptor)
    client = ProtocolClient(stream)
    try Data().write(to: errors)
    process.executableURL = try Tool.path()
    process.arguments = ["serve", "--stdio"] + arguments
    process.currentDirectoryURL = tool.folder
    process.environment = Tool.sanitizerOptions
    process.standardInput = input
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    for file in [input.fileHandleForWriting, output.fileHandleForReading] {
      let descriptor = file.fileDescriptor
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
    client.onNotification = { [unowned self] in notifications.append($0) }
    client.silence = .seconds(60)
    try client.initialize(InitializeMethod.Program(name: "test"))
  }

  deinit { if process.isRunning { process.terminate() } }

  /// Ends the input, or both streams as a client that is killed does, and waits.
  ///
  /// - Returns: The exit code and standard error.
  func end(closingOutput: Bool = false) throws -> (code: Int32, errors: String) {
    try input.fileHandleForWriting.close()
    if closingOutput { try output.fileHandleForReading.close() }
    process.waitUntilExit()
    return (process.terminationStatus, try Tool.text(of: errors))
  }

  /// Sends bytes that are not a message of the client.
  func sendRaw(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      guard let count = stream.send(rest) else { return }
      rest = rest.dropFirst(count)
      if count == 0 { stream.wait(writing: true, atMost: .seconds(1)) }
    }
  }

  /// Reads until a notification has arrived, and removes it from the received messages.
  func wait<Method: ProtocolMethod>(for method: Method.Type) throws -> Method.Params {
    while true {
      if let index = notifications.firstIndex(where: { $0.method == Method.name }) {
        return try #require(notifications.remove(at: index).params(of: method))
      }
      stream.wait(writing: false, atMost: .seconds(5))
      try client.read()
    }
  }

  /// All messages that the client has received.
  var received: String { stream.received }
}

/// The byte stream over the pipes.
private final class Stream: ClientTransport {
  private(set) var received = ""
  private let input: Int32
  private let output: Int32

  init(input: Int32, output: Int32) { (self.input, self.output) = (input, output) }

  func send(_ bytes: ArraySlice<UInt8>) -> Int? {
    let chunk = Array(bytes.prefix(1 << 16))
    let count = write(input, chunk, chunk.count)
    return count >= 0 ? count : [EAGAIN, EINTR].contains(errno) ? 0 : nil
  }

  func receive() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(output, &bytes, bytes.count)
    if count > 0 {
      received += String(decoding: bytes[..<count], as: UTF8.self)
      return Array(bytes[..<count])
    }
    return count < 0 && [EAGAIN, EINTR].contains(errno) ? [] : nil
  }

  func wait(writing isWriting: Bool, atMost time: Duration) {
    var files = [
      pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    ]
    if isWriting {
      files.append(
        pollfd(fd: input, events: Int16(POLLOUT), revents: 0))
    }
    poll(&files, nfds_t(files.count), Int32(time.components.seconds * 1000 + 100))
  }
}
