internal import SignalboxInspector

/// Tells what can be typed.
enum HelpCommand: Command {
  static let name = "help"
  static let summary = "Tells what can be typed"

  static func run(_ argument: String, at prompt: Prompt) {
    let calls = CommandCatalog.all.map { command in
      command.parameters.isEmpty ? ".\(command.name)" : ".\(command.name) \(command.parameters)"
    }
    let width = calls.map(DisplayText.width(of:)).max() ?? 0
    let rows = zip(calls, CommandCatalog.all).map { call, command in
      "  \(DisplayText.pad(call, to: width))  \(command.summary)\n"
    }
    prompt.write(
      """
      Type Lua: an expression shows its value, anything else runs. Input goes on over several lines
      until it is whole; Ctrl-C drops it, and stops a script that runs.

        app:launch "Name"  starts a coordinator
        app.top.router     drives the one in front
        =expression        shows all results of a call


      """ + rows.joined())
  }
}
