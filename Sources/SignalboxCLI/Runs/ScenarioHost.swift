internal import SignalboxScenarios
internal import SignalboxScripting

/// Executes scenario scripts, either in this process or in workers (decision 0167).
protocol ScenarioHost: ScenarioExecutor {
  /// Begins a run and clears the data of the previous run.
  func begin(_ factory: RunnerFactory, waitsAfterFailure: Bool)

  /// Returns the reasons why plugins that load at startup were rejected.
  ///
  /// - Throws: An error if a session cannot be created.
  func checkPlugins() throws(ScriptError) -> [ScriptError]

  /// Reads files to find their scenarios.
  ///
  /// - Parameter workers: The maximum number of files that are read in parallel.
  /// - Returns: The results, in the order of the paths.
  /// - Throws: `interrupted` if the user stopped the search.
  func find(_ paths: [String], workers: Int) throws(ScriptError) -> [ScenarioOutcome]

  /// Sets up or tears down shared resources.
  ///
  /// - Parameters:
  ///   - workers: The maximum number of resources that are set up or torn down in parallel.
  ///   - show: A closure that receives the lines that resources print, if output is shown
  ///     immediately.
  /// - Returns: The results, in the order of the tasks.
  func perform(
    _ tasks: [ResourceTask], workers: Int, showing show: @escaping (String) -> Void
  ) -> [Swift.Result<ResourceValue, ScriptError>]

  /// Sets the values of shared resources, keyed by identifier.
  func provide(_ values: [String: ResourceValue])

  /// The error that prevented scenarios from being run, or `nil` if there is none.
  var failure: ScriptError? { get }
}

/// The scenarios in a file, or the error that occurred when the file was loaded.
typealias ScenarioOutcome = Swift.Result<
  (file: ScenarioFile, scenarios: [ScenarioDescription]), ScriptError
>

/// Executes scenarios on threads of this process, where scenarios can open a prompt.
final class ThreadHost: ScenarioHost {
  private var factory: RunnerFactory?
  private let pauses: PausePrompt
  let failure: ScriptError? = nil

  /// - Parameter pauses: The prompt that opens when scenarios pause.
  init(_ pauses: PausePrompt) {
    self.pauses = pauses
    WorkerHost.endEarly()
  }

  func begin(_ factory: RunnerFactory, waitsAfterFailure: Bool) { self.factory = factory }

  func checkPlugins() throws(ScriptError) -> [ScriptError] {
    try factory?.checkPlugins() ?? []
  }

  func find(_ paths: [String], workers: Int) throws(ScriptError) -> [ScenarioOutcome] {
    guard let factory else { return [] }
    return try ScenarioSearch(paths: paths, factory: factory, workers: workers).run()
  }

  func perform(
    _ tasks: [ResourceTask], workers: Int, showing show: @escaping (String) -> Void
  ) -> [Swift.Result<ResourceValue, ScriptError>] {
    let note: (ScenarioRunner.Event) -> Void = { if case .shown(let line) = $0 { show(line) } }
    guard let factory else { return [] }
    return tasks.map { task in
      do throws(ScriptError) {
        let path = task.resource.file
        let known = factory.sources[path]
        let text = if let known { known } else { try ScriptFile.read(path) }
        let file = ScenarioFile(path: path, source: text)
        guard let value = task.value else {
          if UserStop.reason != nil { throw ScriptError(.interrupted, "stopped before it ran") }
          return .success(try factory.makeRunner().setUp(task.resource, of: file, noting: note))
        }
        // Ctrl-C must not stop this session, because resources are torn down even if the user has
        // stopped the run.
        try factory.makeRunner(isStopped: false).tearDown(
          task.resource, value, of: file, noting: note)
        return .success(.empty)
      } catch {
        return .failure(error)
      }
    }
  }

  func provide(_ values: [String: ResourceValue]) { factory?.settings.resources = values }

  func execute(_ queue: ScenarioQueue) {
    guard var factory else { return }
    factory.pauses = pauses
    ScenarioThreads(makeRunner: factory.makeRunner).execute(queue)
  }
}
