internal import Signalbox
internal import SignalboxInspector
internal import SignalboxScripting

/// Lists the possible inputs.
enum HelpCommand {
  static let command = Command(
    "help", "[NAME]", "Shows an overview of the prompt, or describes a command or name", run)

  /// Returns examples of inputs in a suitable order. The examples contain names from the
  /// application or, if there is no application, from the demo.
  private static func firstInputs(_ session: ScriptSession) -> [Row] {
    let names = ApplicationNames(session: session)
    let isLoaded = !session.engine.coordinatorTypeNames.isEmpty
    let link = isLoaded ? names.exampleLink : "shop://product/42"
    let action = isLoaded ? names.actions.first ?? names.declaredActions.first : "Buy"
    func call(_ name: String, _ argument: String) -> String {
      "app:\(name) \(NavigationValue.string(argument))"
    }
    let start =
      session.application == nil ? names.types.first.map { "app:launch \"\($0.name)\"" } : nil
    return [
      isLoaded ? nil : Row(call: ".demo", summary: "loads an example shop to experiment with"),
      session.engine.main == nil
        ? Row(call: start ?? "app:launch()", summary: "starts it") : nil,
      link.map { Row(call: call("open", $0), summary: "opens a deep link") },
      action.map { Row(call: call("tap", $0), summary: "taps a button") },
      Row(call: ".tree", summary: "shows the coordinators and their screens"),
    ].compactMap(\.self)
  }

  private static let shortcuts = [
    Row(call: "app.top.router", summary: "the router of the front coordinator"),
    Row(call: "?app.open", summary: "describes a name and shows its source"),
    Row(call: "=expression", summary: "shows all results, and large values in full"),
    Row(
      call: "_  _1  _err", summary: "the last value, the first value, the last error"),
  ]

  /// An input and its description in the help text.
  private struct Row {
    let call: String
    let summary: String

    init(_ name: String, _ parameters: String, _ summary: String) {
      call = parameters.isEmpty ? ".\(name)" : ".\(name) \(parameters)"
      self.summary = summary
    }

    init(call: String, summary: String) {
      self.call = call
      self.summary = summary
    }

    static let shell = Row(
      call: "!COMMAND", summary: "Runs a shell command, if the project permits it")
  }

  @Sendable private static func run(_ argument: String, _ prompt: Prompt) {
    if !argument.isEmpty { return explain(argument, prompt) }
    let rows =
      CommandCatalog.all.map { Row($0.name, $0.parameters, $0.summary) }
      + prompt.session.host.extensions(of: .command).map { Row($0.name, $0.parameters, $0.summary) }
      + [Row.shell]
    let width = rows.map { DisplayText.width(of: $0.call) }.max() ?? 0
    // Summaries are printed next to the calls if they fit, and otherwise below the calls.
    let window = prompt.style.width()
    let column = width + 4
    let isInline = column + 30 <= window
    let lines = rows.flatMap { row in
      let summary = WrappedText.lines(
        of: row.summary, indent: isInline ? column : 6, width: window)
      guard isInline, let first = summary.first else { return ["  \(row.call)"] + summary }
      let head = "  \(DisplayText.pad(row.call, to: width))  \(first.dropFirst(column))"
      return [head] + summary.dropFirst()
    }
    func prose(_ text: String) -> [String] {
      WrappedText.lines(of: text, indent: 0, width: window) + [""]
    }
    func table(_ rows: [Row]) -> [String] {
      rows.map { "  \(DisplayText.pad($0.call, to: 29))  \($0.summary)" } + [""]
    }
    let introduction = prose(
      "Type Lua: expressions show their values, other code runs. Input continues over several "
        + "lines until it is complete. Ctrl-C discards it, or stops a running script.")
    let abbreviation = prose(
      "You can shorten a command to a unique prefix. .help NAME describes a command.")
    let page =
      table(firstInputs(prompt.session)) + introduction + table(shortcuts) + abbreviation + lines
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
      // Line endings in the source do not end the paragraph.
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

  /// Returns the help text of a command, wrapped to the width of the window.
  private static func page(_ row: Row, _ details: [String], _ prompt: Prompt) -> String {
    let lines = ([row.summary] + details).flatMap {
      WrappedText.lines(of: $0, width: prompt.style.width())
    }
    return ([row.call] + lines).joined(separator: "\n") + "\n"
  }
}
