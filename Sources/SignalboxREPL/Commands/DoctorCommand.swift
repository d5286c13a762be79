internal import SignalboxScripting

/// Looks for what is wrong around the session.
enum DoctorCommand: Command {
  static let name = "doctor"
  static let summary = "Looks for what is wrong: Lua, terminal, files, plugins"
  static let details = "It tells what signalbox doctor tells, and why previews are missing where they are."

  static func run(_ argument: String, at prompt: Prompt) {
    guard prompt.takesNothing(argument, name) else { return }
    guard let host = prompt.host(for: name) else { return }
    do throws(ScriptError) {
      prompt.write(try host.health())
      if let failure = prompt.previewFailure() {
        prompt.write("No previews are shown while you type: \(failure)\n")
      }
    } catch {
      prompt.fail(error.message, error.hint)
    }
  }
}
