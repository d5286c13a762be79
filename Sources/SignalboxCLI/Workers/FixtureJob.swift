internal import SignalboxScenarios
internal import SignalboxScripting

/// What is to be done about a shared fixture.
struct FixtureTask: Codable, Sendable {
  let fixture: SharedFixture
  /// What is cleaned up; `nil` to set the fixture up.
  var value: FixtureValue?
}

/// Sets up shared fixtures, or cleans up behind them.
final class FixtureJob: WorkerJob {
  let tokens: [WorkerToken]
  private(set) var outcomes: [Swift.Result<FixtureValue, ScriptError>]
  private let tasks: [FixtureTask]
  private let limit: Duration
  private let show: (String) -> Void

  /// - Parameters:
  ///   - list: The number of the list of tasks, which a worker has to know.
  ///   - show: Gets what they print, where all is to be shown.
  init(
    _ tasks: [FixtureTask], list: Int, _ round: UInt32, _ limit: Duration,
    showing show: @escaping (String) -> Void
  ) {
    self.tasks = tasks
    self.show = show
    self.limit = limit
    tokens = tasks.indices.map { WorkerToken(.fixture, round: round, index: $0, subject: list) }
    outcomes = tasks.map { _ in .failure(ScriptError(.interrupted, "stopped before it ran")) }
  }

  /// What was set up is cleaned up, also where the user stops the run.
  func checkState() -> FlowQueue.State {
    let isCleaning = tasks.contains { $0.value != nil }
    return UserStop.reason == nil || isCleaning ? .open : .stopped
  }

  func path(of index: Int) -> String? { tasks[index].fixture.file }
  func flow(of index: Int) -> FlowDescription? { nil }

  func phase(of index: Int, _ run: WorkerPool.Run) -> (FlowPhase, limit: Duration) {
    (tasks[index].value == nil ? .running : .cleaning, limit)
  }

  func show(_ line: String, of index: Int) { show(line) }

  func finish(_ outcome: WorkerOutcome, of task: Worker.Task) {
    switch outcome {
    case .value(let value): outcomes[Int(task.token.index)] = .success(value)
    case .failed(let error): outcomes[Int(task.token.index)] = .failure(error)
    case .plugins, .found, .result: break
    }
  }

  func lose(_ task: Worker.Task, _ loss: FlowLoss) -> WorkerToken? {
    let fixture = tasks[Int(task.token.index)].fixture
    outcomes[Int(task.token.index)] = .failure(loss.error(ofFile: fixture.file))
    return nil
  }
}
