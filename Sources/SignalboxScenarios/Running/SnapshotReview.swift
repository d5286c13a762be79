/// Finds obsolete snapshots, which are stored snapshots that no scenario uses.
package struct SnapshotReview {
  private let used: Set<String>
  /// The path prefixes of the snapshots of scenarios that did not pass.
  private let open: [String]
  /// The snapshot folders of the files whose scenarios all belong to the run.
  package let folders: [SnapshotPath]

  /// Creates a review of the snapshots that the scenarios of a run have taken.
  ///
  /// - Parameters:
  ///   - results: The results of the run.
  ///   - planned: The scenarios of the whole run, without duplicates, even if this run is a single
  ///     shard.
  ///   - all: All scenarios that were found, whether or not they were selected.
  package init(
    _ results: [ScenarioResult], of planned: [ScenarioDescription], among all: [ScenarioDescription]
  ) {
    used = Set(results.indices.flatMap { results[$0].snapshots.map(\.path) })
    open = results.indices.filter { ![.passed, .flaky].contains(results[$0].status) }.map { index in
      results[index].scenario.snapshotPrefix
    }
    // The number of scenarios in each file that are not part of the run.
    var left: [String: Int] = [:]
    for (file, count) in Self.counts(all) { left[file, default: 0] += count }
    for (file, count) in Self.counts(planned) { left[file, default: 0] -= count }
    folders = left.filter { $0.value <= 0 }.keys.sorted().map(SnapshotRecorder.folder(of:))
  }

  /// Returns the number of scenarios in each sequence of scenarios from the same file. Usually, all
  /// scenarios of a file form a single sequence.
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

  /// Returns the stored snapshots that no scenario uses. Snapshots of scenarios that did
  /// not pass are not included.
  ///
  /// - Parameter paths: The paths of the stored snapshots in ``folders``.
  package func obsolete(among paths: [String]) -> [String] {
    paths.filter { path in !used.contains(path) && !open.contains { path.hasPrefix($0) } }
  }
}
