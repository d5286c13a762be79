internal import SignalboxInspector
package import SignalboxScenarios
package import SignalboxScripting

/// Writes a prompt's results and errors.
package final class PromptOutput {
  package var palette: TextPalette
  let write: (String) -> Void
  /// A closure that receives script output as bytes, or `nil` to write the output as text.
  private let writeBytes: (([UInt8]) -> Void)?
  /// A closure that receives the errors of inputs from a file or pipe, or `nil` to write errors
  /// together with the results.
  package var writeFailure: ((String) -> Void)?
  /// The number of the next line in the input file, or `nil` for typed input.
  package var lineNumber: Int?
  /// The number of the first line of the running input, or `nil` for typed input.
  private var firstLine: Int?
  /// The number of errors that have been reported.
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

  /// The destination for script output.
  var printer: ScriptPrinter {
    writeBytes.map { write in ScriptPrinter(bytes: { write($0 + [UInt8(ascii: "\n")]) }) }
      ?? ScriptPrinter(text: { [write] in write($0 + "\n") })
  }

  /// Prints an error, followed by its hint, if any.
  func fail(_ message: String, _ hint: String?) {
    let text = hint.map { "\(message); \($0)" } ?? message
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let clean = lines.map { DisplayText.line(String($0)) }.joined(separator: "\n")
    reportFailure("\(palette.failure("✗")) \(clean)\n")
  }

  /// Writes an error. An error in an input from a file includes the line number and is written to a
  /// separate destination.
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
  /// A closure that clears the terminal, if the prompt has a terminal.
  package var clear: () -> Void = {}
  /// A closure that returns the reason why previews are not available. The closure returns `nil` if
  /// previews are available, or if the prompt has no previews.
  package var previewFailure: () -> String? = { nil }
  /// A closure that loads the files into a reloaded session and returns whether all files loaded.
  package var prepare: (ScriptSession) -> Bool = { _ in true }
  /// A closure that passes lines to a prompt until the prompt ends, for `app:pause()`. If the value
  /// is `nil`, no prompt opens.
  package var converse: ((Prompt) -> Void)?
  /// A closure that returns whether the running request was stopped, so that no further inputs of
  /// the request may run.
  package var isStopped: () -> Bool = { false }
  /// A closure that sets or removes the stopper of another session. A stop request also ends the
  /// scripts of this session.
  package var stopAlso: (ScriptStopper?) -> Void = { _ in }
}

/// The inputs of a prompt.
package struct PromptInputs {
  /// The lines of an incomplete input.
  package internal(set) var pending: [String] = []
  /// The last Lua input.
  private(set) var lastText = ""
  /// The duration of the last input, or `nil` if it was not measured.
  package private(set) var lastTime: Duration?
  private(set) var count = 0
  /// The inputs whose text is cached, oldest first.
  private var names: [String] = []
  /// The inputs that wait while another input runs during a pause.
  private var waiting: [(pending: [String], count: Int)] = []

  /// The minimum number of recent inputs whose text is kept for excerpts.
  private static let maxSources = 10_000

  /// Begins an input and returns the name that identifies it in messages.
  mutating func begin(_ text: String, _ sources: SourceCache) -> String {
    waiting.append((pending, count))
    pending = []
    // Other prompts of the same session share the cache, so a name may already be in use.
    repeat { count += 1 } while sources["input \(count)"] != nil
    let name = "input \(count)"
    sources[name] = Array(text.utf8)
    return name
  }

  /// Removes an incomplete input, whose lines become pending again.
  mutating func takeBack(_ name: String, _ sources: SourceCache) {
    if let before = waiting.popLast() { (pending, count) = before }
    sources[name] = nil
  }

  /// Ends an input. If the texts of too many inputs are cached, drops the oldest texts.
  mutating func end(_ name: String, _ text: String, _ time: Duration?, _ sources: SourceCache) {
    _ = waiting.popLast()
    (lastText, lastTime) = (text, time)
    names.append(name)
    guard names.count > 2 * Self.maxSources else { return }
    for name in names.prefix(Self.maxSources) { sources[name] = nil }
    names.removeFirst(Self.maxSources)
  }
}
