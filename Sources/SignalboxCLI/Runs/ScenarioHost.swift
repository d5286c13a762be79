internal import SignalboxScenarios
internal import SignalboxScripting

/// Where scripts of scenarios are executed: in this process, or in workers (decision 0167).
protocol ScenarioHost: ScenarioExecutor {
  /// Begins a run; what was known of the one before is forgotten.
  func begin(_ factory: RunnerFactory, waitsAfterFailure: Bool)

  /// Why plugins are rejected that are to load at the start.
  ///
  /// - Throws: where no session can be made.
  func checkPlugins() throws(ScriptError) -> [ScriptError]

  /// Reads files to see which scenarios they have.
  ///
  /// - Parameter workers: How many are read at a time.
  /// - Returns: What each came to, in the order of the paths.
  /// - Throws: `interrupted` where the user stopped it.
  func find(_ paths: [String], workers: Int) throws(ScriptError) -> [ScenarioOutcome]

  /// Sets up shared resources, or cleans up behind them.
  ///
  /// - Parameters:
  ///   - workers: How many are set up at a time.
  ///   - show: Gets what they print, where all is to be shown.
  /// - Returns: What each came to, in order.
  func perform(
    _ tasks: [ResourceTask], workers: Int, showing show: @escaping (String) -> Void
  ) -> [Swift.Result<ResourceValue, ScriptError>]

  /// Sets the values of shared resources, by identifier.
  func provide(_ values: [String: ResourceValue])

  /// Why not all scenarios could be run; `nil` where they could.
  var failure: ScriptError? { get }
}

/// What a file has, or why it does not load.
typealias ScenarioOutcome = Swift.Result<
  (file: ScenarioFile, scenarios: [ScenarioDescription]), ScriptError
>

/// Executes scenarios on threads of this process: a prompt may open in them.
final class ThreadHost: ScenarioHost {
  private var factory: RunnerFactory?
  private let pauses: PausePrompt
  let failure: ScriptError? = nil

  /// - Parameter pauses: Opens a prompt where scenarios pause.
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
        // Also where the user stops the run.
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
