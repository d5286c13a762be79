internal import SignalboxScenarios

/// The data that Bazel passes to a test in environment variables, and the files for the test's
/// results.
///
/// Source: Bazel's test encyclopedia, "Initial conditions" and "Test sharding".
struct BazelTest {
  private let value: (String) -> String?

  /// Creates the interface to Bazel. Returns `nil` if Bazel did not start the process.
  init?(_ environment: @escaping (String) -> String?) {
    guard environment("BAZEL_TEST") != nil || environment("TEST_TOTAL_SHARDS") != nil else {
      return nil
    }
    value = { name in environment(name).flatMap { $0.isEmpty ? nil : $0 } }
  }

  /// Returns the shard of the run, or `nil` if the run is not sharded.
  ///
  /// - Throws: A rejection if the variables are invalid.
  func shard() throws(ScenarioSelector.Rejection) -> ScenarioShard? {
    try ShardVariables.all[0].shard(value)
  }

  /// The path of the JUnit report, or `nil` if Bazel expects none.
  var reportPath: String? { value("XML_OUTPUT_FILE") }

  /// The value of `--test_filter`, which selects titles or files, or `nil` if it is not set.
  var filter: String? { value("TESTBRIDGE_TEST_ONLY") }

  /// The seed of the random order, or `nil` if Bazel specifies none.
  var seed: UInt64? { value("TEST_RANDOM_SEED").flatMap(UInt64.init) }

  /// The wall-clock limit for the whole test, or `nil` if there is none. Part of the time is
  /// reserved for writing reports.
  var timeout: Duration? {
    guard let seconds = value("TEST_TIMEOUT").flatMap(Int.init), seconds > 0 else { return nil }
    return .seconds(seconds) - min(.seconds(seconds) / 5, .seconds(5))
  }

  /// Informs Bazel that sharding is supported. Without this information, Bazel fails a sharded
  /// test.
  func acceptShards() {
    if let path = value("TEST_SHARD_STATUS_FILE") { OutputFile(creating: path)?.close() }
  }

  /// Creates a file that is removed when the test ends normally.
  func begin() {
    guard let path = value("TEST_PREMATURE_EXIT_FILE"), let file = OutputFile(creating: path) else {
      return
    }
    file.write("signalbox test\n")
    file.close()
  }

  /// Writes warnings and removes the file that ``begin()`` created.
  func end(_ summary: RunSummary) {
    if let path = value("TEST_WARNINGS_OUTPUT_FILE"), let file = OutputFile(creating: path) {
      for result in summary.results where result.status == .flaky {
        file.write("\(result.scenario.id) passed only after a retry\n")
      }
      file.close()
    }
    if let path = value("TEST_PREMATURE_EXIT_FILE") { WrittenFile.remove(path) }
  }
}
