internal import Signalbox

/// How long scenarios took, by their whole names.
///
/// The parts of a split run may take their turns on one file: all of them are planned from what the file
/// said before the first of them, or scenarios would change parts meanwhile and be run by none.
public struct ScenarioTimings: Equatable, Codable, Sendable {
  /// What parts are planned from.
  private var milliseconds: [String: Double] = [:]
  /// What the parts have measured that ran since then.
  private var pending: [String: Double] = [:]
  /// The numbers of those parts, and how many there are; empty where none did.
  private var parts: [Int] = []
  private var partCount = 0

  /// Nothing known.
  public init() {}

  /// Reads what ``json`` gave.
  ///
  /// - Throws: where it is something else.
  public init(json: [UInt8]) throws {
    self = try NavigationValue(json: String(decoding: json, as: UTF8.self)).decoded()
  }

  /// A JSON object: milliseconds by names, in the order of the names.
  public var json: String { NavigationValue.line(self) }

  /// How long a scenario took; `nil` where it is not known.
  public subscript(id: String) -> Duration? {
    milliseconds[id].flatMap { $0 >= 0 ? .nanoseconds(Int64(min($0, 1e9) * 1e6)) : nil }
  }

  /// Begins a run: what the parts of a split run have measured counts from now on, unless this is
  /// another part of the same run.
  ///
  /// - Parameter shard: The part; `nil` for a whole run.
  public mutating func begin(_ shard: ScenarioShard?) {
    if let shard, shard.count == partCount, !parts.contains(shard.number) { return }
    milliseconds.merge(pending) { $1 }
    (pending, parts, partCount) = ([:], [], 0)
  }

  /// What half of the scenarios stay below; `nil` without any.
  var median: Duration? {
    let all = milliseconds.keys.compactMap { self[$0] }.sorted()
    return all.isEmpty ? nil : all[all.count / 2]
  }

  /// Takes in how long the scenarios took that ran.
  ///
  /// - Parameter shard: The part that ran; `nil` for a whole run. When all parts have run, the next run is
  ///   planned from what they measured.
  public mutating func note(_ results: [ScenarioResult], of shard: ScenarioShard? = nil) {
    begin(shard)
    for result in results where result.attempts > 0 && result.status != .notRun {
      pending[result.scenario.id] = DurationText.milliseconds(result.duration)
    }
    if let shard {
      parts = (parts + [shard.number]).sorted()
      partCount = shard.count
    }
    if parts.count == partCount { begin(nil) }
  }
}
