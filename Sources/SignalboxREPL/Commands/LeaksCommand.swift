internal import Signalbox
internal import SignalboxScripting

/// Lists what is alive and out of reach.
enum LeaksCommand: Command {
  static let name = "leaks"
  static let summary = "Lists what is alive and out of reach, and who holds it"
  static let details = "What only the history of .undo holds is no leak and counted apart."
  static let twin = "app:leaks()"

  /// How the engine calls the history among those who hold something.
  private static let history = ["undo history"]

  static func run(_ argument: String, at prompt: Prompt) {
    guard prompt.takesNothing(argument, name) else { return }
    let session = prompt.session
    let all = session.leaks(ignoring: prompt.results.names)
    let leaks = all.filter { $0.holders != history }
    for leak in leaks { prompt.write("  \(leak)\n") }
    let held = all.count - leaks.count
    let undoable = held == 0 ? "" : "; \(held) held for .undo"
    if leaks.isEmpty { prompt.write("  nothing leaks\(undoable)\n") }
    if !leaks.isEmpty, held > 0 { prompt.write("  and \(held) held for .undo\n") }
  }
}
