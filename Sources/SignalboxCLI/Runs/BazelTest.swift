internal import SignalboxScenarios

/// The environment of a test under Bazel, and how the test reports to it.
///
/// Source: Bazel's test encyclopedia, "Initial conditions" and "Test sharding".
struct BazelTest {
  private let value: (String) -> String?

  /// `nil` where Bazel does not run this.
  init?(_ environment: @escaping (String) -> String?) {
    guard environment("BAZEL_TEST") != nil || environment("TEST_TOTAL_SHARDS") != nil else {
      return nil
    }
    value = { name in environment(name).flatMap { $0.isEmpty ? nil : $0 } }
  }

  /// Which part of the run this is.
  ///
  /// - Throws: where the variables mean none.
  func shard() throws(ScenarioSelector.Rejection) -> ScenarioShard? {
    try ShardVariables.all[0].shard(value)
  }

  /// Where the JUnit report goes.
  var reportPath: String? { value("XML_OUTPUT_FILE") }

  /// `--test_filter`: what titles or files must hold.
  var filter: String? { value("TESTBRIDGE_TEST_ONLY") }

  /// `--test_arg` aside, what the order is drawn from.
  var seed: UInt64? { value("TEST_RANDOM_SEED").flatMap(UInt64.init) }

  /// Wall-clock time for the whole test; a fifth of the last seconds is left to write the reports.
  var timeout: Duration? {
    guard let seconds = value("TEST_TIMEOUT").flatMap(Int.init), seconds > 0 else { return nil }
    return .seconds(seconds) - min(.seconds(seconds) / 5, .seconds(5))
  }

  /// Says that sharding is understood; without it Bazel fails a test that is split.
  func acceptShards() {
    if let path = value("TEST_SHARD_STATUS_FILE") { OutputFile(creating: path)?.close() }
  }

  /// Creates a file that exists until the test has ended normally.
  func begin() {
    guard let path = value("TEST_PREMATURE_EXIT_FILE"), let file = OutputFile(creating: path) else {
      return
    }
    file.write("signalbox test\n")
    file.close()
  }

  /// The end: warnings for people, and the mark of ``begin()`` goes.
  func end(_ summary: RunSummary) {
    if let path = value("TEST_WARNINGS_OUTPUT_FILE"), let file = OutputFile(creating: path) {
      for result in summary.results where result.status == .flaky {
        file.write("\(result.scenario.id) passed only when it was tried again\n")
      }
      file.close()
    }
    if let path = value("TEST_PREMATURE_EXIT_FILE") { WrittenFile.remove(path) }
  }
}
