internal import SignalboxScenarios
internal import SignalboxScripting

/// The outcome of a scenario, in the form that test frameworks require.
struct ScenarioOutcome {
  /// A failure and its location.
  struct Failure {
    let message: String
    let place: TestLocation
  }

  private let suite: ScenarioSuite
  private let result: ScenarioResult

  init(_ result: ScenarioResult, _ suite: ScenarioSuite) {
    self.result = result
    self.suite = suite
  }

  /// Creates the outcome of a file that failed to load.
  init(unloaded path: String, _ error: ScriptError, _ suite: ScenarioSuite) {
    let place = error.location ?? ScriptLocation(file: path, line: 1)
    let scenario = ScenarioDescription(file: place.file, line: place.line, name: "")
    self.init(
      ScenarioResult(
        scenario: scenario, status: .failed, failures: [ScenarioFailure(.error, error)]), suite)
  }

  var status: ScenarioResult.Status { result.status }

  /// Whether the scenario was skipped or is marked with `todo`.
  var isLeftOut: Bool { status == .skipped || status == .todo }

  /// The reason for the status, such as why the scenario was skipped, is expected to fail or is
  /// flaky.
  var reason: String {
    let reason = result.reason ?? ""
    switch result.status {
    case .todo: return reason.isEmpty ? "todo" : "todo: \(reason)"
    case .skipped: return reason.isEmpty ? "skipped" : reason
    case .failedAsExpected: return reason.isEmpty ? "the scenario is expected to fail" : reason
    case .flaky: return "the scenario failed at first and passed on attempt \(result.attempts)"
    case .passed, .failed, .notRun: return reason
    }
  }

  /// Returns the location at which the scenario begins.
  func place(for test: TestLocation) -> TestLocation {
    place(ScriptLocation(file: result.scenario.file, line: result.scenario.line), test)
  }

  /// Returns all failures, each with the steps that led to the failure.
  func failures(for test: TestLocation) -> [Failure] {
    if result.status == .notRun, result.failures.isEmpty {
      let message = "the scenario was stopped before it finished"
      return [Failure(message: message, place: place(for: test))]
    }
    return result.failures.map { failure in
      let location = failure.error.location
      return Failure(
        message: text(of: failure),
        place: location.map { place($0, test) } ?? place(for: test))
    }
  }

  private func place(_ location: ScriptLocation, _ test: TestLocation) -> TestLocation {
    TestLocation(suite.project.path(named: location.file), line: location.line, for: test)
  }

  private func text(of failure: ScenarioFailure) -> String {
    guard !result.scenario.name.isEmpty else {
      return FailureReport(failure.error, sources: suite.sources).text
    }
    var reported = result
    reported.failures = [failure]
    var context = ReportContext(sources: suite.sources, command: "swift test")
    context.selectionVariable = OneScenario.variable
    return ScenarioFailureReport(result: reported, context: context).text
  }
}
