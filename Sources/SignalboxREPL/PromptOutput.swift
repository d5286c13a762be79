internal import SignalboxInspector
package import SignalboxScenarios
package import SignalboxScripting

/// Writes a prompt's results and errors.
package final class PromptOutput {
  package var palette: TextPalette
  let write: (String) -> Void
  /// Receives script output as bytes; `nil` to write the output as text.
  private let writeBytes: (([UInt8]) -> Void)?
  /// Receives the errors of inputs from a file or pipe; `nil` to write errors with the results.
  package var writeFailure: ((String) -> Void)?
  /// The number of the next line of the input file; `nil` for typed input.
  package var lineNumber: Int?
  /// The line of the running input.
  private var firstLine: Int?
  /// The number of errors so far.
  private(set) var failureCount = 0

  init(
    palette: TextPalette, write: @escaping (String) -> Void, writeBytes: (([UInt8]) -> Void)?
  ) {
    self.palette = palette
    self.write = write
    self.writeBytes = writeBytes
  }

  func beginInput() { firstLine = lineNumber }

  func endInput() { firstLine = nil }

  /// Receives script output.
  var printer: ScriptPrinter {
    writeBytes.map { write in ScriptPrinter(bytes: { write($0 + [UInt8(ascii: "\n")]) }) }
      ?? ScriptPrinter(text: { [write] in write($0 + "\n") })
  }

  /// Reports an error in one line.
  func fail(_ message: String, _ hint: String?) {
    let text = hint.map { "\(message); \($0)" } ?? message
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let clean = lines.map { DisplayText.line(String($0)) }.joined(separator: "\n")
    reportFailure("\(palette.failure("✗")) \(clean)\n")
  }

  /// Writes an error. For input from a file, adds the line number and writes to a separate
  /// destination.
  ///
  /// - Parameter line: The line within the input.
  func reportFailure(_ text: String, line: Int = 1) {
    failureCount += 1
    guard let writeFailure, let firstLine else { return (writeFailure ?? write)(text) }
    let end = text.firstIndex(of: "\n") ?? text.endIndex
    writeFailure("\(text[..<end])\n  standard input:\(firstLine + line - 1)\(text[end...])")
  }
}

/// The functions that a prompt's host provides.
package struct PromptHooks {
  /// Clears the terminal, if the prompt has one.
  package var clear: () -> Void = {}
  /// The reason why previews are not available; `nil` if they are available or not supported.
  package var previewFailure: () -> String? = { nil }
  /// Loads the files into a reloaded session and returns whether all files loaded.
  package var prepare: (ScriptSession) -> Bool = { _ in true }
  /// Passes lines to a prompt until it ends, for `app:pause()`. If `converse` is `nil`, no prompt
  /// opens.
  package var converse: ((Prompt) -> Void)?
  /// Whether the running request was stopped; no more of its inputs may run.
  package var isStopped: () -> Bool = { false }
  /// Sets another session that a stop request ends in addition to the prompt's session; `nil` for
  /// none.
  package var stopAlso: (ScriptStopper?) -> Void = { _ in }
}

/// The inputs of a prompt.
package struct PromptInputs {
  /// The lines of an incomplete input.
  package internal(set) var pending: [String] = []
  /// The last Lua input.
  private(set) var lastText = ""
  /// The duration of the last input.
  package private(set) var lastTime: Duration?
  private(set) var count = 0
  /// The inputs whose text is cached, oldest first.
  private var names: [String] = []
  /// Inputs that wait while another input runs during a pause.
  private var waiting: [(pending: [String], count: Int)] = []

  /// The minimum number of inputs to keep for excerpts.
  private static let maxSources = 10_000

  /// Begins an input and returns the input's name in messages.
  mutating func begin(_ text: String, _ sources: SourceCache) -> String {
    waiting.append((pending, count))
    pending = []
    // Other prompts of the session share the cache.
    repeat { count += 1 } while sources["input \(count)"] != nil
    let name = "input \(count)"
    sources[name] = Array(text.utf8)
    return name
  }

  /// Removes an incomplete input.
  mutating func takeBack(_ name: String, _ sources: SourceCache) {
    if let before = waiting.popLast() { (pending, count) = before }
    sources[name] = nil
  }

  /// Ends an input, stores its text for excerpts, and drops the text of an old input.
  mutating func end(_ name: String, _ text: String, _ time: Duration?, _ sources: SourceCache) {
    _ = waiting.popLast()
    (lastText, lastTime) = (text, time)
    names.append(name)
    guard names.count > 2 * Self.maxSources else { return }
    for name in names.prefix(Self.maxSources) { sources[name] = nil }
    names.removeFirst(Self.maxSources)
  }
}
