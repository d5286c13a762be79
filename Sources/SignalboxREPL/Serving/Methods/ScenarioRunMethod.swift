package import Signalbox
package import SignalboxProtocol

/// The method `scenario/run`, which runs scenarios.
package enum ScenarioRunMethod: ProtocolMethod {
  /// The snapshots that a run writes.
  package enum Snapshots: String, Hashable, Sendable, Codable, CaseIterable {
    case none, missing, changed, all
  }

  /// The scenarios that a run records.
  package enum Recordings: String, Hashable, Sendable, Codable, CaseIterable {
    case off, on
    case failed
  }

  package struct Params: MessageFields {
    package var paths: [String]?
    package var keywords: [String]?
    package var tags: [String]?
    package var lastFailed: Bool?
    package var jobs: Int?
    package var seed: Int?
    package var isShuffled: Bool?
    package var repetitions: Int?
    package var retries: Int?
    package var maxFailures: Int?
    package var maxTime: Int?
    package var environment: [String: String]?
    package var snapshots: Snapshots?
    package var recordings: Recordings?
    package var measuresCoverage: Bool?

    package static let fields =
      ScenarioSelection.fields + [
        MessageField(
          "lastFailed", .boolean, optional: true,
          "whether to run only the scenarios that failed in the last run, or all if none failed"),
        MessageField(
          "jobs", .integer(minimum: 1), optional: true,
          "the number of scenarios that run at a time (default: one per core)"),
        MessageField(
          "seed", .integer(minimum: 0), optional: true,
          "the seed, which repeats the order and random numbers of an earlier run"),
        MessageField(
          "isShuffled", .boolean, optional: true,
          "whether the order is random (default: true, or the project's)"),
        MessageField(
          "repetitions", .integer(minimum: 1), optional: true,
          "the number of times that each scenario runs"),
        MessageField(
          "retries", .integer(minimum: 0), optional: true,
          "the maximum number of times that a failed scenario is retried"),
        MessageField(
          "maxFailures", .integer(minimum: 1), optional: true,
          "the number of failures after which the run stops"),
        MessageField(
          "maxTime", .integer(minimum: 1), optional: true,
          "the number of milliseconds after which the run stops"),
        MessageField(
          "environment", .table, optional: true,
          "strings that scripts read as `env.NAME`, by name"),
        MessageField(
          "snapshots", .choice(Snapshots.allCases.map(\.rawValue)), optional: true,
          "the snapshots to write: `none` (missing and obsolete snapshots are failures; the "
            + "default if `$CI` is set), `missing` (otherwise the default), `changed`, which also "
            + "writes missing ones, or `all`, which also deletes obsolete ones"),
        MessageField(
          "recordings", .choice(Recordings.allCases.map(\.rawValue)), optional: true,
          "the scenarios that are recorded (default: `failed`)"),
        MessageField(
          "measuresCoverage", .boolean, optional: true,
          "whether the response contains the coverage of the run"),
      ]

    package init(paths: [String]? = nil) { self.paths = paths }

    package var selection: ScenarioSelection {
      ScenarioSelection(paths: paths, keywords: keywords, tags: tags)
    }
  }

  /// The number of scenarios with each status.
  package struct Counts: MessageFields {
    @Sparse package var passed: Int = 0
    @Sparse package var failed: Int = 0
    @Sparse package var flaky: Int = 0
    @Sparse package var skipped: Int = 0
    @Sparse package var todo: Int = 0
    @Sparse package var failedAsExpected: Int = 0
    @Sparse package var notRun: Int = 0

    package static let fields = [
      count("passed", "scenarios that passed"), count("failed", "scenarios that failed"),
      count("flaky", "scenarios that passed on a retry"), count("skipped", "skipped scenarios"),
      count("todo", "scenarios marked `todo`"),
      count("failedAsExpected", "scenarios that failed as expected"),
      count("notRun", "scenarios that did not run"),
    ]

    /// The number of scenarios.
    package var total: Int {
      passed + failed + flaky + skipped + todo + failedAsExpected + notRun
    }

    private static func count(_ name: String, _ summary: String) -> MessageField {
      MessageField(name, .integer(minimum: 0), optional: true, summary)
    }
  }

  package struct Result: MessageFields {
    package var exitCode: Int
    package var counts: Counts
    package var milliseconds: Double
    package var stop: String?
    @Sparse package var misses: [String] = []
    @Sparse package var obsoleteSnapshots: [String] = []
    package var coverage: NavigationValue?

    package static let fields = [
      MessageField(
        "exitCode", .integer(minimum: 0),
        "the exit code of `signalbox test`, such as 0 for success, 1 for failures, 2 if a file "
          + "failed to load, or 5 if nothing matched"),
      MessageField("counts", .fields(Counts.fields), "the number of scenarios with each status"),
      MessageField("milliseconds", .number, "the elapsed wall-clock time"),
      MessageField(
        "stop", .string, optional: true,
        "the reason why the run ended early, such as `interrupted` after `scenario/cancel`, or "
          + "`outOfTime` after `maxTime`"),
      MessageField(
        "misses", .list(.string), optional: true,
        "the reasons why the run as a whole failed, such as a missed coverage threshold"),
      MessageField(
        "obsoleteSnapshots", .list(.string), optional: true,
        "snapshots that no scenario uses"),
      MessageField(
        "coverage", .table, optional: true,
        "the coverage of `routes`, `transitions`, `actions`, `guards` and `links`. For each kind, "
          + "an object: `covered` and `total` are counts; `missing` lists names; `counts` and, if "
          + "known, `locations` are keyed by name"),
    ]
  }

  package static let name = "scenario/run"
  package static let summary =
    "Runs scenarios in separate processes, as `signalbox test` does. The server continues to "
    + "handle other requests. `scenario/started` and `scenario/finished` arrive before the "
    + "response. `scenario/cancel` ends the run with the results so far, and `$/cancelRequest` "
    + "discards it."
  package static let example = MethodExample<Params, Result>(
    Params(paths: ["shop.scenario.lua"]))
}
