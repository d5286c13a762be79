import Foundation
import TerminalShim
import Testing

/// Runs the built program in its own terminal, as a user would run it.
final class Terminal {
  /// The output after the last text for which a test has waited.
  private var shown: [UInt8] = []
  private let terminal: Int32
  private let process: pid_t
  private var hasEnded = false
  /// The time limit for missing output.
  private let end = ContinuousClock.now + .seconds(240)

  /// The missing output, and the actual output.
  struct Silence: Error, CustomStringConvertible {
    let description: String
  }

  /// Starts the tool in a folder, with a terminal that can interrupt the tool.
  convenience init(
    _ arguments: String..., folder: URL, environment: [String] = ["TERM=dumb"]
  ) throws {
    try self.init(arguments, folder: folder, environment: environment)
  }

  /// Starts the tool in a folder, with a terminal that can interrupt the tool.
  convenience init(
    _ arguments: [String], folder: URL, environment: [String] = ["TERM=dumb"]
  ) throws {
    try self.init(
      running: [try Tool.path().path] + arguments, folder: folder, environment: environment)
  }

  /// Starts any program.
  init(running command: [String], folder: URL, environment: [String] = ["TERM=dumb"]) throws {
    let options = Tool.sanitizerOptions.map { "\($0.key)=\($0.value)" }
    var words = Self.copies(command)
    var variables = Self.copies(environment + options)
    defer {
      for text in words + variables { free(text) }
    }
    var terminal: Int32 = -1
    process = terminal_start(folder.path, &words, &variables, &terminal)
    self.terminal = terminal
    try #require(process > 0)
  }

  deinit {
    close(terminal)
    guard !hasEnded else { return }
    kill(process, SIGKILL)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }

  /// C strings, and the NULL that ends a list of them.
  private static func copies(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { strdup($0) } + [nil]
  }

  /// Types text, including control characters.
  func type(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Silence(description: "nobody reads what is typed") }
      rest = rest.dropFirst(count)
    }
  }

  /// Waits until the text appears.
  ///
  /// - Returns: The output before the text, since the last call.
  @discardableResult
  func wait(for text: String) throws -> String {
    while true {
      let screen = String(decoding: shown, as: UTF8.self)
      if let range = screen.range(of: text) {
        shown = Array(screen[range.upperBound...].utf8)
        return String(screen[..<range.lowerBound])
      }
      guard read() else {
        throw Silence(description: "\"\(text)\" did not appear after:\n\(screen)")
      }
    }
  }

  /// - Returns: `false` at the end of the output, or when the time limit is reached.
  private func read() -> Bool {
    let left = Int32(clamping: Int64((end - ContinuousClock.now) / .milliseconds(1)))
    var file = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    guard left > 0, poll(&file, 1, left) > 0 else { return false }
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = Foundation.read(terminal, &chunk, chunk.count)
    shown += chunk[..<max(count, 0)]
    return count > 0
  }

  /// Sets the width of the terminal.
  func resize(columns: UInt16) {
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
  }

  /// Returns after the tool has used another 50 ms of processor time.
  func awaitWork() { ProcessWork.await(process) }

  /// The processor time of the tool.
  var processorTime: Duration { .nanoseconds(ProcessWork.time(of: process)) }

  /// Sends a signal to the tool.
  func send(_ signal: Int32) { kill(process, signal) }

  /// Waits for the end of the tool, and returns the output since the last call.
  func rest() throws -> String {
    _ = try finish()
    return String(decoding: shown, as: UTF8.self)
  }

  /// Waits for the end of the tool and returns its exit code, as a shell would.
  func finish() throws -> Int32 {
    while read() {}
    var status: Int32 = 0
    try #require(waitpid(process, &status, 0) == process)
    hasEnded = true
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }
}
