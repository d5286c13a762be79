/// Empties the screen.
enum ClearCommand: Command {
  static let name = "clear"
  static let summary = "Empties the screen"

  static func run(_ argument: String, at prompt: Prompt) {
    guard prompt.takesNothing(argument, name) else { return }
    prompt.clear()
  }
}
