internal import ArgumentParser
internal import LineEditor
internal import SystemLibrary

/// The options of the prompt.
struct PromptOptions: ParsableArguments {
  @Flag(
    name: .shortAndLong,
    help:
      "Open a prompt, even if the input is not a terminal; the code passed with -e is run first.")
  var interactive = false

  @Flag(help: "Read plain lines without the line editor.")
  var plain = false

  @Flag(help: "Do not read or write the history file.")
  var noHistory = false

  /// The default values, for command lines that are not parsed.
  static var unset: PromptOptions {
    var options = PromptOptions()
    options.interactive = false
    options.plain = false
    options.noHistory = false
    return options
  }

  /// Returns these options, combined with the options of the enclosing command.
  func merged(with outer: PromptOptions) -> PromptOptions {
    var result = self
    result.interactive = interactive || outer.interactive
    result.plain = plain || outer.plain
    result.noHistory = noHistory || outer.noHistory
    return result
  }

  var habits: PromptHabits { PromptHabits(isPlain: plain, keepsHistory: !noHistory) }
}

/// The settings of a prompt, which apply to every command that opens a prompt.
struct PromptHabits {
  /// Whether the prompt reads plain lines instead of using the line editor.
  var isPlain = false
  /// Whether the history is read and written.
  var keepsHistory = true

  /// Returns the history, with its file if the history is kept.
  ///
  /// - Parameter warn: A closure that is called at most once, with a one-sentence warning.
  func history(warn: @escaping (String) -> Void) -> LineHistory {
    let path = HistoryFile.standardPath { name in getenv(name).map { String(cString: $0) } }
    guard keepsHistory, let path else { return LineHistory() }
    return LineHistory(file: HistoryFile(path: path, warn: warn))
  }
}
