internal import SignalboxInspector
internal import SignalboxScenarios
internal import SignalboxScripting

/// Fixtures that scenarios share: set up before the first scenario, cleaned up behind the last
/// (decision 0203).
extension TestHost {
  /// Sets up what the flows of a plan share.
  ///
  /// - Returns: The plan, in which the flows of what fails are marked; what is to be cleaned up, in order.
  func setUp(_ plan: FlowPlan) -> (plan: FlowPlan, done: [FixtureTask]) {
    let fixtures = plan.fixtures
    guard !fixtures.isEmpty else { return (plan, []) }
    var plan = plan
    var values: [String: FixtureValue] = [:]
    var done: [FixtureTask] = []
    // Fixtures of files may use what those of the run have made, such as a server.
    for scope in [SharedFixture.Scope.run, .file] {
      let tasks = fixtures.filter { $0.scope == scope }.map { FixtureTask(fixture: $0) }
      guard !tasks.isEmpty else { continue }
      host.provide(values)
      for (task, outcome) in zip(tasks, host.perform(tasks, workers: plan.workers, showing: show)) {
        switch outcome {
        case .success(let value):
          values[task.fixture.id] = value
          done.append(FixtureTask(fixture: task.fixture, value: value))
        // Flows of a run that is stopped did not run.
        case .failure(let error):
          if UserStop.reason == nil { plan.brokenFixtures[task.fixture.id] = error }
        }
      }
    }
    host.provide(values)
    return (plan, done.reversed())
  }

  /// Shows what fixtures print.
  private func show(_ line: String) {
    output.write(line + "\n")
    output.flush()
  }

  /// Cleans up; what fails is reported, and fails the run.
  func tearDown(_ tasks: [FixtureTask], _ summary: inout FlowSummary) {
    for scope in [SharedFixture.Scope.file, .run] {
      let some = tasks.filter { $0.fixture.scope == scope }
      guard !some.isEmpty else { continue }
      for (task, outcome) in zip(some, host.perform(some, workers: summary.workers, showing: show))
      {
        guard case .failure(let error) = outcome else { continue }
        let subject = "fixture \"\(task.fixture.name)\" of \(task.fixture.file)"
        summary.fixtureFailures.append("\(subject): \(error)")
        errors.write("signalbox: the teardown of \(DisplayText.line(subject)) failed\n")
        errors.write(FailureReport(error, sources: sources).text + "\n")
        errors.flush()
      }
    }
  }
}
