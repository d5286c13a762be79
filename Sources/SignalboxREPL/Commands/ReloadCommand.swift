internal import SignalboxScripting

/// Begins the session anew and does again what was done.
enum ReloadCommand: Command {
  static let name = "reload"
  static let summary = "Loads files and plugins anew, then does again what was done"
  static let details = "Where that comes out differently, it says at which step and how."

  static func run(_ argument: String, at prompt: Prompt) {
    guard prompt.takesNothing(argument, name) else { return }
    prompt.reload()
  }
}
