internal import SignalboxScripting

/// Begins the session anew and does again what was done.
enum ReloadCommand: Command {
  static let name = "reload"
  static let summary = "Loads files and plugins anew, then does again what was done"

  static func run(_ argument: String, at prompt: Prompt) {
    prompt.reload()
  }
}
