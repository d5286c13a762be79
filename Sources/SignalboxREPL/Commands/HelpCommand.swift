internal import SignalboxInspector
internal import SignalboxScripting

/// Tells what can be typed.
enum HelpCommand: Command {
  static let name = "help"
  static let parameters = "[NAME]"
  static let summary = "Tells what can be typed, or what a name is, as ?NAME does"

  static func run(_ argument: String, at prompt: Prompt) {
    if !argument.isEmpty {
      // Here a command's name goes before others.
      let isCommand = CommandCatalog.command(named: argument) != nil
      return prompt.explain(isCommand ? ".\(argument)" : argument)
    }
    let own = CommandCatalog.all.map { ($0.name, $0.parameters, $0.summary) }
    let added = prompt.session.extensions(of: .command).map {
      ($0.name, $0.parameters, $0.summary)
    }
    let commands = own + added
    let calls = commands.map { name, parameters, _ in
      parameters.isEmpty ? ".\(name)" : ".\(name) \(parameters)"
    }
    let width = calls.map(DisplayText.width(of:)).max() ?? 0
    let rows = zip(calls, commands).map { call, command in
      "  \(DisplayText.pad(call, to: width))  \(command.2)\n"
    }
    prompt.write(
      """
      Type Lua: an expression shows its value, anything else runs. Input goes on over several lines
      until it is whole; Ctrl-C drops it, and stops a script that runs.

        app:launch "Name"  starts a coordinator
        app.top.router     drives the one in front
        ?app.open          tells what a name is, from where it is defined
        =expression        shows all results of a call, and all of a large value
        _  _1  _err        the last value, the first one shown, the last error


      """ + rows.joined())
  }
}
