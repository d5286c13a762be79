/// Lets a script that waits at `app:pause()` go on.
enum ContinueCommand: Command {
  static let name = "continue"
  static let summary = "Lets a script that waits at app:pause() go on, as Ctrl-D does"

  static func run(_ argument: String, at prompt: Prompt) { prompt.goOn() }
}
