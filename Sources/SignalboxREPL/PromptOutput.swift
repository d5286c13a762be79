internal import SignalboxInspector
internal import SignalboxScenarios
package import SignalboxScripting

/// Where a prompt writes its answers and what goes wrong.
package final class PromptOutput {
  let palette: TextPalette
  let write: (String) -> Void
  /// Takes what scripts print as bytes; `nil` where that is text as well.
  private let writeBytes: (([UInt8]) -> Void)?
  /// Takes what goes wrong, for inputs that no person types; `nil` where that is between the answers.
  package var writeFailure: ((String) -> Void)?
  /// The number of the line that is taken next, in what the inputs come from; `nil` for a person.
  package var lineNumber: Int?
  /// That of the input that runs.
  private var firstLine: Int?
  /// How much has failed so far.
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

  /// Takes what scripts print.
  var printer: ScriptPrinter {
    writeBytes.map { write in ScriptPrinter(bytes: { write($0 + [UInt8(ascii: "\n")]) }) }
      ?? ScriptPrinter(text: { [write] in write($0 + "\n") })
  }

  /// One line with what went wrong.
  func fail(_ message: String, _ hint: String?) {
    let text = hint.map { "\(message); \($0)" } ?? message
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let clean = lines.map { DisplayText.line(String($0)) }.joined(separator: "\n")
    reportFailure("\(palette.failure("✗")) \(clean)\n")
  }

  /// Writes what went wrong; for inputs that no person types with the line of the input, and apart.
  ///
  /// - Parameter line: The line within the input.
  func reportFailure(_ text: String, line: Int = 1) {
    failureCount += 1
    guard let writeFailure, let firstLine else { return (writeFailure ?? write)(text) }
    let end = text.firstIndex(of: "\n") ?? text.endIndex
    writeFailure("\(text[..<end])\n  standard input:\(firstLine + line - 1)\(text[end...])")
  }
}

/// What the host of a prompt does for it.
package struct PromptHooks {
  /// Empties the screen, where there is one.
  package var clear: () -> Void = {}
  /// Why no previews are shown while a line is typed; `nil` while there are, or nothing shows any.
  package var previewFailure: () -> String? = { nil }
  /// Loads the files into a reloaded session; returns whether that succeeded.
  package var prepare: (ScriptSession) -> Bool = { _ in true }
  /// Hands lines to a prompt until it asks for no more: how `app:pause()` waits for its user.
  /// Without one there is no prompt to open.
  package var converse: ((Prompt) -> Void)?
}

/// What was typed at a prompt.
package struct PromptInputs {
  /// The lines of an input that is not whole yet.
  package internal(set) var pending: [String] = []
  /// The last input of Lua.
  private(set) var lastText = ""
  /// How long it took.
  package private(set) var lastTime: Duration?
  private(set) var count = 0
  /// The inputs whose texts are cached, the oldest first.
  private var names: [String] = []
  /// What waits while the input runs: a pause in it takes further ones.
  private var waiting: [(pending: [String], count: Int)] = []

  /// At least so many inputs of this prompt can be excerpted.
  private static let maxSources = 10_000

  /// Begins an input, and returns how messages call it.
  mutating func begin(_ text: String, _ sources: SourceCache) -> String {
    waiting.append((pending, count))
    pending = []
    // Other prompts of the session share the cache.
    repeat { count += 1 } while sources["input \(count)"] != nil
    let name = "input \(count)"
    sources[name] = Array(text.utf8)
    return name
  }

  /// Takes an input back that is not whole.
  mutating func takeBack(_ name: String, _ sources: SourceCache) {
    if let before = waiting.popLast() { (pending, count) = before }
    sources[name] = nil
  }

  /// Ends an input: its text is kept for excerpts, that of an old one is dropped.
  mutating func end(_ name: String, _ text: String, _ time: Duration?, _ sources: SourceCache) {
    _ = waiting.popLast()
    (lastText, lastTime) = (text, time)
    names.append(name)
    guard names.count > 2 * Self.maxSources else { return }
    for name in names.prefix(Self.maxSources) { sources[name] = nil }
    names.removeFirst(Self.maxSources)
  }
}
