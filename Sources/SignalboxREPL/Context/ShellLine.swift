internal import SignalboxScripting

/// A line that begins with `!` and contains a shell command.
enum ShellLine {
  /// A hint that explains how to allow shell commands.
  static let permissionHint =
    "permit them with --allow repl=run, or repl = { shell = true } in signalbox.lua"

  static func run(_ command: String, at prompt: Prompt) {
    guard !command.isEmpty else {
      return prompt.fail("! requires a shell command: !ls")
    }
    guard let host = prompt.context.host else {
      return prompt.fail("!\(command): this prompt does not run shell commands")
    }
    do throws(ScriptError) {
      let code = try host.runShell(command)
      if code != 0 { prompt.fail("!\(command) ended with exit code \(code)") }
    } catch {
      prompt.fail(error.message, error.hint)
    }
  }
}
