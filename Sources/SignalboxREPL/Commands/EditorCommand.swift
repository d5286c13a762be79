internal import SignalboxScripting

/// Lets the user write an input in their own editor.
enum EditorCommand: Command {
  static let name = "edit"
  static let summary = "Opens the last input in $VISUAL or $EDITOR, and runs what is saved there"
  static let details = "Ctrl-X Ctrl-E opens what is typed. An empty file runs nothing."
  static let twin = "none: a script has no terminal"

  static func run(_ argument: String, at prompt: Prompt) {
    guard prompt.takesNothing(argument, name), let host = prompt.host(for: name) else { return }
    do throws(ScriptError) {
      let text = try host.edit(prompt.lastText).trimmed
      if text.isEmpty { return prompt.write("  nothing was written, nothing runs\n") }
      prompt.write(prompt.label + text + "\n")
      prompt.take(text)
      if prompt.isPending { prompt.dropPending() }
    } catch {
      prompt.fail(".edit: \(error.message)", error.hint)
    }
  }
}
