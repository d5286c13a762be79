import Foundation
import SignalboxProtocol
import Testing

/// `signalbox serve --stdio`, and a client of it.
final class ServedTool: ClientTransport {
  let process = Process()
  private(set) var notifications: [ProtocolClient.Notification] = []
  /// Everything that was received.
  private(set) var received = ""
  private let input = Pipe.closedOnExec()
  private let output = Pipe.closedOnExec()
  private let errors: URL
  private(set) lazy var client = ProtocolClient(self)

  init(_ tool: Tool, _ arguments: String...) throws {
    errors = tool.folder.appending(path: ".served-errors")
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
      guard let count = send(rest) else { return }
      rest = rest.dropFirst(count)
      if count == 0 { wait(writing: true, atMost: .seconds(1)) }
    }
  }

  /// Reads until a notification has arrived.
  func wait<Method: ProtocolMethod>(for method: Method.Type) throws -> Method.Params {
    while true {
      for note in notifications {
        if let params = note.params(of: method) { return params }
      }
      wait(writing: false, atMost: .seconds(5))
      try client.read()
    }
  }

  // MARK: - The stream

  func send(_ bytes: ArraySlice<UInt8>) -> Int? {
    let piece = Array(bytes.prefix(1 << 16))
    let count = write(input.fileHandleForWriting.fileDescriptor, piece, piece.count)
    return count >= 0 ? count : [EAGAIN, EINTR].contains(errno) ? 0 : nil
  }

  func receive() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(output.fileHandleForReading.fileDescriptor, &bytes, bytes.count)
    if count > 0 {
      received += String(decoding: bytes[..<count], as: UTF8.self)
      return Array(bytes[..<count])
    }
    return count < 0 && [EAGAIN, EINTR].contains(errno) ? [] : nil
  }

  func wait(writing isWriting: Bool, atMost time: Duration) {
    var files = [
      pollfd(
        fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
    ]
    if isWriting {
      files.append(
        pollfd(
          fd: input.fileHandleForWriting.fileDescriptor, events: Int16(POLLOUT), revents: 0))
    }
    poll(&files, nfds_t(files.count), Int32(time.components.seconds * 1000 + 100))
  }
}
