internal import Signalbox
internal import SignalboxInspector

/// A run whose results are merged from the reports of its shards.
public struct ReportMerge: Sendable {
  /// The reason why shards cannot be merged.
  public struct Rejection: Error, Hashable, Sendable {
    /// A one-sentence description without a period.
    public let message: String
  }

  /// The plan of the whole run.
  public let plan: RunPlan
  /// The results in the order of the whole run.
  public let summary: RunSummary
  /// The sources from which excerpts are taken.
  public let sources = SourceCache()
  /// The recordings of scenarios with failures, keyed by the name in ``ScenarioResult/trace``.
  public let traces: [String: String]
  /// The command that runs scenarios of the first shard again, without the part that selects the
  /// scenarios.
  public let command: String

  /// - Parameter blobs: The `blob` reports of the shards, each with the path of its file.
  /// - Throws: A rejection if a file is not a `blob` report or is incomplete, or if shards are
  ///   missing, duplicated or from different runs.
  public init(_ blobs: [(path: String, text: [UInt8])]) throws(Rejection) {
    var parts: [Part] = []
    for blob in blobs { parts.append(try Part(blob.path, blob.text)) }
    guard let first = parts.first else {
      throw Rejection(
        message: "there are no blob reports to merge")
    }
    try Self.check(parts)
    command = first.begin.command.map { DisplayText.line($0) } ?? "signalbox test"
    traces = parts.reduce(into: [:]) { $0.merge($1.traces) { first, _ in first } }
    for part in parts {
      for (name, text) in part.sources { sources[name] = Array(text.utf8) }
    }
    let results = parts.flatMap(\.results).sorted { $0.position < $1.position }
    var unloaded: [UnloadedFile] = []
    // Every shard has read all files, so shards report the same unloaded files.
    for file in parts.flatMap(\.begin.unloaded)
    where !unloaded.contains(where: { $0.path == file.path }) { unloaded.append(file) }
    var plan = RunPlan(scenarios: results.map(\.scenario), files: [:])
    plan.unloaded = unloaded
    plan.seed = first.begin.seed.flatMap { UInt64($0) }
    plan.workers = parts.map(\.end.workers).max() ?? 1
    var summary = RunSummary(
      results: results, unloaded: unloaded, seed: plan.seed, workers: plan.workers,
      duration: parts.map(\.end.duration).max() ?? .zero,
      stop: parts.lazy.compactMap(\.end.stop).first)
    summary.snapshotFiles = Set(parts.flatMap(\.end.snapshotFiles)).sorted()
    let review = SnapshotReview(results, of: [], among: [])
    summary.obsoleteSnapshots = review.obsolete(among: summary.snapshotFiles)
    summary.failsOnObsolete = parts.contains(where: \.end.failsOnObsolete)
    summary.failsOnFlaky = parts.contains(where: \.end.failsOnFlaky)
    summary.resourceFailures = parts.flatMap(\.end.resourceFailures)
    for coverage in parts.compactMap(\.end.coverage) {
      summary.coverage = summary.coverage ?? ScenarioCoverage()
      summary.coverage?.merge(coverage)
    }
    summary.coverageThreshold = parts.compactMap(\.end.coverageThreshold).first
    self.plan = plan
    self.summary = summary
  }

  /// Checks that each shard occurs exactly once, and that all shards are from the same run.
  private static func check(_ parts: [Part]) throws(Rejection) {
    let count = parts[0].begin.shard?.count ?? 1
    var paths: [Int: String] = [:]
    for part in parts {
      guard part.begin.shard?.count ?? 1 == count else {
        throw Rejection(
          message:
            "\(parts[0].path) is from a run with \(counted(count, "shard")), \(part.path) from one "
            + "with \(part.begin.shard?.count ?? 1)")
      }
      guard part.begin.seed == parts[0].begin.seed else {
        throw Rejection(
          message: "\(parts[0].path) and \(part.path) have different seeds; pass the same "
            + "--seed, or --no-shuffle, to all shards")
      }
      let number = part.begin.shard?.number ?? 1
      if let other = paths.updateValue(part.path, forKey: number) {
        throw Rejection(message: "\(other) and \(part.path) are both shard \(number) of \(count)")
      }
    }
    let missing = (1...count).filter { paths[$0] == nil }.map(String.init)
    guard missing.isEmpty else {
      let rest = missing.count > 10 ? " and \(missing.count - 10) more" : ""
      throw Rejection(
        message:
          "of \(counted(count, "shard")), \(missing.prefix(10).joined(separator: ", "))\(rest) "
          + (missing.count == 1 ? "is missing" : "are missing"))
    }
    guard let odd = parts.first(where: { $0.begin.whole != parts[0].begin.whole }) else {
      return try checkResults(parts)
    }
    throw Rejection(
      message:
        "\(parts[0].path) is from a run of \(counted(parts[0].begin.whole, "scenario")), "
        + "\(odd.path) from one of \(odd.begin.whole); every shard needs the same scenarios")
  }

  /// Checks that each scenario in the whole run occurs in exactly one shard.
  private static func checkResults(_ parts: [Part]) throws(Rejection) {
    var owners: [Int: String] = [:]
    for part in parts {
      for result in part.results {
        guard let other = owners.updateValue(part.path, forKey: result.position) else { continue }
        throw Rejection(
          message:
            "\(other) and \(part.path) both have position \(result.position + 1) of the order; "
            + "every shard needs the same scenarios and --shard-by")
      }
    }
    let whole = parts[0].begin.whole
    guard owners.count == whole else {
      throw Rejection(
        message:
          "the shards have results for \(owners.count) of \(counted(whole, "scenario")); every shard "
          + "needs the same scenarios, --shard-by and, for time, the same --timings")
    }
  }

  /// The contents of a shard's report.
  private struct Part {
    let path: String
    let begin: BlobRecord.Begin
    var results: [ScenarioResult] = []
    var sources: [String: String] = [:]
    var traces: [String: String] = [:]
    let end: BlobRecord.End

    init(_ path: String, _ text: [UInt8]) throws(Rejection) {
      self.path = path
      var begin: BlobRecord.Begin?
      var end: BlobRecord.End?
      let newline = UInt8(ascii: "\n")
      // If the run was killed while it wrote the last line, the line is incomplete.
      let whole = text.lastIndex(of: newline).map { text[...$0] } ?? []
      let lines = whole.split(separator: newline)
      for (index, line) in lines.enumerated() {
        let record: BlobRecord
        do throws(NavigationError) {
          let value = try NavigationValue(json: String(decoding: line, as: UTF8.self))
          if let fault = value.numberFault() {
            throw NavigationError(.malformed, fault)
          }
          record = try value.decoded()
        } catch {
          throw Rejection(
            message: "\(path), line \(index + 1): this is not a line of a blob report: "
              + "\(error.message); write the report with signalbox test --reporter blob=PATH")
        }
        switch record {
        case .begin(let value):
          guard value.version == BlobRecord.version else {
            throw Rejection(
              message: "\(path) has version \(value.version), but this program reads "
                + "version \(BlobRecord.version); to merge the file, use the version of signalbox "
                + "that wrote it")
          }
          begin = value
        case .source(let name, let text): sources[name] = text
        case .trace(let name, let text): traces[name] = text
        case .scenario(let result): results.append(result.bounded)
        case .end(let value): end = value
        }
        if let end, index < lines.count - 1 || index != end.lines {
          throw Rejection(
            message:
              "\(path) is damaged: \(counted(lines.count - 1, "line")) and an end were read, expected "
              + "\(counted(end.lines, "line")) before the end; merge the file as it was written"
          )
        }
      }
      guard let begin else {
        throw Rejection(message: "\(path) is not a blob report, or is empty")
      }
      guard let end else {
        throw Rejection(
          message: "\(path) is incomplete: the run that wrote it did not finish, or the file was "
            + "truncated")
      }
      self.begin = begin
      self.end = end
    }
  }
}

extension NavigationValue {
  /// Returns a one-sentence error, without a period, if a number in a blob is out of range, or
  /// `nil` otherwise. Numbers are limited so that later calculations cannot overflow: counts, lines
  /// and positions to 1e9, and durations to about three hundred years.
  ///
  /// - Parameters:
  ///   - key: The name of the value that contains the number.
  ///   - place: The position of the value in a list.
  func numberFault(_ key: String = "", at place: Int = 0) -> String? {
    let number: Double
    switch self {
    case .integer(let value): number = Double(value)
    case .number(let value): number = value
    case .list(let values):
      return values.enumerated().lazy.compactMap { $1.numberFault(key, at: $0) }.first
    case .table(let fields):
      return fields.fields.lazy.compactMap { $0.value.numberFault($0.name) }.first
    case .boolean, .string, .object: return nil
    }
    var maximum = 1_000_000_000
    if ["duration", "timeout"].contains(key) {
      maximum = place == 0 ? 10_000_000_000 : 1_000_000_000_000_000_000
    }
    if (0...Double(maximum)).contains(number) { return nil }
    let name = key.isEmpty ? "a number" : key
    return "\(name) is \(self), expected a number from 0 to \(maximum)"
  }
}
