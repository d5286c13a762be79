internal import SignalboxFiles
internal import SignalboxProtocol
internal import SignalboxREPL

/// The `evaluate` tool, which runs Lua code at the prompt.
enum EvaluateTool: AgentTool {
  struct Params: MessageFields {
    var code: String

    static let fields = [
      MessageField(
        "code", .string,
        "Lua, such as app.front.name or app:tap(\"Buy\"), or a prompt command such as .tree")
    ]
  }

  struct Result: AgentResult {
    var hasFailed: Bool
    var output: String
    var changes: [String]
    var state: String
    var actions: [String]

    static let fields = [
      MessageField(
        "hasFailed", .boolean, "whether the code raised an error or the prompt command failed"),
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
    let paths = Set(session.takeWritten().filter { $0.mode != .append }.map(\.path)).sorted()
    let output = paths.reduce(result.output) { Self.text($0, without: $1) }
    return Result(
      hasFailed: session.hasFailed, output: output, changes: result.changes, state: result.state,
      actions: result.actions)
  }

  /// Replaces the lines in which a command reports a file, because this tool writes no files.
  private static func text(_ output: String, without path: String) -> String {
    let reports = ["  wrote ", "  recording to "]
    let kept = output.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      !(line.contains(path) && reports.contains { line.hasPrefix($0) })
    }
    let advice =
      path.hasSuffix(FolderSearch.ending)
      ? "call write_scenario to write a scenario"
      : "the user can write it at the prompt of signalbox repl"
    let text = kept.joined(separator: "\n")
    let end = text.isEmpty || text.hasSuffix("\n") ? "" : "\n"
    return text + end + "\(path) was not written; \(advice)\n"
  }
}
