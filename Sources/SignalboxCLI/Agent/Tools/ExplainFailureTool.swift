internal import Signalbox
internal import SignalboxProtocol
internal import SignalboxREPL

/// The `explain_failure` tool, which runs a scenario and returns the scenario's steps and failure.
enum ExplainFailureTool: AgentTool {
  struct Params: MessageFields {
    var scenario: String

    static let fields = [
      MessageField("scenario", .string, "the identifier FILE::TITLE, or FILE:LINE")
    ]
  }

  struct Result: AgentResult {
    var scenario: String
    var status: String
    var failure: [String]
    var steps: [String]
    var tree: [String]
    var output: [String]

    static let fields = [
      MessageField("scenario", .string, "the identifier"),
      MessageField(
        "status", .string, "passed, failed, flaky, skipped, todo, failedAsExpected or notRun"),
      MessageField(
        "failure", .list(.string),
        "the error with its location, the differences and their causes, and the changes of the "
          + "last step"),
      MessageField(
        "steps", .list(.string),
        "the steps with their lines and effects; ✗ marks a "
          + "failed step"),
      MessageField("tree", .list(.string), "the coordinators and screens when the scenario failed"),
      MessageField("output", .list(.string), "the output of the scenario"),
    ]

    var text: String {
      "\(scenario): \(status)\n" + AgentText.section("Failure", failure)
        + AgentText.section("Steps", steps) + AgentText.section("At the failure", tree)
        + AgentText.section("Printed", output)
    }
  }

  static let name = "explain_failure"
  static let title = "Explain a failure"
  static let summary =
    "Runs one scenario and returns its steps with their effects. If the scenario fails, also "
    + "returns the expected and actual values, the causes of the differences, and the tree of "
    + "coordinators."
  static let effect = AgentEffect.nothing

  static func run(_ params: Params, _ session: AgentSession) throws(ProtocolError) -> Result {
    var run = ScenarioRunMethod.Params(paths: [params.scenario])
    (run.snapshots, run.recordings) = (ScenarioRunMethod.Snapshots.none, .off)
    let summary = try session.request(ScenarioRunMethod.self, run)
    let results = session.takeResults().compactMap(\.table)
    guard let result = results.first, results.count == 1 else {
      guard results.isEmpty else {
        throw ProtocolError(
          code: "badParams", "\(params.scenario) selects \(results.count) scenarios, expected one",
          hint: "pass an identifier that list_scenarios returned")
      }
      guard summary.exitCode == 2 else {
        throw ProtocolError(
          code: "nothingMatched", "no scenario matches \(params.scenario)",
          hint: "call list_scenarios to list the scenarios")
      }
      let reasons = session.takeUnloaded().map(AgentReport.line) + [session.takeOutput()]
      let reason = reasons.filter { !$0.isEmpty }.joined(separator: "\n")
      throw ProtocolError(
        code: "notLoaded",
        "the file of the scenario did not load: \(AgentText.shortened(reason, to: 2_000))")
    }
    let steps = AgentReport.steps(of: result)
    return Result(
      scenario: AgentReport.id(of: result), status: result["status"]?.text ?? "",
      failure: AgentText.shortened(AgentReport.failure(of: result), to: 40, characters: 2_500),
      // Only the last steps explain the failure.
      steps: AgentText.ending(steps, to: 40, characters: 2_500),
      tree: AgentText.shortened(AgentReport.tree(of: result), to: 40, characters: 1_500),
      output: AgentText.shortened(
        result["output"]?.list?.compactMap(\.text) ?? [], to: 20, characters: 1_000))
  }
}
