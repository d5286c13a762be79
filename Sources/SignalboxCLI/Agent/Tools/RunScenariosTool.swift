internal import Signalbox
internal import SignalboxProtocol
internal import SignalboxREPL

/// The `run_scenarios` tool, which runs scenarios.
enum RunScenariosTool: AgentTool {
  struct Params: MessageFields {
    var paths: [String]?
    var keywords: [String]?
    var tags: [String]?
    var lastFailed: Bool?
    var snapshots: ScenarioRunMethod.Snapshots?

    static let fields =
      ScenarioSelection.fields + [
        MessageField(
          "lastFailed", .boolean, optional: true,
          "whether to run only the scenarios that failed in the last run, or all if none failed"),
        MessageField(
          "snapshots", .choice(ScenarioRunMethod.Snapshots.allCases.map(\.rawValue)),
          optional: true,
          "the snapshots to write (default: `missing` with --allow-changes, otherwise `none`)"),
      ]
  }

  struct Result: AgentResult {
    var hasPassed: Bool
    var exitCode: Int
    var counts: ScenarioRunMethod.Counts
    var failures: [String]
    var failed: [String]
    var unloaded: [String]

    static let fields = [
      MessageField(
        "hasPassed", .boolean, "whether the run succeeded, which means that exitCode is 0"),
      MessageField("exitCode", .integer(minimum: 0), "the exit code of signalbox test"),
      MessageField(
        "counts", .fields(ScenarioRunMethod.Counts.fields),
        "the number of scenarios with each status"),
      MessageField(
        "failures", .list(.string),
        "each failure on one line, including files that failed to load and failures of the whole run, "
          + "such as a missed coverage threshold"),
      MessageField("failed", .list(.string), "the identifiers of failed scenarios"),
      MessageField("unloaded", .list(.string), "the paths of the files that failed to load"),
    ]

    var text: String {
      var shown = ScenarioRunMethod.Counts.fields.map(\.name).compactMap { name -> String? in
        guard let count = (try? counts.message)?[name]?.integer else { return nil }
        return "\(count) \(name)"
      }
      if shown.isEmpty {
        let hint = unloaded.isEmpty ? "; call list_scenarios to list the scenarios" : ""
        shown = ["nothing ran\(hint)"]
      }
      if !unloaded.isEmpty { shown.append("\(counted(unloaded.count, "file")) did not load") }
      return shown.joined(separator: ", ") + "\n"
        + AgentText.section("Failures", failures)
        + (failed.isEmpty ? "" : "Call explain_failure with an identifier to see the steps.")
    }
  }

  static let name = "run_scenarios"
  static let title = "Run scenarios"
  static let summary =
    "Runs scenarios. Returns the number of scenarios with each status, and each failure on one "
    + "line. The session that the other tools use is not affected."
  static let effect = AgentEffect.files

  static func run(_ params: Params, _ session: AgentSession) throws(ProtocolError) -> Result {
    var run = ScenarioRunMethod.Params(paths: params.paths)
    (run.keywords, run.tags, run.lastFailed) = (params.keywords, params.tags, params.lastFailed)
    run.snapshots = params.snapshots
    return try self.run(run, session)
  }

  /// Runs scenarios. No files are written unless changes are allowed.
  static func run(
    _ params: ScenarioRunMethod.Params, _ session: AgentSession
  ) throws(ProtocolError) -> Result {
    var params = params
    if !session.allowsChanges {
      if let wanted = params.snapshots, wanted != .none {
        throw ProtocolError(
          code: "readOnly",
          "snapshots is \(wanted.rawValue), which writes files, but the server is read-only",
          hint: "pass \"none\", or ask the user to start the server with --allow-changes")
      }
      (params.snapshots, params.recordings) = (ScenarioRunMethod.Snapshots.none, .off)
    }
    let summary = try session.request(ScenarioRunMethod.self, params)
    let broken = AgentReport.failed(session.takeResults())
    let unloaded = session.takeUnloaded()
    var lines = unloaded.map(AgentReport.line) + broken.map(AgentReport.line) + summary.misses
    if summary.exitCode == 2 { lines += AgentText.lines(of: session.takeOutput()) }
    return Result(
      hasPassed: summary.exitCode == 0, exitCode: summary.exitCode, counts: summary.counts,
      failures: AgentText.shortened(lines, to: 20, characters: 4_000),
      failed: AgentText.shortened(broken.map(AgentReport.id), to: 20, characters: 2_000),
      unloaded: AgentText.shortened(unloaded.map(\.path), to: 20, characters: 1_000))
  }
}
