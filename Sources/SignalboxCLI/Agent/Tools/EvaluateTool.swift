internal import SignalboxProtocol
internal import SignalboxREPL

/// The tool `evaluate`, which runs Lua code at the prompt.
enum EvaluateTool: AgentTool {
  struct Params: MessageFields {
    var code: String

    static let fields = [
      MessageField(
        "code", .string,
        "Lua, such as app.front.name or app:tap(\"Buy\"), or a command of the prompt such as .tree")
    ]
  }

  struct Result: AgentResult {
    var hasFailed: Bool
    var output: String
    var changes: [String]
    var state: String
    var actions: [String]

    static let fields = [
      MessageField("hasFailed", .boolean, "whether the code raised an error"),
      MessageField("output", .string, "the value and the output of the code"),
      MessageField("changes", .list(.string), "the changes to the visible state"),
      MessageField("state", .string, "the visible state"),
      MessageField("actions", .list(.string), "the gestures that are possible next"),
    ]

    var isFailure: Bool { hasFailed }

    var text: String {
      "\(output)\n" + AgentText.section("Changed", changes) + "State: \(AgentText.shown(state))\n"
        + AgentText.section("Possible next", actions)
    }
  }

  static let name = "evaluate"
  static let title = "Evaluate Lua"
  static let summary =
    "Runs Lua in the session of the application, in a sandbox with limits, and returns the value, "
    + "the printed output and the changes. Commands of the prompt work as well; they write no "
    + "files."
  static let effect = AgentEffect.session

  static func run(_ params: Params, _ session: AgentSession) throws(ProtocolError) -> Result {
    let result = try session.act { () throws(ProtocolError) in
      try session.evaluate(params.code)
      return nil
    }
    var output = result.output
    for file in session.takeWritten() where file.mode == .create || file.mode == .replace {
      output += "\(file.path) was not written; call write_scenario\n"
    }
    return Result(
      hasFailed: session.hasFailed, output: output, changes: result.changes, state: result.state,
      actions: result.actions)
  }
}
