internal import SignalboxScenarios
internal import SignalboxScripting

/// A setup or teardown of a shared resource.
struct ResourceTask: Codable, Sendable {
  let resource: SharedResource
  /// The value to tear down, or `nil` to set up the resource.
  var value: ResourceValue?
}

/// Sets up shared resources, or tears them down.
final class ResourceJob: WorkerJob {
  let tokens: [WorkerToken]
  private(set) var outcomes: [Swift.Result<ResourceValue, ScriptError>]
  private let tasks: [ResourceTask]
  private let limit: Duration
  private let show: (String) -> Void

  /// - Parameters:
  ///   - list: The number by which workers identify the list of tasks.
  ///   - show: A closure that receives the lines that resources print, if output is shown
  ///     immediately.
  init(
    _ tasks: [ResourceTask], list: Int, _ iteration: UInt32, _ limit: Duration,
    showing show: @escaping (String) -> Void
  ) {
    self.tasks = tasks
    self.show = show
    self.limit = limit
    tokens = tasks.indices.map {
      WorkerToken(.resource, iteration: iteration, index: $0, subject: list)
    }
    outcomes = tasks.map { _ in .failure(ScriptError(.interrupted, "stopped before it ran")) }
  }

  /// Returns the state of the job. Resources are torn down even if the user stops the run.
  func checkState() -> ScenarioQueue.State {
    let isCleaning = tasks.contains { $0.value != nil }
    return UserStop.reason == nil || isCleaning ? .open : .stopped
  }

  func path(of index: Int) -> String? { tasks[index].resource.file }
  func scenario(of index: Int) -> ScenarioDescription? { nil }

  func phase(of index: Int, _ run: WorkerPool.Run) -> (ScenarioPhase, limit: Duration) {
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

  func lose(_ task: Worker.Task, _ loss: LostScenario) -> WorkerToken? {
    let resource = tasks[Int(task.token.index)].resource
    outcomes[Int(task.token.index)] = .failure(loss.error(ofFile: resource.file))
    return nil
  }
}
