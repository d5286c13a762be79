internal import Signalbox

/// The durations of scenarios, keyed by identifier.
///
/// The shards of a run can use the same file one after the other. All shards are planned with the
/// timings from before the first shard. Otherwise, scenarios could move between shards, and some
/// might not run at all.
public struct ScenarioTimings: Equatable, Codable, Sendable {
  /// The durations, in milliseconds, on which the planning of shards is based.
  private var milliseconds: [String: Double] = [:]
  /// The durations, in milliseconds, that were measured in shards of the current run.
  private var pending: [String: Double] = [:]
  /// The scenarios that shards of the current run have reported without a duration, because the
  /// scenarios are skipped or the shard was stopped.
  private var untimed: [String] = []
  /// The numbers of the shards that have written the file, and the total number of shards. The
  /// array is empty if no shard of the current run has written the file.
  private var parts: [Int] = []
  private var partCount = 0

  /// Creates empty timings.
  public init() {}

  /// Parses timings that ``json`` returned.
  ///
  /// - Parameter json: The JSON text as UTF-8.
  /// - Throws: An error if the text does not contain timings.
  public init(json: [UInt8]) throws {
    self = try NavigationValue(json: String(decoding: json, as: UTF8.self)).decoded()
  }

  /// The timings as a JSON object. Durations are in milliseconds, keyed and sorted by identifier.
  public var json: String { NavigationValue.line(self) }

  /// A scenario's duration, or `nil` if the duration is unknown.
  ///
  /// - Parameter id: The identifier of the scenario.
  public subscript(id: String) -> Duration? {
    milliseconds[id].flatMap { $0 >= 0 ? .nanoseconds(Int64(min($0, 1e9) * 1e6)) : nil }
  }

  /// Begins a run. Durations that were measured in earlier shards take effect, unless the run is
  /// another shard of the previous run.
  ///
  /// - Parameter shard: The shard, or `nil` if the run is not sharded.
  public mutating func begin(_ shard: ScenarioShard?) {
    if let shard, shard.count == partCount, !parts.contains(shard.number) { return }
    milliseconds.merge(pending) { $1 }
    (pending, untimed, parts, partCount) = ([:], [], [], 0)
  }

  /// The median duration, or `nil` if no durations are known.
  var median: Duration? {
    let all = milliseconds.keys.compactMap { self[$0] }.sorted()
    return all.isEmpty ? nil : all[all.count / 2]
  }

  /// Stores the durations of scenarios that have run.
  ///
  /// - Parameters:
  ///   - results: The results of the run. Scenarios that did not run have no duration.
  ///   - shard: The shard that has run, or `nil` if the run is not sharded. After all shards have
  ///     run, their durations are used for the next run.
  ///   - whole: The identifiers of the scenarios of all shards.
  /// - Returns: The identifiers of the scenarios that no shard has reported, in the order in which
  ///   `whole` lists them. The result is empty unless this shard is the last one.
  @discardableResult
  public mutating func note(
    _ results: [ScenarioResult], of shard: ScenarioShard? = nil, among whole: [String] = []
  ) -> [String] {
    note(results, of: shard, among: whole, naming: \.id)
  }

  /// Stores durations under names other than the identifiers of the scenarios.
  ///
  /// - Parameters:
  ///   - results: The results of the run.
  ///   - shard: The shard that has run, or `nil` if the run is not sharded.
  ///   - whole: The names of the scenarios of all shards.
  ///   - name: A closure that returns the name of a scenario.
  /// - Returns: The names of the scenarios that no shard has reported.
  package mutating func note(
    _ results: [ScenarioResult], of shard: ScenarioShard?, among whole: [String],
    naming name: (ScenarioDescription) -> String
  ) -> [String] {
    begin(shard)
    for result in results {
      if result.attempts > 0, result.status != .notRun {
        pending[name(result.scenario)] = DurationText.milliseconds(result.duration)
      } else {
        untimed.append(name(result.scenario))
      }
    }
    if let shard {
      parts = (parts + [shard.number]).sorted()
      partCount = shard.count
    }
    guard parts.count == partCount else { return [] }
    let known = Set(untimed).union(pending.keys)
    defer { begin(nil) }
    return shard == nil ? [] : whole.filter { !known.contains($0) }
  }
}
