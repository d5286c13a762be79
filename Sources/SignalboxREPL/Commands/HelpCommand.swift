internal import SignalboxInspector
internal import SignalboxScripting

/// Tells what can be typed.
enum HelpCommand {
  static let command = Command(
    "help", "[NAME]", "Tells what can be typed, or what a name is, as ?NAME does", run)

  /// A command as help shows it.
  private struct Row {
    let call: String
    let summary: String

    init(_ name: String, _ parameters: String, _ summary: String) {
      call = parameters.isEmpty ? ".\(name)" : ".\(name) \(parameters)"
      self.summary = summary
    }

    private init(call: String, summary: String) {
      self.call = call
      self.summary = summary
    }

    static let shell = Row(
      call: "!COMMAND", summary: "Runs a command of the shell, where that is granted")
  }

  @Sendable private static func run(_ argument: String, _ prompt: Prompt) {
    if !argument.isEmpty { return explain(argument, prompt) }
    let rows =
      CommandCatalog.all.map { Row($0.name, $0.parameters, $0.summary) }
      + prompt.session.extensions(of: .command).map { Row($0.name, $0.parameters, $0.summary) }
      + [Row.shell]
    let width = rows.map { DisplayText.width(of: $0.call) }.max() ?? 0
    // Beside the calls where that leaves room enough, else below them.
    let window = prompt.style.width()
    let column = width + 4
    let isBeside = column + 30 <= window
    let lines = rows.flatMap { row in
      let summary = WrappedText.lines(
        of: row.summary, indent: isBeside ? column : 6, width: window)
      guard isBeside, let first = summary.first else { return ["  \(row.call)"] + summary }
      let head = "  \(DisplayText.pad(row.call, to: width))  \(first.dropFirst(column))"
      return [head] + summary.dropFirst()
    }
    func prose(_ text: String) -> [String] {
      WrappedText.lines(of: text, indent: 0, width: window) + [""]
    }
    let page =
      prose(
        "Type Lua: an expression shows its value, anything else runs. Input goes on over several "
          + "lines until it is whole; Ctrl-C drops it, and stops a script that runs.")
      + [
        "  app:launch \"Name\"  starts a coordinator",
        "  app.top.router     drives the one in front",
        "  ?app.open          tells what a name is, from where it is defined",
        "  =expression        shows all results of a call, and all of a large value",
        "  _  _1  _err        the last value, the first one shown, the last error", "",
      ]
      + prose(
        "The beginning of a command's name is enough where no other begins so; .help NAME tells "
          + "more.") + lines
    prompt.write(page.joined(separator: "\n") + "\n")
  }

  private static func explain(_ argument: String, _ prompt: Prompt) {
    let name = argument.hasPrefix(".") ? String(argument.dropFirst()) : argument
    if name == "!" {
      return prompt.write(page(Row.shell, [ShellLine.permissionHint], prompt))
    }
    switch CommandName.find(name, in: prompt.session) {
    case .own(let command):
      let row = Row(command.name, command.parameters, command.summary)
      // One paragraph: where its lines end in the source is nothing to the window.
      let details = command.details.replacing("\n", with: " ")
      prompt.write(
        page(row, (details.isEmpty ? [] : [details]) + ["in scripts: \(command.twin)"], prompt))
    case .plugin(let command):
      let row = Row(command.name, command.parameters, command.summary)
      prompt.write(page(row, ["in scripts: app:command \"\(command.name)\""], prompt))
    case .none(let message, let hint):
      if argument.hasPrefix(".") { prompt.fail(message, hint) } else { prompt.explain(argument) }
    }
  }

  /// A command with what there is to say of it, in lines that fit.
  private static func page(_ row: Row, _ details: [String], _ prompt: Prompt) -> String {
    let lines = ([row.summary] + details).flatMap {
      WrappedText.lines(of: $0, width: prompt.style.width())
    }
    return ([row.call] + lines).joined(separator: "\n") + "\n"
  }
}
