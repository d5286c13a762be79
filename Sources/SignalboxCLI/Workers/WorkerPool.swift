internal import SignalboxScenarios
internal import SignalboxScripting
internal import SystemLibrary

/// The outcome of a work item.
enum WorkerOutcome {
  case plugins([ScriptError])
  case failed(ScriptError)
  case found([ScenarioDescription])
  case result(ScenarioResult)
  case value(ResourceValue)
}

/// A job for workers, which consists of work items of one kind.
protocol WorkerJob: AnyObject {
  /// The tokens of the work items, in the order of their indices.
  var tokens: [WorkerToken] { get }
  /// Returns whether work items may begin, and whether running work items must stop.
  func checkState() -> ScenarioQueue.State
  /// Returns the path of the file that a work item concerns, or `nil` if there is none.
  func path(of index: Int) -> String?
  /// Returns the scenario that a work item runs, or `nil` if there is none.
  func scenario(of index: Int) -> ScenarioDescription?
  /// Returns the first phase of a work item and its time limit.
  func phase(of index: Int, _ run: WorkerPool.Run) -> (ScenarioPhase, limit: Duration)
  func finish(_ outcome: WorkerOutcome, of task: Worker.Task)
  /// Called when the process that executed a work item was lost.
  ///
  /// - Returns: A work item for another process, or `nil` if there is none.
  func lose(_ task: Worker.Task, _ loss: LostScenario) -> WorkerToken?
  /// Called when a work item has printed a line that is shown immediately.
  func show(_ line: String, of index: Int)
  /// Reports completed results. This method is called repeatedly while work items are executed.
  func flush()
}

extension WorkerJob {
  func phase(of index: Int, _ run: WorkerPool.Run) -> (ScenarioPhase, limit: Duration) {
    (.loading, run.limit)
  }

  func show(_ line: String, of index: Int) {}
  func flush() {}
}

/// Starts workers, distributes work to them, receives their reports, and ends workers that exceed
/// their time limit (decision 0167).
final class WorkerPool {
  /// The properties of a run that affect the supervision of workers.
  struct Run {
    /// The cache that receives the sources that workers report in addition to their results.
    var sources = SourceCache()
    var coverage: CoverageCollector?
    var uses: FileUses?
    /// The wall-clock limit for loading a file.
    var limit = Duration.seconds(10)
    /// Whether a worker waits for permission to continue after a failure.
    var waitsAfterFailure = false
  }

  /// The time by which a worker may exceed a limit.
  static let grace = Duration.seconds(3)
  /// The time that workers have to stop their work before they are ended.
  private static let timeout = Duration.milliseconds(500)
  /// The maximum interval between checks of signals and limits, in milliseconds.
  private static let pollInterval: Int32 = 50
  /// The maximum counted time between two checks. A longer time means that this process was
  /// suspended.
  private static let maxInterval = Duration.milliseconds(250)
  /// The idle time after which, if a worker was lost, work that was taken but not reported also
  /// counts as lost.
  private static let settled = Duration.seconds(3)
  /// The number of failed starts after which a job starts no more workers. A start has failed if
  /// the worker ends before it sends a report.
  private static let maxStarts = 3
  /// The number of remaining work items above which reports are read at most once per millisecond.
  private static let manyChunks = 64

  private let tokens: WorkerTokens
  private var workers: [Worker] = []
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  private let clock = ContinuousClock()
  private var lastCheck: ContinuousClock.Instant
  /// The messages about the run that workers have received, for workers that start later.
  private var orders: [[UInt8]] = []
  private var run = Run()
  private var job: (any WorkerJob)?
  private var items = WorkItems()
  /// Whether a lost worker may have taken a work item without reporting that it did so.
  private var mayMiss = false
  private var idle = Duration.zero
  private var failedStarts = 0
  private var isStopped = false

  /// - Throws: `noWorker` if the system has no free descriptors.
  init() throws(ScriptError) {
    tokens = try WorkerTokens()
    lastCheck = clock.now
  }

  /// Starts a run. Workers discard the previous run.
  func begin(_ run: Run, _ message: [UInt8]) {
    self.run = run
    orders = []
    send([message])
  }

  /// Sends messages about the run to all workers, and to each worker that starts later.
  func send(_ messages: [[UInt8]]) {
    orders += messages
    for worker in workers { messages.forEach(worker.process.send) }
  }

  // MARK: - Work

  /// Executes the work items of a job until no work items are left or the job ends early.
  ///
  /// - Parameter size: The maximum number of workers.
  /// - Throws: `noWorker` if no worker can be started.
  func perform(_ job: some WorkerJob, workers size: Int) throws(ScriptError) {
    if isStopped {
      // Stopped workers cannot continue, so new workers execute the job.
      workers = []
      isStopped = false
    }
    self.job = job
    items = WorkItems(job.tokens)
    (mayMiss, idle, failedStarts, lastCheck) = (false, .zero, 0, clock.now)
    tokens.add(job.tokens)
    defer {
      tokens.drain()
      // A worker that is still running a duplicate of an item cannot take another job.
      workers.removeAll { $0.task != nil }
      self.job = nil
    }
    var isOpen = true
    while items.count > 0 {
      let state = job.checkState()
      if state == .stopped { return stop() }
      if state == .hasEnough, isOpen {
        isOpen = false
        items.remove(tokens.drain())
        continue
      }
      try keepWorkers(min(size, items.count))
      attend()
      job.flush()
      restoreMissing(isOpen: isOpen)
    }
  }

  /// Sends and receives available data, or waits briefly for data, and checks limits.
  private func attend() {
    let count = wait()
    if count > 0, count < chunk.count / 2, items.count > Self.manyChunks {
      // Reports are collected for a millisecond, because reading each report separately would cost
      // as much as the work.
      _ = poll(nil, 0, 1)
    }
    checkLimits()
    for worker in workers where worker.hasEnded { bury(worker) }
  }

  private func keepWorkers(_ count: Int) throws(ScriptError) {
    while workers.count < count {
      guard failedStarts < Self.maxStarts else {
        throw ScriptError(
          .runtime, code: "noWorker",
          "cannot start a worker process: \(failedStarts) processes ended before they started "
            + "to work")
      }
      do throws(ScriptError) {
        try start()
      } catch {
        // If a new worker cannot be started, the remaining workers execute its work.
        if workers.isEmpty { throw error }
        return
      }
    }
  }

  /// Starts a worker, which waits for work.
  func start() throws(ScriptError) {
    let worker = Worker(try WorkerProcess(readingFrom: tokens.source))
    workers.append(worker)
    orders.forEach(worker.process.send)
  }

  /// Stops the running work, and ends workers that do not stop in time.
  private func stop() {
    isStopped = true
    tokens.drain()
    for worker in workers { worker.process.stop() }
    let end = clock.now + Self.timeout
    while workers.contains(where: \.isBusy), clock.now < end { attend() }
    workers.removeAll(where: \.isBusy)
  }

  /// Assigns to other workers the work that a lost worker had taken without reporting that it did
  /// so.
  private func restoreMissing(isOpen: Bool) {
    guard mayMiss, idle > Self.settled, tokens.isEmpty else { return }
    (mayMiss, idle) = (false, .zero)
    guard isOpen else { return items.remove(items.count) }
    tokens.add(items.unfinished)
  }

  // MARK: - Waiting

  /// - Returns: The number of bytes that were read.
  private func wait() -> Int {
    var files = workers.map { worker in
      pollfd(fd: worker.process.reports, events: Int16(POLLIN), revents: 0)
    }
    files += workers.filter(\.process.hasWaiting).map { worker in
      pollfd(fd: worker.process.sink, events: Int16(POLLOUT), revents: 0)
    }
    if let sink = tokens.sink { files.append(pollfd(fd: sink, events: Int16(POLLOUT), revents: 0)) }
    guard poll(&files, nfds_t(files.count), Self.pollInterval) > 0 else { return 0 }
    tokens.fill()
    for worker in workers where worker.process.hasWaiting { worker.process.flush() }
    var count = 0
    for (worker, file) in zip(workers, files) where file.revents != 0 { count += receive(worker) }
    return count
  }

  @discardableResult
  private func receive(_ worker: Worker, toEnd: Bool = false) -> Int {
    do throws(MessageReader.Damage) {
      return try worker.receive(&chunk, toEnd: toEnd) {
        reader throws(MessageReader.Damage) in try take(&reader, worker)
      }
    } catch {
      lose(worker, .crashed("an unreadable report"))
      return 0
    }
  }

  /// Ends the workers that have exceeded their limits.
  private func checkLimits() {
    let now = clock.now
    let time = min(now - lastCheck, Self.maxInterval)
    lastCheck = now
    // Work that no worker has taken is not lost, even if a new worker takes a long time to start.
    let isWaiting = mayMiss && workers.allSatisfy { !$0.isBusy } && tokens.isEmpty
    idle = isWaiting ? idle + time : .zero
    for worker in workers where worker.task != nil {
      worker.task?.elapsed += time
      worker.task?.total += time
      guard let task = worker.task, task.elapsed > task.limit + Self.grace else { continue }
      lose(worker, .timedOut(task.phase, limit: task.limit), during: task)
    }
  }

  // MARK: - Losses

  /// Ends a worker. If the worker exceeded a time limit, reports that arrive before it has ended
  /// are still processed.
  private func lose(_ worker: Worker, _ loss: LostScenario, during task: Worker.Task? = nil) {
    worker.process.kill()
    if let task {
      receive(worker, toEnd: true)
      let isSame = worker.task.map { $0.token == task.token && $0.attempt == task.attempt } ?? false
      guard isSame else {
        // The worker finished this work in the meantime. If it has started other work, another
        // worker executes that work.
        if let next = worker.task { tokens.add([next.token]) }
        worker.task = nil
        return remove(worker)
      }
    }
    settle(worker, loss)
    remove(worker)
  }

  /// Handles a worker that has ended unexpectedly or whose reports can no longer be read.
  private func bury(_ worker: Worker) {
    let end = worker.process.endSoon()
    if !worker.isReady { failedStarts += 1 }
    settle(worker, .crashed("\(end)"))
    remove(worker)
  }

  private func settle(_ worker: Worker, _ loss: LostScenario) {
    mayMiss = true
    guard let task = worker.task, let job, !isStopped else { return }
    worker.task = nil
    guard !items.isDone(task.token) else { return }
    if let next = job.lose(task, loss) {
      items.replace(by: next)
      tokens.add([next])
    } else {
      items.finish(task.token)
    }
  }

  private func remove(_ worker: Worker) {
    _ = worker.process.waitForEnd()
    workers.removeAll { $0 === worker }
  }

  // MARK: - Reports

  private func take(
    _ reader: inout MessageReader, _ worker: Worker
  ) throws(MessageReader.Damage) {
    guard let kind = WorkerReport(rawValue: try reader.byte()) else { throw .init() }
    switch kind {
    case .began:
      guard let token = WorkerToken(try reader.raw()) else { throw .init() }
      guard let job, items.contains(token) else { return }
      // The result is not needed, and the scenario might never end.
      guard !items.isObsolete(token) else { return worker.process.kill() }
      let (phase, limit) = job.phase(of: Int(token.index), run)
      worker.task = Worker.Task(
        token: token, attempt: Int(token.attempts) + 1, phase: phase, limit: limit)
    case .attempt:
      worker.task?.attempt = try reader.number()
      worker.task?.failedAttempts.append(try reader.json([ScenarioFailure].self))
      worker.task?.output = []
      if let job, let index = worker.task?.token.index {
        let (phase, limit) = job.phase(of: Int(index), run)
        begin(phase, limit, in: worker)
      }
    case .phase:
      let phases = ScenarioPhase.allCases
      let phase = try reader.count()
      guard phase < phases.count else { throw .init() }
      var limit = try reader.duration()
      if let job, let token = worker.task?.token, token.kind == .recording,
        phases[phase] != .preparing
      {
        // The worker knows the time limit of the scenario, but not the limit for recording it.
        limit = job.phase(of: Int(token.index), run).limit
      }
      begin(phases[phase], limit, in: worker)
    case .output: worker.task?.output.append(try reader.text())
    case .shown:
      let line = try reader.text()
      if let index = worker.task?.token.index { job?.show(line, of: Int(index)) }
    case .source: run.sources[try reader.text()] = Array(try reader.raw())
    case .used: run.uses?.note(try reader.text(), by: try reader.text())
    case .coverage: run.coverage?.add(try reader.json(ScenarioCoverage.self))
    case .trace:
      let lines = try reader.list { reader throws(MessageReader.Damage) in try reader.text() }
      let sent = worker.task?.trace ?? []
      worker.task?.trace = sent + lines
    case .plugins, .failed, .found, .result, .value:
      guard let task = worker.task, let job else { return }
      worker.task = nil
      let outcome = try outcome(kind, &reader, Int(task.token.index), job)
      guard !items.isDone(task.token) else { return }
      items.finish(task.token)
      job.finish(outcome, of: task)
      guard run.waitsAfterFailure, case .result(let result) = outcome, result.status == .failed,
        job.checkState() == .open
      else { return }
      worker.process.send(MessageWriter(WorkerOrder.proceed.rawValue).finish())
    }
  }

  private func begin(_ phase: ScenarioPhase, _ limit: Duration, in worker: Worker) {
    worker.task?.phase = phase
    worker.task?.limit = limit
    worker.task?.elapsed = .zero
  }

  private func outcome(
    _ kind: WorkerReport, _ reader: inout MessageReader, _ index: Int, _ job: any WorkerJob
  ) throws(MessageReader.Damage) -> WorkerOutcome {
    switch kind {
    case .plugins:
      return .plugins(
        try reader.list { reader throws(MessageReader.Damage) in
          try reader.json(ScriptError.self)
        })
    case .found:
      guard let path = job.path(of: index) else { throw .init() }
      return .found(
        try reader.list { reader throws(MessageReader.Damage) in try reader.scenario(of: path) })
    case .result:
      guard let scenario = job.scenario(of: index) else { throw .init() }
      return .result(try reader.result(of: scenario))
    case .value: return .value(try reader.json(ResourceValue.self))
    default: return .failed(try reader.json(ScriptError.self))
    }
  }
}
