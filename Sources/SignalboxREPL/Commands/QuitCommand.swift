/// Leaves the prompt.
enum QuitCommand: Command {
  static let name = "quit"
  static let summary = "Leaves, as Ctrl-D does"

  static func run(_ argument: String, at prompt: Prompt) {
    guard prompt.takesNothing(argument, name) else { return }
    prompt.isFinished = true
  }
}
