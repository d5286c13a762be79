internal import ArgumentParser
internal import LineEditor
internal import SystemLibrary

/// How the prompt behaves.
struct PromptOptions: ParsableArguments {
  @Flag(name: .short, help: "Open a prompt after the code of -e.")
  var interactive = false

  @Flag(help: "Read plain lines, without the line editor.")
  var plain = false

  @Flag(help: "Neither read nor write the history file.")
  var noHistory = false

  /// These, and those of the command above.
  func merged(with outer: PromptOptions) -> PromptOptions {
    var result = self
    result.interactive = interactive || outer.interactive
    result.plain = plain || outer.plain
    result.noHistory = noHistory || outer.noHistory
    return result
  }

  var habits: PromptHabits { PromptHabits(isPlain: plain, keepsHistory: !noHistory) }
}

/// How the prompt behaves, wherever it is opened.
struct PromptHabits {
  /// Whether plain lines are read, without an editor.
  var isPlain = false
  /// Whether what was typed before is read, and what is typed kept.
  var keepsHistory = true

  /// What was typed before, and where that is kept.
  ///
  /// - Parameter warn: Called at most once with the reason that it cannot be saved.
  func history(warn: @escaping (String) -> Void) -> LineHistory {
    let path = HistoryFile.standardPath { name in getenv(name).map { String(cString: $0) } }
    guard keepsHistory, let path else { return LineHistory() }
    return LineHistory(file: HistoryFile(path: path, warn: warn))
  }
}
