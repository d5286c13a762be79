internal import Dispatch
internal import PortableMutex
internal import SignalboxScenarios
internal import SignalboxScripting

/// Executes scenarios in workers, so that a blocked or crashing scenario does not affect other
/// scenarios (decision 0167).
final class WorkerHost: ScenarioHost {
  private let pool: WorkerPool
  private var factory: RunnerFactory?
  private var subjects = WorkerSubjects()
  private var iteration: UInt32 = 0
  /// The number of resource lists that were sent to workers.
  private var taskLists = 0
  private(set) var failure: ScriptError?
  /// The queue that writes reports, so that slow readers do not block the workers.
  private let reports = DispatchQueue(label: "signalbox.reports")

  /// Starts the first worker, unless it was started early.
  ///
  /// - Throws: `noWorker` if no worker can be started.
  init() throws(ScriptError) {
    if let early = Self.early.withLock({ $0.take() }) {
      pool = early
    } else {
      pool = try Self.makePool()
    }
  }

  /// The pool of a worker that was started early. It is accessed before and after the arguments are
  /// parsed.
  private static let early = Mutex<WorkerPool?>(nil)

  /// Starts a worker before the arguments are parsed, so that the worker starts while the arguments
  /// are being parsed.
  static func startEarly() {
    // If the start fails, the failure is reported later, when a worker is needed.
    early.withLock { $0 = try? makePool() }
  }

  /// Ends the worker that was started early. Call this method if no worker is needed.
  static func endEarly() { _ = early.withLock { $0.take() } }

  private static func makePool() throws(ScriptError) -> sending WorkerPool {
    let pool = try WorkerPool()
    try pool.start()
    return pool
  }

  func begin(_ factory: RunnerFactory, waitsAfterFailure: Bool) {
    self.factory = factory
    subjects = WorkerSubjects()
    failure = nil
    iteration += 1
    var message = MessageWriter(WorkerOrder.begin.rawValue)
    message.write(Int(iteration))
    message.write(json: WorkerConfiguration(factory, waitsAfterFailure: waitsAfterFailure))
    var run = WorkerPool.Run(sources: factory.sources)
    run.coverage = factory.settings.coverage
    run.uses = factory.uses
    run.limit = factory.settings.timeout
    run.waitsAfterFailure = waitsAfterFailure
    pool.begin(run, message.finish())
  }

  func checkPlugins() throws(ScriptError) -> [ScriptError] {
    let job = PluginJob(iteration)
    try pool.perform(job, workers: 1)
    return try job.result()
  }

  func find(_ paths: [String], workers: Int) throws(ScriptError) -> [ScenarioOutcome] {
    var outcomes: [ScenarioOutcome?] = []
    var files: [ScenarioFile] = []
    for path in paths {
      do throws(ScriptError) {
        let file = ScenarioFile(path: path, source: try ScriptFile.read(path))
        factory?.sources[path] = file.source
        files.append(file)
        outcomes.append(nil)
      } catch {
        outcomes.append(.failure(error))
      }
    }
    let (message, _) = subjects.add(files)
    pool.send([message])
    let job = FileJob(files, iteration)
    try pool.perform(job, workers: workers)
    if job.isStopped { throw ScriptError(.interrupted, "stopped while files were being read") }
    var found = job.outcomes.makeIterator()
    return outcomes.map { outcome in
      outcome ?? found.next() ?? .failure(ScriptError(.internal, "a file was not read"))
    }
  }

  func perform(
    _ tasks: [ResourceTask], workers: Int, showing show: @escaping (String) -> Void
  ) -> [Swift.Result<ResourceValue, ScriptError>] {
    taskLists += 1
    var message = MessageWriter(WorkerOrder.resources.rawValue)
    message.write(taskLists)
    message.write(tasks) { writer, task in
      writer.write(subjects.files[task.resource.file]?.index ?? 0)
      writer.write(json: task)
    }
    pool.send([message.finish()])
    let job = ResourceJob(
      tasks, list: taskLists, iteration, factory?.settings.timeout ?? .zero, showing: show)
    do throws(ScriptError) {
      try pool.perform(job, workers: workers)
    } catch {
      failure = error
    }
    return job.outcomes
  }

  func provide(_ values: [String: ResourceValue]) {
    factory?.settings.resources = values
    var message = MessageWriter(WorkerOrder.values.rawValue)
    message.write(json: values)
    pool.send([message.finish()])
  }

  func execute(_ queue: ScenarioQueue) {
    guard let factory else { return }
    for index in queue.plan.scenarios.indices {
      if let broken = queue.plan.brokenResult(of: index),
        let first = queue.finish(index, broken)
      {
        reports.async { queue.report(from: first) }
      }
    }
    let (messages, places) = subjects.add(queue.plan)
    pool.send(messages)
    let job = ScenarioJob(queue, places, factory, iteration, reports)
    do throws(ScriptError) {
      try pool.perform(job, workers: queue.plan.workers)
    } catch {
      failure = error
    }
    job.end()
    reports.sync {}
  }
}

// MARK: - Jobs

/// Checks the plugins of a run.
private final class PluginJob: WorkerJob {
  let tokens: [WorkerToken]
  private var outcome: Swift.Result<[ScriptError], ScriptError>?
  private var isStopped = false

  init(_ iteration: UInt32) { tokens = [WorkerToken(.plugins, iteration: iteration, index: 0)] }

  func checkState() -> ScenarioQueue.State {
    if UserStop.reason != nil { isStopped = true }
    return isStopped ? .stopped : .open
  }

  func path(of index: Int) -> String? { nil }
  func scenario(of index: Int) -> ScenarioDescription? { nil }

  func finish(_ outcome: WorkerOutcome, of task: Worker.Task) {
    switch outcome {
    case .plugins(let rejections): self.outcome = .success(rejections)
    case .failed(let error): self.outcome = .failure(error)
    case .found, .result, .value: break
    }
  }

  func lose(_ task: Worker.Task, _ loss: LostScenario) -> WorkerToken? {
    outcome = .failure(loss.errorOfPlugins)
    return nil
  }

  func result() throws(ScriptError) -> [ScriptError] {
    if isStopped { throw ScriptError(.interrupted, "stopped while plugins were being loaded") }
    return try outcome?.get() ?? []
  }
}

/// Finds the scenarios in files.
private final class FileJob: WorkerJob {
  let tokens: [WorkerToken]
  private(set) var outcomes: [ScenarioOutcome]
  private(set) var isStopped = false
  private let files: [ScenarioFile]

  init(_ files: [ScenarioFile], _ iteration: UInt32) {
    self.files = files
    tokens = files.indices.map { WorkerToken(.file, iteration: iteration, index: $0) }
    outcomes = files.map { _ in .failure(ScriptError(.internal, "a file was not read")) }
  }

  func checkState() -> ScenarioQueue.State {
    if UserStop.reason != nil { isStopped = true }
    return isStopped ? .stopped : .open
  }

  func path(of index: Int) -> String? { files[index].path }
  func scenario(of index: Int) -> ScenarioDescription? { nil }

  func finish(_ outcome: WorkerOutcome, of task: Worker.Task) {
    let index = Int(task.token.index)
    switch outcome {
    case .found(let scenarios): outcomes[index] = .success((files[index], scenarios))
    case .failed(let error): outcomes[index] = .failure(error)
    case .plugins, .result, .value: break
    }
  }

  func lose(_ task: Worker.Task, _ loss: LostScenario) -> WorkerToken? {
    let index = Int(task.token.index)
    outcomes[index] = .failure(loss.error(ofFile: files[index].path))
    return nil
  }
}

/// Runs the scenarios in a queue.
private final class ScenarioJob: WorkerJob {
  let tokens: [WorkerToken]
  private let queue: ScenarioQueue
  private let settings: RunSettings
  private let traces: (any TraceStore)?
  private let sources: SourceCache
  private let reports: DispatchQueue
  /// The known data about the earlier attempts at a scenario in which workers were lost.
  private struct Earlier {
    var duration = Duration.zero
    var failedAttempts: [[ScenarioFailure]] = []
  }

  /// The attempts whose workers were lost, keyed by the index of the scenario. Other workers repeat
  /// these scenarios.
  private var earlier: [Int: Earlier] = [:]
  /// A scenario whose process was lost. The scenario is run again to record its trace.
  private struct Lost {
    let task: Worker.Task
    let result: ScenarioResult
  }

  /// The scenarios whose processes were lost, keyed by index.
  private var lost: [Int: Lost] = [:]
  /// The next result to report.
  private var next: ScenarioResult?

  init(
    _ queue: ScenarioQueue, _ places: [Int?], _ factory: RunnerFactory, _ iteration: UInt32,
    _ reports: DispatchQueue
  ) {
    self.queue = queue
    settings = factory.settings
    traces = factory.traces
    sources = factory.sources
    self.reports = reports
    tokens = places.enumerated().compactMap { index, place in
      if queue.plan.brokenResult(of: index) != nil { return nil }
      return place.map {
        WorkerToken(
          .scenario, iteration: iteration, index: index, subject: $0,
          repetition: queue.repetitions[index])
      }
    }
  }

  func checkState() -> ScenarioQueue.State { queue.checkState() }
  func path(of index: Int) -> String? { nil }
  func scenario(of index: Int) -> ScenarioDescription? { queue.plan.scenarios[index] }

  func phase(of index: Int, _ run: WorkerPool.Run) -> (ScenarioPhase, limit: Duration) {
    let limit = settings.timeout(of: queue.plan.scenarios[index])
    return (
      .running, lost[index].map { ScenarioRunner.recordingLimit($0.task.total, limit) } ?? limit
    )
  }

  func finish(_ outcome: WorkerOutcome, of task: Worker.Task) {
    guard case .result(var result) = outcome else { return }
    if let lost = lost.removeValue(forKey: Int(task.token.index)) {
      return report(lost, task.trace, result.traceAbsence)
    }
    result.output = task.output
    report(result, of: task, task.trace)
  }

  func lose(_ task: Worker.Task, _ loss: LostScenario) -> WorkerToken? {
    let index = Int(task.token.index)
    if let lost = lost.removeValue(forKey: index) {
      // The process was lost again, but it had sent the trace line by line.
      report(lost, task.trace, nil)
      return nil
    }
    let scenario = queue.plan.scenarios[index]
    var result = loss.result(
      of: scenario, attempts: task.attempt, output: task.output, duration: task.total)
    let isRetried =
      scenario.options.fails == nil && task.attempt < settings.maximumAttempts(of: scenario)
    if isRetried || task.attempt > 1 {
      result.failedAttempts = task.failedAttempts + [result.failures]
    }
    if isRetried {
      earlier[index, default: Earlier()].duration += task.total
      earlier[index, default: Earlier()].failedAttempts += result.failedAttempts
      var token = task.token
      token.attempts = UInt32(clamping: task.attempt)
      return token
    }
    let isRecorded = traces != nil && (result.status == .failed || settings.trace == .on)
    if isRecorded || settings.redaction != nil {
      lost[index] = Lost(task: task, result: result)
      var token = task.token
      token.kind = .recording
      token.attempts = UInt32(clamping: task.attempt - 1)
      return token
    }
    report(result, of: task, nil)
    return nil
  }

  private func report(_ lost: Lost, _ trace: [String]?, _ absence: String?) {
    var result = lost.result
    let lines =
      absence == nil
      ? ScenarioRecording.lines(
        trace ?? [], of: result, sources: sources, seed: settings.randomSeed) : []
    if lines.isEmpty {
      result.traceAbsence = absence ?? ScenarioRunner.NoTrace.nothingRecorded.rawValue
    }
    report(result, of: lost.task, lines.isEmpty ? nil : lines)
  }

  /// Reports the remaining results at the end of the run.
  func end() {
    for (_, rest) in lost.sorted(by: { $0.key < $1.key }) {
      report(rest, nil, ScenarioRunner.NoTrace.stopped.rawValue)
      flush()
    }
    lost = [:]
    flush()
  }

  private func report(_ result: ScenarioResult, of task: Worker.Task, _ trace: [String]?) {
    let index = Int(task.token.index)
    var result = result
    result.repetition = queue.repetitions[index]
    if let earlier = earlier[index] {
      result.duration += earlier.duration
      result.failedAttempts = earlier.failedAttempts + result.failedAttempts
    }
    var trace = trace
    if let redaction = settings.redaction {
      trace = redaction.redact(&result, recordedIn: trace)
      if settings.trace == .off { result.traceAbsence = nil }
    }
    if let traces, result.attempts > 0, result.status != .notRun {
      if let lines = trace, settings.keepsTrace(of: result) {
        result.trace = traces.write(lines, of: result.scenario, repetition: result.repetition)
      } else {
        traces.remove(of: result.scenario, repetition: result.repetition)
      }
    }
    if let first = queue.finish(index, result) { next = first }
  }

  func show(_ line: String, of index: Int) {
    // Earlier results are reported first, so that the output appears after them and before the
    // scenario's result.
    flush()
    reports.sync { queue.show?(line, queue.plan.scenarios[index]) }
  }

  func flush() {
    guard let first = next else { return }
    next = nil
    reports.async { [queue] in queue.report(from: first) }
  }
}
