internal import LineEditor
internal import Signalbox
internal import SignalboxInspector
internal import SignalboxScenarios
internal import SignalboxScripting

/// The list of all prompt commands, which help and suggestions use.
///
/// To add a command, add a row to this list. If the command's implementation is long, create a file
/// in this folder.
package enum CommandCatalog {
  /// The commands, in the order of the help text.
  package static let all = [
    HelpCommand.command,
    // The command marks the front screen in the tree.
    Command(drawing: TreeRenderer.self, twin: "app:tree()") { text, prompt in
      text.replacing("← front\n", with: prompt.palette.faint("← you are here") + "\n")
    },
    Command(drawing: ScreenRenderer.self, twin: "app:screen()"),
    Command(drawing: StackRenderer.self, twin: "app:render \"stack\""),
    Command(drawing: LayersRenderer.self, twin: "app:render \"layers\""),
    EventsCommand.command, CdCommand.command, LsCommand.command, WatchCommand.command,
    Command(
      "undo", "[COUNT]", "Undoes the last steps (default 1)",
      details: """
        A step is the change of one call, including its callbacks. Undoing calls no callbacks.
        .redo restores steps until you run a new step.
        """,
      twin: "app:undo(1), which counts operations"
    ) { argument, prompt in
      guard let history = StepHistory("undo", at: prompt),
        let count = history.count(argument, "undo")
      else { return }
      guard history.present > history.first else {
        return prompt.write("  \(prompt.palette.faint("·")) nothing to undo\n")
      }
      history.go(to: max(history.first, history.present - min(count, history.present)), "undo")
    },
    Command(
      "redo", "[COUNT]", "Redoes undone steps (default 1)",
      twin: "app:redo(1), which counts operations"
    ) { argument, prompt in
      guard let history = StepHistory("redo", at: prompt),
        let count = history.count(argument, "redo")
      else { return }
      guard history.present < history.last else {
        return prompt.write("  \(prompt.palette.faint("·")) nothing to redo\n")
      }
      history.go(to: history.present + min(count, history.last - history.present), "redo")
    },
    AtCommand.command, DiffCommand.command, GraphCommand.command, LoadCommand.command,
    LoadCommand.demo,
    Command(
      "reload", "Reloads files and plugins, then repeats the steps",
      details: "Reports the first step with a different result, and the difference."
    ) { _, prompt in prompt.reload() },
    Command("bt", "Shows the traceback of a script that waits at app:pause()") { _, prompt in
      prompt.backtrace()
    },
    Command("continue", "Continues a script that waits at app:pause(), as Ctrl-D does") {
      _, prompt in prompt.goOn()
    },
    ExpectCommand.command, SaveCommand.command, RecordCommand.command, ReplayCommand.command,
    TimeCommand.command, ExploreCommand.explore, ExploreCommand.path,
    Command(
      "edit", "Opens the last input in $VISUAL or $EDITOR, and runs the saved text",
      details: "Ctrl-X Ctrl-E opens the current input. If the saved file is empty, nothing runs.",
      twin: "none: a script has no terminal"
    ) { _, prompt in
      guard let host = prompt.commandHost(for: "edit") else { return }
      do throws(ScriptError) {
        let text = try host.edit(prompt.inputs.lastText).trimmed
        if text.isEmpty { return prompt.write("  the file is empty, so nothing runs\n") }
        prompt.write(prompt.label + text + "\n")
        prompt.take(text)
        if prompt.isPending { prompt.dropPending() }
      } catch {
        prompt.fail(".edit: \(error.message)", error.hint)
      }
    },
    Command(
      "leaks", "Lists leaked objects and the owners that retain them",
      details: "Objects retained only by the .undo history are counted separately.",
      twin: "app:leaks()"
    ) { _, prompt in
      let all = prompt.session.leaks(ignoring: prompt.results.names)
      let leaks = all.filter { $0.holders != ["undo history"] }
      for leak in leaks { prompt.write("  \(leak)\n") }
      let held = all.count - leaks.count
      let undoable = held == 0 ? "" : "; .undo retains \(counted(held, "object"))"
      if leaks.isEmpty { prompt.write("  nothing leaks\(undoable)\n") }
      if !leaks.isEmpty, held > 0 {
        prompt.write("  .undo retains \(counted(held, "more object"))\n")
      }
    },
    PluginsCommand.command,
    Command(
      "doctor", "Checks Lua, the terminal, files and plugins",
      details: "Prints the report of signalbox doctor, and the reason if previews are unavailable."
    ) { _, prompt in
      guard let host = prompt.commandHost(for: "doctor") else { return }
      do throws(ScriptError) {
        prompt.write(try host.health())
        if let failure = prompt.host.previewFailure() {
          prompt.write("Previews are unavailable: \(failure)\n")
        }
      } catch {
        prompt.fail(error.message, error.hint)
      }
    },
    Command("keys", "Lists the keys of the prompt") { _, prompt in
      let all = KeyTable.sections.flatMap(\.bindings)
      let width = all.map { DisplayText.width(of: $0.title) }.max() ?? 0
      let sections = KeyTable.sections.map { section in
        let rows = section.bindings.map { binding in
          "  \(DisplayText.pad(binding.title, to: width))  \(binding.summary)\n"
        }
        return prompt.palette.strong(section.title) + "\n" + rows.joined()
      }
      prompt.write(sections.joined(separator: "\n"))
    },
    Command("clear", "Clears the screen") { _, prompt in prompt.host.clear() },
    Command("quit", "Leaves the prompt, as Ctrl-D does") { _, prompt in prompt.quit() },
  ]

  /// Returns the command with the given name, or `nil` if there is none.
  package static func command(named name: String) -> Command? { all.first { $0.name == name } }
}
