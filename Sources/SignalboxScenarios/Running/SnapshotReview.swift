/// Finds obsolete snapshots: stored ones that no scenario takes.
public struct SnapshotReview {
  private let used: Set<String>
  /// The path prefixes of scenarios that did not run to their end.
  private let open: [String]
  /// The snapshot folders of all files in the run.
  public let folders: [SnapshotPath]

  /// Collects the snapshots that a run took.
  ///
  /// - Parameters:
  ///   - results: The results of the run.
  ///   - planned: The scenarios of the whole run, if this is one shard; without duplicates.
  ///   - all: Every scenario that was found, whether or not it was selected.
  public init(
    _ results: [ScenarioResult], of planned: [ScenarioDescription], among all: [ScenarioDescription]
  ) {
    used = Set(results.indices.flatMap { results[$0].snapshots.map(\.path) })
    open = results.indices.filter { ![.passed, .flaky].contains(results[$0].status) }.map { index in
      results[index].scenario.snapshotPrefix
    }
    // The number of scenarios of a file that are not part of the run.
    var left: [String: Int] = [:]
    for (file, count) in Self.counts(all) { left[file, default: 0] += count }
    for (file, count) in Self.counts(planned) { left[file, default: 0] -= count }
    folders = left.filter { $0.value <= 0 }.keys.sorted().map(SnapshotRecorder.folder(of:))
  }

  /// Returns how many scenarios of each file are consecutive; usually all of them.
  private static func counts(_ scenarios: [ScenarioDescription]) -> [(file: String, count: Int)] {
    var counts: [(file: String, count: Int)] = []
    for scenario in scenarios {
      if counts.last?.file == scenario.file {
        counts[counts.count - 1].count += 1
      } else {
        counts.append((scenario.file, 1))
      }
    }
    return counts
  }

  /// Returns the stored snapshots that no scenario takes; those of a scenario that did not pass are
  /// kept.
  ///
  /// - Parameter paths: The paths of the snapshots in ``folders``.
  public func obsolete(among paths: [String]) -> [String] {
    paths.filter { path in !used.contains(path) && !open.contains { path.hasPrefix($0) } }
  }
}
