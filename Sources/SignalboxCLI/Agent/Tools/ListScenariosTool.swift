internal import Signalbox
internal import SignalboxProtocol
internal import SignalboxREPL

/// The `list_scenarios` tool, which finds scenarios without running them.
enum ListScenariosTool: AgentTool {
  typealias Params = ScenarioSelection

  struct Result: AgentResult {
    var count: Int
    var scenarios: [String]
    var problems: [String]

    static let fields = [
      MessageField("count", .integer(minimum: 0), "the number of scenarios"),
      MessageField(
        "scenarios", .list(.string),
        "the scenarios' identifiers FILE::TITLE, which other tools accept as paths, and their tags"),
      MessageField("problems", .list(.string), "files that failed to load"),
    ]

    var text: String {
      "\(counted(count, "scenario"))\n" + AgentText.section("Scenarios", scenarios)
        + AgentText.section("Files that failed to load", problems)
        + (count > 0 ? "Call run_scenarios with identifiers as paths to run them." : "")
    }
  }

  static let name = "list_scenarios"
  static let title = "List scenarios"
  static let summary =
    "Lists the scenarios that match paths, keywords and tags, without running them."
  static let effect = AgentEffect.nothing

  static func run(_ params: Params, _ session: AgentSession) throws(ProtocolError) -> Result {
    let found = try session.request(ScenarioListMethod.self, params)
    let lines = found.scenarios.map { scenario in
      scenario.id + scenario.tags.map { " #\($0)" }.joined()
        + (scenario.skip.map { " (skipped: \($0))" } ?? "")
    }
    return Result(
      count: lines.count, scenarios: AgentText.shortened(lines, to: 60, characters: 5_000),
      problems: AgentText.shortened(
        found.unloaded.map(AgentReport.line), to: 20, characters: 2_000))
  }
}
