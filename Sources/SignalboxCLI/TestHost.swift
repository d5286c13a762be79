internal import SignalboxScenarios
internal import SignalboxScripting
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Finds flows, runs them, and writes the reports.
struct TestHost {
  private let options: TestOptions
  private let limits: Limits
  private let project: Project
  private let paths: [String]
  private let sources: SourceShelf
  /// What is covered; `nil` where nobody asks.
  private let coverage: CoverageBook?
  private let traces: TraceFiles?
  private let output = OutputFile(OutputFile.output)
  private let errors = OutputFile(OutputFile.error)
  private let isCI: Bool
  private let bazel = BazelTest(RunSelection.variable)

  init(
    _ options: TestOptions, _ limits: Limits, _ plugins: PluginOptions, paths: [String]
  ) throws(ScriptError) {
    self.options = options
    let sources = SourceShelf()
    self.sources = sources
    coverage = options.coverage.isOn ? CoverageBook(sources: sources) : nil
    project = try Project(plugins)
    self.limits = limits
    self.paths = paths
    let isBazel = bazel != nil
    traces = TraceFiles.open(options.traces, project, isBazel: isBazel)
    isCI = options.ci || isBazel || !["", "0", "false"].contains(RunSelection.variable("CI") ?? "")
  }

  /// Does everything that was asked for and gives the code to end with.
  func run() throws(ScriptError) -> ExitCode {
    ScriptSession.installInterruptHandler()
    ScriptSession.installTerminationHandler()
    bazel?.acceptShards()
    bazel?.begin()
    let request = try FlowFinder.request(paths + selection.listedPlaces())
    let plugins = try checkPlugins()
    let found = try find(request.files)
    var selector = FlowSelector()
    selector.keywords = options.keywords + [bazel?.filter].compactMap(\.self)
    selector.tags = options.tag.map(\.expression)
    selector.places = request.places
    selector.ids = request.ids
    var flows: [FlowDescription]
    let shard: FlowShard?
    do throws(FlowSelector.Refusal) {
      flows = try selector.select(found.flows)
      shard = try selection.shard()
    } catch {
      return refuse(error.message, .usage)
    }
    if options.lastFailed { flows = onlyFailed(flows) }
    let part = try shard.map { shard throws(ScriptError) in
      shard.members(of: flows, by: options.shardBy.rule, timings: try selection.timings())
    }
    if let format = options.list {
      return list(flows.filter { part?.contains($0.id) ?? true }, found.unloaded, format)
    }
    if let flow = flows.first(where: \.options.isOnly), isCI || options.forbidOnly {
      return refuse("\(flow.place): \"\(flow.title)\" says only, which is forbidden here", .failed)
    }
    var plan = plan(flows, found)
    if let shard, let part { plan.reduce(to: shard, members: part) }
    let code = run(plan, of: flows, found)
    return code == .success ? plugins : code
  }

  private var selection: RunSelection { RunSelection(options, project, bazel) }

  private func onlyFailed(_ flows: [FlowDescription]) -> [FlowDescription] {
    let chosen = selection.failed(among: flows)
    if !chosen.isEmpty { return chosen }
    errors.write("signalbox: none of them failed last time; all are run\n")
    errors.flush()
    return flows
  }

  /// Tells once which plugins do not load, and why.
  ///
  /// - Returns: The code for that, where nothing else goes wrong.
  private func checkPlugins() throws(ScriptError) -> ExitCode {
    let session = try workshop.makeSession(script: nil, workshop.plugins)
    defer { session.close() }
    for refusal in session.plugins.refusals {
      errors.write(FailureReport(refusal.error, sources: sources).text + "\n")
    }
    errors.flush()
    return session.plugins.refusals.isEmpty ? .success : .notLoaded
  }

  private func refuse(_ message: String, _ code: ExitCode) -> ExitCode {
    errors.write("signalbox: \(message)\n")
    errors.flush()
    return code
  }

  // MARK: - Finding

  private func find(_ paths: [String]) throws(ScriptError) -> FoundFlows {
    try FlowSearch(paths: paths, workshop: workshop, workers: mostWorkers).run()
  }

  /// How many flows run at a time where there are enough of them.
  private var mostWorkers: Int {
    switch options.jobs {
    case .automatic: max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    case .count(let count): count
    }
  }

  private func list(
    _ flows: [FlowDescription], _ unloaded: [UnloadedFile], _ format: ListFormat
  ) -> ExitCode {
    output.write(format == .json ? FlowList.json(flows) : FlowList.text(flows))
    output.flush()
    errors.write(
      unloaded.map { "\(FailureReport($0.error, sources: sources).text)\n" }.joined(separator: "\n")
    )
    errors.flush()
    if !unloaded.isEmpty { return .notLoaded }
    return flows.isEmpty && !options.passWithNoTests ? .nothingMatched : .success
  }

  // MARK: - Running

  private var settings: FlowSettings {
    var settings = FlowSettings()
    if let timeout = limits.timeout { settings.timeout = timeout.duration }
    settings.retries = options.retries
    settings.frames = options.update?.policy ?? (isCI ? .none : .missing)
    settings.coverage = coverage
    settings.trace = options.traces.trace.policy
    settings.keepsSteps =
      bazel?.reportPath != nil || options.reporter.contains { $0.reporter?.needsSteps ?? true }
    return settings
  }

  private var workshop: FlowWorkshop {
    FlowWorkshop(
      settings: settings, memory: limits.memory?.bytes, sources: sources, project: project,
      traces: traces)
  }

  /// With one worker and nobody's output in between, flows may wait for their user.
  private var opensPrompts: Bool {
    guard case .count(1) = options.jobs else { return false }
    return !isCI
  }

  private func plan(_ flows: [FlowDescription], _ found: FoundFlows) -> FlowPlan {
    let all = (0..<options.repetitions).flatMap { _ in flows }
    var plan = FlowPlan(flows: all, files: found.files)
    plan.unloaded = found.unloaded
    plan.maximumFailures = options.stopsAtFirst ? 1 : options.maxFailures
    plan.workers = max(1, min(mostWorkers, all.count))
    if !options.noShuffle {
      plan.shuffle(seed: options.seed ?? bazel?.seed ?? .random(in: 0..<1_000_000))
    }
    if options.failedFirst {
      let failed = selection.failed(among: plan.flows)
      let names = Set(failed.map(\.id))
      plan.flows = failed + plan.flows.filter { !names.contains($0.id) }
    }
    return plan
  }

  private func run(
    _ plan: FlowPlan, of planned: [FlowDescription], _ found: FoundFlows
  ) -> ExitCode {
    // Taken by the worker that has a result to tell, one at a time.
    let reports: Mutex<[ReportOutput]>
    do throws(ScriptError) {
      reports = Mutex(try openReports())
    } catch {
      return refuse("\(error)", error.code == ReportOutput.unknownCode ? .usage : .failed)
    }
    var workshop = workshop
    if opensPrompts { workshop.pauses = PausePrompt(sources: sources, limits: limits) }
    let makeRunner = workshop.makeRunner
    reports.withLock { for report in $0 { report.begin(plan) } }
    let clock = ContinuousClock()
    let end = bazel?.timeout.map { clock.now + $0 }
    let run = FlowRun(
      plan,
      shouldStop: {
        ScriptSession.isTerminating || ScriptSession.takePendingInterrupt()
          || end.map { clock.now >= $0 } ?? false
      },
      makeRunner: makeRunner)
    var summary = run.run { result in
      reports.withLock { for report in $0 { report.add(result) } }
    }
    finish(&summary, plan, planned, found)
    let told = summary
    reports.withLock { for report in $0 { report.end(told) } }
    keep(summary)
    GitHubStep.tell(told, options.reporter, context)
    bazel?.end(summary)
    // A part of a run may be empty where the whole is not.
    let mayBeEmpty = options.passWithNoTests || (plan.shard != nil && !planned.isEmpty)
    let isEmpty = summary.exitCode == .nothingMatched && mayBeEmpty
    return isEmpty ? .success : summary.exitCode
  }

  /// Writes down what later runs look at; where that fails it is told and changes nothing.
  private func keep(_ summary: FlowSummary) {
    do throws(ScriptError) {
      if !isCI {
        let last = LastRun(project)
        try last.note(summary.results)
      }
      if let path = options.timings {
        var timings = try selection.timings()
        timings.note(summary.results)
        try FrameFiles().write(timings.json, to: path)
      }
    } catch {
      errors.write("signalbox: \(error)\n")
      errors.flush()
    }
  }

  /// Adds what only the whole run shows.
  private func finish(
    _ summary: inout FlowSummary, _ plan: FlowPlan, _ planned: [FlowDescription],
    _ found: FoundFlows
  ) {
    let frames = FrameReview(summary.results, of: planned, among: found.flows)
    summary.frameFiles = FrameFiles.all(in: frames.folders)
    let obsolete = plan.shard == nil ? frames.obsolete(among: summary.frameFiles) : []
    if options.update == .all {
      FrameFiles.remove(obsolete)
    } else {
      summary.obsoleteFrames = obsolete
    }
    summary.coverage = coverage?.coverage
    summary.coverageBar = options.coverage.bar
    summary.isPart = plan.shard != nil
    summary.failsOnObsolete = isCI
    summary.failsOnFlaky = options.failOnFlaky
  }

  /// - Throws: where a file cannot be written, or there is no such reporter.
  private func openReports() throws(ScriptError) -> sending [ReportOutput] {
    let bazelReport = bazel?.reportPath.map { ReporterChoice(JUnitReporter.self, path: $0) }
    return try ReportOutput.open(
      options.reporter + [bazelReport].compactMap(\.self), context,
      showsProgress: output.isTerminal && !options.noProgress, workshop)
  }

  private var context: ReportContext {
    let isColored = (limits.color ?? .auto).isColored(onTerminal: output.isTerminal)
    return ReportContext(
      palette: TextPalette(isColored: isColored), sources: sources, isVerbose: options.verbose,
      isQuiet: options.quiet)
  }
}

/// Makes runners, one for each worker.
struct FlowWorkshop: Sendable {
  let settings: FlowSettings
  let memory: Int?
  let sources: SourceShelf
  let project: Project
  /// Takes the traces of flows; `nil` where none are kept.
  var traces: TraceFiles?
  /// Opens a prompt where flows pause.
  var pauses: PausePrompt?

  func makeRunner() -> FlowRunner {
    let plugins = plugins
    return FlowRunner(settings, frames: FrameFiles(), traces: traces) {
      [self] file throws(ScriptError) in
      try makeSession(script: file.path, plugins)
    }
  }

  /// The plugins that there are when it is asked for.
  var plugins: PluginConfiguration { project.plugins(sources, timeout: settings.timeout) }

  /// A fresh session with its plugins.
  func makeSession(
    script: String?, _ plugins: PluginConfiguration
  ) throws(ScriptError) -> ScriptSession {
    var configuration = ScriptConfiguration(
      modules: ModuleFolders(script: script, sources: sources), plugins: plugins)
    if let memory { configuration.memoryLimit = memory }
    let session = try ScriptSession(configuration)
    session.becomeInterruptTarget()
    pauses?.offer(in: session)
    try session.plugins.loadAtStart()
    return session
  }
}
