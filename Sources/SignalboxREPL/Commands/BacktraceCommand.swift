/// Tells how a script came to where it waits.
enum BacktraceCommand: Command {
  static let name = "bt"
  static let summary = "Shows the functions that wait at app:pause()"

  static func run(_ argument: String, at prompt: Prompt) { prompt.backtrace() }
}
