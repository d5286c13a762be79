internal import SignalboxScenarios
internal import SignalboxScripting
internal import SystemLibrary

/// A worker process, which finds and runs scenarios for its parent process, one at a time (decision
/// 0167).
final class ScenarioWorker {
  private let link = WorkerLink()
  /// The received bytes that are not yet a complete message.
  private var inbox = MessageInbox()
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  /// The number of the run, or `nil` before the first run.
  private var iteration: UInt32?
  private var configuration: WorkerConfiguration?
  private var factory: RunnerFactory?
  /// The runner, which is created when a work item of a run first needs it.
  private var runner: ScenarioRunner?
  private var coverage: CoverageCollector?
  private var files: [ScenarioFile] = []
  private var scenarios: WorkerScenarios?
  private var resources: [(file: Int, task: ResourceTask)] = []
  /// The number of the current task list.
  private var resourceList = 0
  /// The sources that the parent process already has.
  private var known: [String: [UInt8]] = [:]
  private var mayProceed = true

  /// Works until the parent process closes its end of the connection or exits.
  static func run() -> Never {
    var facts = stat()
    guard fstat(WorkerFiles.orders, &facts) == 0, facts.st_mode & S_IFMT == S_IFSOCK else {
      let errors = OutputFile(OutputFile.error)
      errors.print("signalbox: \(WorkerProcess.argument): only signalbox test starts workers\n")
      exit(ExitCode.usage.rawValue)
    }
    for file in WorkerFiles.all { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
    WorkerProcess.takeName()
    let worker = ScenarioWorker()
    worker.link.watchControl()
    do throws(MessageReader.Damage) {
      try worker.work()
    } catch {
      _exit(ExitCode.failed.rawValue)
    }
  }

  private func work() throws(MessageReader.Damage) -> Never {
    while true {
      if let token = WorkerToken.take(from: WorkerFiles.tokens) {
        try perform(token)
      } else {
        link.flush()
        var files = [WorkerFiles.tokens, WorkerFiles.orders].map {
          pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        if poll(&files, 2, -1) > 0, files[1].revents != 0 { try readOrders() }
      }
    }
  }

  // MARK: - Orders

  /// Waits for orders and receives them.
  private func readOrders() throws(MessageReader.Damage) {
    let count = read(WorkerFiles.orders, &chunk, chunk.count)
    // The parent process has ended and would not read further reports.
    if count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN) { _exit(0) }
    guard count > 0 else { return }
    try inbox.add(chunk[..<count]) { reader throws(MessageReader.Damage) in try take(&reader) }
  }

  private func take(_ reader: inout MessageReader) throws(MessageReader.Damage) {
    switch WorkerOrder(rawValue: try reader.byte()) {
    case .begin: try begin(&reader)
    case .files:
      let new = try reader.list { reader throws(MessageReader.Damage) in
        ScenarioFile(path: try reader.text(), source: Array(try reader.raw()))
      }
      for file in new {
        factory?.sources[file.path] = file.source
        known[file.path] = file.source
      }
      files += new
    case .scenarios: scenarios = try WorkerScenarios(&reader)
    case .proceed: mayProceed = true
    case .resources:
      resourceList = try reader.count()
      resources = try reader.list { reader throws(MessageReader.Damage) in
        (try reader.count(), try reader.json(ResourceTask.self))
      }
    case .values:
      factory?.settings.resources = try reader.json([String: ResourceValue].self)
      // The runner is discarded, because its sessions contain the old values.
      runner = nil
    case nil: throw MessageReader.Damage()
    }
  }

  private func begin(_ reader: inout MessageReader) throws(MessageReader.Damage) {
    iteration = UInt32(clamping: try reader.count())
    let configuration = try reader.json(WorkerConfiguration.self)
    self.configuration = configuration
    files = []
    scenarios = nil
    resources = []
    resourceList = 0
    known = [:]
    runner = nil
    mayProceed = true
    let sources = SourceCache()
    coverage = configuration.hasCoverage ? CoverageCollector(sources: sources) : nil
    var settings = configuration.wholeSettings
    settings.coverage = coverage
    var factory = RunnerFactory(
      settings: settings, memory: configuration.memory, sources: sources,
      project: configuration.project)
    factory.app = configuration.app
    if configuration.hasTraces { factory.traces = SentTraces(link) }
    if configuration.notesUses { factory.uses = FileUses(reporting: report) }
    factory.willRunPlugins = { [link] phase, limit in link.begin(phase, limit) }
    self.factory = factory
  }

  private var report: @Sendable (String, String) -> Void {
    { [link] path, script in
      var message = MessageWriter(WorkerReport.used.rawValue)
      message.write(path)
      message.write(script)
      link.send(message.finish())
    }
  }

  // MARK: - Work

  private func perform(_ token: WorkerToken) throws(MessageReader.Damage) {
    while iteration.map({ $0 < token.iteration }) ?? true { try readOrders() }
    // A token with another number belongs to a finished run.
    guard iteration == token.iteration else { return }
    // Orders are read before `factory`, because they contain the values that it passes to sessions.
    switch token.kind {
    case .plugins: break
    case .file: while files.count <= token.index { try readOrders() }
    case .resource:
      while resourceList < Int(token.subject) { try readOrders() }
      guard resources.indices.contains(Int(token.index)) else { throw .init() }
      while files.count <= resources[Int(token.index)].file { try readOrders() }
    case .scenario, .recording: while scenarios == nil { try readOrders() }
    }
    guard let factory else { return }
    let settings = factory.settings
    switch token.kind {
    case .plugins:
      link.begin(token, limit: settings.timeout)
      checkPlugins(factory)
    case .file:
      link.begin(token, limit: settings.timeout)
      find(files[Int(token.index)], factory)
    case .resource:
      let (file, task) = resources[Int(token.index)]
      link.begin(token, limit: settings.timeout)
      perform(task, of: files[file], factory)
    case .scenario, .recording:
      guard let subject = try scenarios?.scenario(at: Int(token.subject), of: files) else { return }
      link.begin(token, limit: settings.timeout(of: subject.scenario))
      if token.kind == .recording {
        record(subject.scenario, of: subject.file, as: token, factory)
      } else {
        try run(subject.scenario, of: subject.file, as: token, factory)
      }
    }
  }

  private func runner(_ factory: RunnerFactory) -> ScenarioRunner {
    if let runner { return runner }
    let made = factory.makeRunner()
    runner = made
    return made
  }

  private func note(_ factory: RunnerFactory) -> (ScenarioRunner.Event) -> Void {
    let limit = factory.settings.timeout
    return { [link] event in link.note(event, limit: limit) }
  }

  private func checkPlugins(_ factory: RunnerFactory) {
    do throws(ScriptError) {
      let rejections = try factory.checkPlugins()
      sendSources(factory)
      var message = MessageWriter(WorkerReport.plugins.rawValue)
      message.write(rejections) { $0.write(json: $1) }
      link.end(message)
    } catch {
      fail(error, factory)
    }
  }

  private func fail(_ error: ScriptError, _ factory: RunnerFactory) {
    sendSources(factory)
    var message = MessageWriter(WorkerReport.failed.rawValue)
    message.write(json: error)
    link.end(message)
  }

  private func find(_ file: ScenarioFile, _ factory: RunnerFactory) {
    do throws(ScriptError) {
      let scenarios = try runner(factory).scenarios(of: file, noting: note(factory))
      sendCoverage()
      var message = MessageWriter(WorkerReport.found.rawValue)
      message.write(scenarios) { $0.write($1) }
      link.end(message)
    } catch {
      fail(error, factory)
    }
  }

  private func perform(_ task: ResourceTask, of file: ScenarioFile, _ factory: RunnerFactory) {
    do throws(ScriptError) {
      let runner = runner(factory)
      var value = ResourceValue.empty
      if let old = task.value {
        try runner.tearDown(task.resource, old, of: file, noting: note(factory))
      } else {
        value = try runner.setUp(task.resource, of: file, noting: note(factory))
      }
      sendCoverage()
      var message = MessageWriter(WorkerReport.value.rawValue)
      message.write(json: value)
      link.end(message)
    } catch {
      fail(error, factory)
    }
  }

  private func run(
    _ scenario: ScenarioDescription, of file: ScenarioFile, as token: WorkerToken,
    _ factory: RunnerFactory
  ) throws(MessageReader.Damage) {
    let result = runner(factory).run(
      scenario, of: file, repetition: Int(token.repetition), after: Int(token.attempts),
      noting: note(factory))
    if !result.failures.isEmpty { sendSources(factory) }
    sendCoverage()
    var message = MessageWriter(WorkerReport.result.rawValue)
    message.write(result)
    link.end(message)
    guard result.status == .failed, configuration?.waitsAfterFailure == true else { return }
    mayProceed = false
    link.flush()
    while !mayProceed { try readOrders() }
  }

  /// Runs a scenario only to record its trace, and sends each line of the trace immediately,
  /// because the process might crash again.
  private func record(
    _ scenario: ScenarioDescription, of file: ScenarioFile, as token: WorkerToken,
    _ factory: RunnerFactory
  ) {
    let result = runner(factory).record(
      scenario, of: file, repetition: Int(token.repetition), after: Int(token.attempts),
      noting: note(factory)
    ) { [link] line in
      var message = MessageWriter(WorkerReport.trace.rawValue)
      message.write([line]) { $0.write($1) }
      link.send(message.finish())
    }
    var message = MessageWriter(WorkerReport.result.rawValue)
    message.write(result)
    link.end(message)
  }

  /// Sends the items that have been covered or declared since the last call.
  private func sendCoverage() {
    guard let coverage else { return }
    var message = MessageWriter(WorkerReport.coverage.rawValue)
    message.write(json: coverage.takeCoverage())
    link.send(message.finish())
  }

  /// Sends the parent process the sources that it does not have yet, for reports.
  private func sendSources(_ factory: RunnerFactory) {
    for (name, text) in factory.sources.all where known[name] != text {
      known[name] = text
      var message = MessageWriter(WorkerReport.source.rawValue)
      message.write(name)
      message.write(text)
      link.send(message.finish())
    }
  }
}

/// Sends traces to the parent process. The parent process writes the traces to files.
private final class SentTraces: TraceStore, Sendable {
  private let link: WorkerLink

  init(_ link: WorkerLink) { self.link = link }

  func write(_ lines: [String], of scenario: ScenarioDescription, repetition: Int) -> String? {
    var message = MessageWriter(WorkerReport.trace.rawValue)
    message.write(lines) { $0.write($1) }
    link.send(message.finish())
    return nil
  }

  func remove(of scenario: ScenarioDescription, repetition: Int) {}
}
