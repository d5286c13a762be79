internal import Signalbox
internal import SignalboxScripting

/// A complete report of a shard, which can be merged with the reports of all other shards of the
/// run.
///
/// The report consists of JSON lines: the plan, each scenario, the sources for excerpts, the
/// recordings of scenarios with failures, and the end. Only the version of the program that wrote
/// the report is guaranteed to be able to read it.
package struct BlobReporter: Reporter {
  /// The name `blob`.
  package static let name = "blob"
  /// The summary in help texts.
  package static let summary = "Writes the input of signalbox report merge, for sharded runs"
  /// Always `true`: the report includes steps.
  package static let needsSteps = true

  private let sources: SourceCache
  private let command: String
  private let readTrace: (@Sendable (String) -> String?)?
  /// The remaining number of bytes for recordings.
  private var room = BlobReporter.maxTraceBytes
  /// The maximum total size of the recordings in bytes, which equals the limit of the `html`
  /// report.
  private static let maxTraceBytes = 20_000_000
  private var reported: Set<String> = []
  private var lineCount = 0

  /// Creates a reporter for one run.
  package init(_ context: ReportContext) {
    (sources, command, readTrace) = (context.sources, context.command, context.readTrace)
  }

  /// Returns the line that describes the shard, followed by the sources of files that failed to
  /// load.
  package mutating func begin(_ plan: RunPlan) -> String {
    let begin = BlobRecord.Begin(
      version: BlobRecord.version, shard: plan.shard, scenarios: plan.scenarios.count,
      whole: plan.wholeCount ?? plan.scenarios.count, seed: plan.seed.map(String.init),
      unloaded: plan.unloaded, command: command)
    let places = plan.unloaded.flatMap { Self.places(in: $0.error) }
    return line(.begin(begin)) + texts(of: places)
  }

  /// Returns the line for a scenario, preceded by lines with the sources that the scenario's
  /// excerpts need and, if the scenario has failures, by the line with its recording.
  package mutating func add(_ result: ScenarioResult) -> String {
    let places = result.failures.flatMap { Self.places(in: $0.error) }
    return texts(of: places) + trace(of: result) + line(.scenario(result))
  }

  /// Returns the line with the recording of a scenario with failures, or an empty string if there
  /// is no recording or not enough space for it.
  private mutating func trace(of result: ScenarioResult) -> String {
    guard !result.failures.isEmpty, let path = result.trace, let text = readTrace?(path),
      text.utf8.count <= room
    else { return "" }
    room -= text.utf8.count
    return line(.trace(path, text))
  }

  /// Returns the last line, with the result of the run.
  package mutating func end(_ summary: RunSummary) -> String {
    line(
      .end(
        BlobRecord.End(
          lines: lineCount, workers: summary.workers, duration: summary.duration,
          stop: summary.stop,
          snapshotFiles: summary.snapshotFiles, failsOnObsolete: summary.failsOnObsolete,
          failsOnFlaky: summary.failsOnFlaky, resourceFailures: summary.resourceFailures,
          coverage: summary.coverage,
          coverageThreshold: summary.coverageThreshold)))
  }

  private static func places(in error: ScriptError) -> [ScriptLocation] {
    [error.location].compactMap(\.self) + error.traceback.compactMap(\.location)
  }

  private mutating func texts(of places: [ScriptLocation]) -> String {
    places.map(\.file).filter { reported.insert($0).inserted }.map { file in
      sources.reported(file).map { line(.source(file, $0)) } ?? ""
    }.joined()
  }

  private mutating func line(_ record: BlobRecord) -> String {
    lineCount += 1
    return NavigationValue.line(record)
  }
}

/// A line in a blob report.
enum BlobRecord: Codable, Sendable {
  /// The plan of the run.
  struct Begin: Codable, Sendable {
    var version: Int
    var shard: ScenarioShard?
    var scenarios: Int
    /// The total number of scenarios in all shards.
    var whole: Int
    /// The seed as a string, because the seed may not fit in an integer.
    var seed: String?
    var unloaded: [UnloadedFile]
    /// The command that runs scenarios again, without the part that selects the scenarios.
    var command: String?
  }

  /// The result of the run.
  struct End: Codable, Sendable {
    /// The number of preceding lines.
    var lines: Int
    var workers: Int
    var duration: Duration
    var stop: RunStop?
    var snapshotFiles: [String]
    var failsOnObsolete: Bool
    var failsOnFlaky: Bool
    var resourceFailures: [String]
    var coverage: ScenarioCoverage?
    var coverageThreshold: CoverageThreshold?
  }

  /// The version of the format, which is increased with every change that older readers would
  /// misinterpret.
  static let version = 6

  case begin(Begin)
  case source(String, String)
  /// A recording, identified by its path.
  case trace(String, String)
  case scenario(ScenarioResult)
  case end(End)
}
