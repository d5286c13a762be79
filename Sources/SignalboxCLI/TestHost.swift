internal import PortableMutex
internal import Signalbox
internal import SignalboxFiles
internal import SignalboxInspector
internal import SignalboxScenarios
internal import SignalboxScripting
internal import SystemLibrary

/// Finds scenarios, runs them, and writes the reports.
struct TestHost {
  /// The options, combined with the defaults of the project.
  let options: TestOptions
  /// The options that were passed on the command line.
  let given: TestSettings
  /// The seed for random orders and random numbers.
  private let seed: UInt64
  let limits: Limits
  let plugins: PluginOptions
  let project: Project
  private let paths: [String]
  let sources: SourceCache
  /// The collector of coverage, or `nil` if coverage was not requested.
  private let coverage: CoverageCollector?
  private let traces: TraceFiles?
  /// The values to remove from recordings and reports, or `nil` if this was not requested.
  private let redaction: RunRedaction?
  let output = OutputFile(OutputFile.output)
  let errors = OutputFile(OutputFile.error)
  let isCI: Bool
  private let start = ContinuousClock.now
  /// The record of the files that scenarios use, or `nil` if this was not requested.
  let uses: FileUses?
  /// The cached scenario files.
  let scenarioCache = ScenarioCache()
  /// The host that executes the scenarios.
  let host: any ScenarioHost
  let bazel = BazelTest(RunSelection.variable)

  /// - Parameter given: The options that were passed on the command line.
  init(
    _ given: TestSettings, _ plugins: PluginOptions, paths: [String]
  ) throws(ScriptError) {
    project = try Project(plugins)
    self.given = given
    let settings = try given.merged(with: project)
    let options = settings.options
    self.options = options
    limits = settings.limits
    seed =
      options.runs.seed ?? BazelTest(RunSelection.variable)?.seed ?? .random(in: 0..<1_000_000)
    let isBazel = bazel != nil
    isCI =
      options.snapshots.ci || isBazel
      || !["", "0", "false"].contains(RunSelection.variable("CI") ?? "")
    let sources = SourceCache()
    host =
      Self.opensPrompts(options, isCI: isCI)
      ? ThreadHost(PausePrompt(sources: sources, limits: limits)) : try WorkerHost()
    self.sources = sources
    coverage = options.coverage.isOn ? CoverageCollector(sources: sources) : nil
    self.plugins = plugins
    self.paths = paths
    let isAsked = options.runs.watch || options.selection.onlyChanged != nil
    uses = isAsked ? FileUses() : nil
    traces = TraceFiles.open(options.traces, project, isBazel: isBazel)
    let redact = options.traces.redact
    redaction =
      redact.isEmpty ? nil : RunRedaction(RecordingRedaction(redact), sources: sources)
  }

  /// Checks whether the run is possible.
  ///
  /// - Returns: The exit code if the run is not possible, otherwise `nil`.
  func prepare() -> ExitCode? {
    rejectionOfDebugging.map { reject($0, .usage) }
  }

  /// Runs the command and returns the exit code.
  func run() throws(ScriptError) -> ExitCode {
    if let code = prepare() { return code }
    bazel?.acceptShards()
    bazel?.begin()
    return try options.runs.untilFailure ? runUntilFailure() : run(TestIteration()).code
  }

  /// Returns the files and scenarios that the command line requests.
  func request() throws(ScriptError) -> ScenarioFinder.Request {
    let locations = try paths + selection.listedLocations()
    return try ScenarioFinder.request(locations.isEmpty ? project.testRoots() : locations)
  }

  /// Runs the requested scenarios once.
  func run(_ iteration: TestIteration) throws(ScriptError) -> TestIteration.Result {
    let end = end(of: iteration)
    let request = try request()
    var factory = factory
    factory.settings.randomSeed = seed(of: iteration)
    host.begin(
      factory, waitsAfterFailure: options.runs.stopsAtFirst || options.runs.maxFailures != nil)
    let plugins = try checkPlugins()
    var found = try find(request.files, iteration)
    found.unloaded += request.unreadable
    if request.files.isEmpty, found.unloaded.isEmpty, options.selection.passWithNoTests != true {
      let roots = request.roots.map { $0 == "." ? "this folder" : $0 }.joined(separator: ", ")
      errors.print(
        "signalbox: no file in \(DisplayText.line(roots)) ends in \(FolderSearch.ending); signalbox init "
          + "creates a project with scenarios\n")
    }
    var selector = ScenarioSelector()
    selector.keywords = options.selection.keywords.compactMap { try? $0.expression() }
    selector.keywords += [bazel?.filter].compactMap(\.self).map { SelectionExpression(exactly: $0) }
    selector.tags = options.selection.tag.compactMap { try? $0.expression() }
    selector.locations = request.locations
    selector.ids = request.ids
    var scenarios: [ScenarioDescription]
    let shard: ScenarioShard?
    do throws(ScenarioSelector.Rejection) {
      scenarios = try selector.select(found.scenarios)
      shard = try selection.shard()
    } catch {
      return .init(reject(error.message, .usage))
    }
    scenarios = scenarios.filter(iteration.selects)
    if let reference = options.selection.onlyChanged, let uses {
      do throws(ScriptError) {
        scenarios = try onlyChanged(since: reference, scenarios, uses)
        if scenarios.isEmpty, found.unloaded.isEmpty, options.selection.list == nil,
          options.reports.reporter.allSatisfy({ $0.path == nil })
        {
          return .init(plugins)
        }
      } catch {
        guard error.code == ChangedFiles.rejectionCode else { throw error }
        return .init(reject(error.message, .usage))
      }
    }
    if options.selection.lastFailed { scenarios = try onlyFailed(scenarios) }
    let part = try shard.map { shard throws(ScriptError) in
      try selection.members(of: shard, among: scenarios)
    }
    if let format = options.selection.list {
      return .init(list(scenarios.filter { part?.contains($0.id) ?? true }, found.unloaded, format))
    }
    if let scenario = scenarios.first(where: \.options.isOnly), options.runs.forbidOnly ?? isCI {
      return .init(
        reject(
          "\(scenario.place): \"\(scenario.title)\" is marked `only`, which this run forbids",
          .failed))
    }
    var plan = try plan(scenarios, found, iteration)
    if let shard, let part { plan.reduce(to: shard, members: part) }
    if let code = checkApplication(for: plan) { return .init(code) }
    var result = run(plan, of: scenarios, found, iteration, until: end)
    if result.code == .success { result.code = plugins }
    return result
  }

  /// Checks that the application starts and listens, so that a failure is reported once instead of
  /// for each scenario.
  ///
  /// - Returns: The exit code, or `nil` if scenarios can run.
  private func checkApplication(for plan: RunPlan) -> ExitCode? {
    guard let choice = options.app.choice, plan.scenarios.count > 1 else { return nil }
    let use = AppUse.scenario(timeout: settings.timeout)
    do throws(ScriptError) {
      try AppConnection(choice, by: use.program, limit: use.limit) { UserStop.reason != nil }
        .close()
      return nil
    } catch {
      return reject("\(error)", .failed)
    }
  }

  /// Returns the time at which a run must end, or `nil` if the run has no limit.
  private func end(of iteration: TestIteration) -> ContinuousClock.Instant? {
    // The limit applies to all repetitions of `--until-failure` together, but to every run of
    // `--watch` separately.
    let begin = options.runs.untilFailure ? start : .now
    return [bazel?.timeout, options.runs.maxTime?.duration].compactMap(\.self).min().map {
      begin + $0
    }
  }

  private var isShuffled: Bool { options.runs.shuffle ?? true }

  /// Returns the seed of a run's order and random numbers. Without `--seed`, all runs in file order
  /// use the same seed.
  private func seed(of iteration: TestIteration) -> UInt64 {
    isShuffled ? seed &+ iteration.number : options.runs.seed ?? 0
  }

  var selection: RunSelection { RunSelection(options, project, bazel) }

  private func onlyFailed(
    _ scenarios: [ScenarioDescription]
  ) throws(ScriptError) -> [ScenarioDescription] {
    let chosen = try selection.failed(among: scenarios)
    if !chosen.isEmpty { return chosen }
    errors.print(
      "signalbox: none of the selected scenarios failed in the last run; all of them "
        + "are run\n")
    return scenarios
  }

  /// Reports the plugins that fail to load, with the reasons.
  ///
  /// - Returns: The exit code to use if no other error occurs.
  private func checkPlugins() throws(ScriptError) -> ExitCode {
    let rejections = try host.checkPlugins()
    try UserStop.check(while: "plugins were being loaded")
    for rejection in rejections {
      errors.write(FailureReport(rejection, sources: sources).text + "\n")
    }
    errors.flush()
    return rejections.isEmpty ? .success : .notLoaded
  }

  func reject(_ message: String, _ code: ExitCode) -> ExitCode {
    if JobMode.isOn {
      JobMode.report(code == .usage ? "badParams" : "rejected", message)
    } else {
      errors.print("signalbox: \(DisplayText.lines(message))\n")
    }
    return code
  }

  // MARK: - Finding

  private func find(
    _ paths: [String], _ iteration: TestIteration
  ) throws(ScriptError) -> ScenarioCache.Found {
    try scenarioCache.find(paths, iteration) { unknown throws(ScriptError) in
      try host.find(unknown, workers: maxWorkers)
    }
  }

  /// The maximum number of scenarios that run in parallel.
  private var maxWorkers: Int {
    switch options.runs.jobs ?? .automatic {
    case _ where options.runs.debug || options.app.choice?.isShared == true: 1
    case .automatic: max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    case .count(let count): count
    }
  }

  private func list(
    _ scenarios: [ScenarioDescription], _ unloaded: [UnloadedFile], _ format: ListFormat
  ) -> ExitCode {
    if JobMode.isOn {
      JobMode.write(ScenarioList.fields(scenarios, unloaded, sources: sources))
    } else {
      output.print(format == .json ? ScenarioList.json(scenarios) : ScenarioList.text(scenarios))
    }
    errors.print(
      unloaded.map { "\(FailureReport($0.error, sources: sources).text)\n" }.joined(separator: "\n")
    )
    if !unloaded.isEmpty { return .notLoaded }
    return scenarios.isEmpty && options.selection.passWithNoTests != true
      ? .nothingMatched : .success
  }

  // MARK: - Running

  private var settings: RunSettings {
    var settings = RunSettings()
    if let timeout = limits.timeout {
      settings.timeout = timeout.duration
      settings.maximumTimeout = timeout.duration
    }
    settings.retries = options.runs.retries ?? 0
    settings.parameters = Dictionary(options.runs.env.map { ($0.name, $0.value) }) { $1 }
    settings.showsOutput = options.reports.showsOutput
    settings.maximumSteps = options.runs.maxSteps
    settings.pausesAtFailure = options.runs.debug
    settings.snapshots = options.snapshots.update?.policy ?? (isCI ? .none : .missing)
    settings.coverage = coverage
    settings.trace = options.traces.policy
    settings.redaction = redaction
    settings.measuresSteps = options.traces.stepDurations ?? false
    settings.keepsSteps =
      bazel?.reportPath != nil
      || options.reports.reporter.contains { $0.reporter?.needsSteps ?? true }
    return settings
  }

  private var factory: RunnerFactory {
    RunnerFactory(
      settings: settings, memory: limits.memory?.bytes, sources: sources, project: project,
      traces: traces, uses: uses, app: options.app.choice)
  }

  /// Returns whether scenarios may open a prompt: with `--debug`, or with `-j1` at a terminal
  /// outside CI.
  private static func opensPrompts(_ options: TestOptions, isCI: Bool) -> Bool {
    if options.runs.debug { return true }
    guard case .count(1)? = options.runs.jobs, !isCI else { return false }
    return PausePrompt.hasTerminal
  }

  /// The reason why the prompt of `--debug` is not available, or `nil` if it was not requested or
  /// is available.
  private var rejectionOfDebugging: String? {
    guard options.runs.debug else { return nil }
    guard PausePrompt.hasTerminal else {
      return
        "--debug opens a prompt at a failure, but there is no terminal for it; run the command "
        + "in a terminal, or omit --debug"
    }
    return nil
  }

  private func plan(
    _ scenarios: [ScenarioDescription], _ found: ScenarioCache.Found, _ iteration: TestIteration
  ) throws(ScriptError) -> RunPlan {
    let repetitions = iteration.isReported == .atItsEnd ? 1 : options.runs.repetitions ?? 1
    let all = (0..<repetitions).flatMap { _ in scenarios }
    var plan = RunPlan(scenarios: all, files: found.files)
    plan.unloaded = found.unloaded
    plan.maximumFailures = options.runs.stopsAtFirst ? 1 : options.runs.maxFailures
    plan.workers = max(1, min(maxWorkers, all.count))
    plan.seed = seed(of: iteration)
    if isShuffled { plan.shuffle(seed: seed(of: iteration)) }
    if options.selection.failedFirst == true {
      let failed = try selection.failed(among: plan.scenarios)
      let names = Set(failed.map(\.id))
      plan.scenarios = failed + plan.scenarios.filter { !names.contains($0.id) }
    }
    return plan
  }

  private func run(
    _ plan: RunPlan, of planned: [ScenarioDescription], _ found: ScenarioCache.Found,
    _ iteration: TestIteration,
    until end: ContinuousClock.Instant?
  ) -> TestIteration.Result {
    // Only the worker that is reporting a result accesses the reports.
    let reports: Mutex<ReportSet>
    do throws(ScriptError) {
      reports = Mutex(iteration.isReported == .asItGoes ? try openReports(context) : ReportSet())
    } catch {
      return .init(reject("\(error)", error.code == ReportOutput.unknownCode ? .usage : .failed))
    }
    let (plan, resources) = setUp(plan)
    reports.withLock { $0.begin(plan) }
    let isAlone = plan.workers == 1
    let show: ScenarioRun.Show = { line, scenario in
      reports.withLock { $0.show(isAlone ? line : "\(scenario.place)  \(line)") }
    }
    let run = ScenarioRun(plan, on: host) {
      UserStop.reason ?? (end.map { .now >= $0 } ?? false ? .outOfTime : nil)
    }
    var summary = run.run(showing: options.reports.showsOutput ? show : nil) { result in
      reports.withLock { $0.add(result) }
    }
    tearDown(resources, &summary)
    finish(&summary, plan, planned, found)
    let reported = summary
    let failure = reports.withLock { reports in
      reports.end(reported)
      return reports.failureCode
    }
    if iteration.isReported == .asItGoes {
      reportDurations(of: summary)
      reportUnusedNames(isPart: planned.count < found.scenarios.count)
      GitHubStep.write(reported, options.reports.reporter, context)
    }
    let isIncomplete = keep(summary, of: plan.shard, among: planned)
    bazel?.end(summary)
    if let failure = host.failure { return .init(reject("\(failure)", .failed), plan, summary) }
    // A shard may be empty even if the whole run is not.
    let mayBeEmpty =
      options.selection.passWithNoTests == true || options.selection.onlyChanged != nil
      || (plan.shard != nil && !planned.isEmpty)
    let isEmpty = summary.exitCode == .nothingMatched && mayBeEmpty
    var code = isEmpty ? .success : summary.exitCode
    if code == .success, isIncomplete { code = .failed }
    return .init(failure.map { code == .success ? $0 : code } ?? code, plan, summary)
  }

  /// Reports a run that has ended.
  ///
  /// - Returns: The exit code to use if no other error occurs, or `nil` if all reports were
  ///   written.
  func report(_ plan: RunPlan, _ summary: RunSummary) throws(ScriptError) -> ExitCode? {
    // While the iteration ran, no report showed its output.
    var context = self.context
    context.repeatsOutput = true
    let reports = try openReports(context)
    reports.report(plan, summary)
    reportDurations(of: summary)
    GitHubStep.write(summary, options.reports.reporter, context)
    return reports.failureCode
  }

  /// Adds the parts of the summary that depend on the whole run, and deletes obsolete snapshots if
  /// requested.
  private func finish(
    _ summary: inout RunSummary, _ plan: RunPlan, _ planned: [ScenarioDescription],
    _ found: ScenarioCache.Found
  ) {
    if host.failure != nil, summary.stop == nil { summary.stop = .noWorkers }
    let snapshots = SnapshotReview(summary.results, of: planned, among: found.scenarios)
    let files = FolderFiles()
    let onFile = files.snapshots(in: snapshots.folders)
    summary.snapshotFiles = onFile.map(\.description)
    let obsolete = plan.shard == nil ? snapshots.obsolete(among: summary.snapshotFiles) : []
    if options.snapshots.update == .all {
      let names = Set(obsolete)
      files.remove(onFile.filter { names.contains($0.description) })
    } else {
      summary.obsoleteSnapshots = obsolete
    }
    summary.coverage = coverage?.coverage
    summary.coverageThreshold = options.coverage.threshold
    summary.isPart = plan.shard != nil
    summary.failsOnObsolete = isCI
    summary.failsOnFlaky = options.runs.failOnFlaky ?? false
  }

  /// - Throws: An error if a reporter does not exist.
  private func openReports(_ context: ReportContext) throws(ScriptError) -> sending ReportSet {
    let bazelReport = bazel?.reportPath.map { ReporterChoice(JUnitReporter.self, path: $0) }
    return try ReportSet.open(
      options.reports.reporter + [bazelReport].compactMap(\.self), context,
      showsProgress: output.isTerminal && options.reports.progress ?? true
        && !options.reports.showsOutput
        && !options.runs.debug, factory)
  }

  // MARK: - Resources

  /// Sets up the shared resources of a plan.
  ///
  /// - Returns: The plan, in which broken resources are marked, and the resources to tear down, in
  ///   the order of teardown.
  func setUp(_ plan: RunPlan) -> (plan: RunPlan, done: [ResourceTask]) {
    let resources = plan.resources
    guard !resources.isEmpty else { return (plan, []) }
    var plan = plan
    var values: [String: ResourceValue] = [:]
    var done: [ResourceTask] = []
    // The resources of files may use the resources of the run, such as a server.
    for scope in [SharedResource.Scope.run, .file] {
      let tasks = resources.filter { $0.scope == scope }.map { ResourceTask(resource: $0) }
      guard !tasks.isEmpty else { continue }
      host.provide(values)
      for (task, outcome) in zip(tasks, host.perform(tasks, workers: plan.workers, showing: show)) {
        switch outcome {
        case .success(let value):
          values[task.resource.id] = value
          done.append(ResourceTask(resource: task.resource, value: value))
        // If the run was stopped, the failure is not reported, because the scenarios do not run.
        case .failure(let error):
          if UserStop.reason == nil { plan.brokenResources[task.resource.id] = error }
        }
      }
    }
    host.provide(values)
    return (plan, done.reversed())
  }

  /// Shows the output that resources print.
  private func show(_ line: String) {
    output.print(line + "\n")
  }

  /// Tears down resources. If a teardown fails, the error is reported and the run fails.
  func tearDown(_ tasks: [ResourceTask], _ summary: inout RunSummary) {
    for scope in [SharedResource.Scope.file, .run] {
      let some = tasks.filter { $0.resource.scope == scope }
      guard !some.isEmpty else { continue }
      for (task, outcome) in zip(some, host.perform(some, workers: summary.workers, showing: show))
      {
        guard case .failure(let error) = outcome else { continue }
        let subject = "resource \"\(task.resource.name)\" in \(task.resource.file)"
        summary.resourceFailures.append("\(subject): \(error)")
        errors.write("signalbox: the teardown of \(DisplayText.line(subject)) failed\n")
        errors.print(FailureReport(error, sources: sources).text + "\n")
      }
    }
  }

  // MARK: - Reports

  /// Stores data for later runs. If writing fails, the error is reported, but the run does not
  /// fail.
  ///
  /// - Parameter planned: The scenarios of all shards.
  /// - Returns: Whether this is the last of the shards that use a timings file one after the other,
  ///   and some scenarios were not run in any shard. These scenarios are reported.
  func keep(
    _ summary: RunSummary, of shard: ScenarioShard?, among planned: [ScenarioDescription]
  ) -> Bool {
    func attempt(_ body: () throws(ScriptError) -> Void) {
      do throws(ScriptError) {
        try body()
      } catch {
        errors.print("signalbox: \(DisplayText.lines("\(error)"))\n")
      }
    }
    if !isCI {
      attempt { () throws(ScriptError) in
        var last = try LastRun(project)
        try last.note(summary.results)
      }
    }
    guard let path = options.selection.timings else { return false }
    var unrun: [ScenarioDescription] = []
    attempt { () throws(ScriptError) in
      let timings: ScenarioTimings
      (timings, unrun) = try selection.timings(after: summary.results, of: shard, among: planned)
      // A client that allows no snapshots allows no other files either.
      if !JobMode.isOn || !options.snapshots.ci { try WrittenFile.write(timings.json, to: path) }
    }
    guard let shard, !unrun.isEmpty else { return false }
    errors.print(
      "signalbox: every shard needs the same files, selection and --shard-by, but "
        + "\(counted(unrun.count, "scenario")) ran in none of the "
        + "\(counted(shard.count, "shard")):\n"
        + unrun.map { "  \(DisplayText.line($0.id))\n" }.joined())
    return true
  }

  /// Lists the slowest scenarios on standard error, unless a report already lists them.
  func reportDurations(of summary: RunSummary) {
    let choice = options.reports.reporter.first { $0.path == nil }
    guard let choice, choice.reporter?.isForPeople != true else { return }
    errors.print(summary.slowest(context))
  }

  /// Reports the names of `--redact` that nothing in the run has, because they may be mistyped. If
  /// only some scenarios ran, names in the configuration are not reported: other scenarios may have
  /// them.
  private func reportUnusedNames(isPart: Bool) {
    guard let redaction else { return }
    let own = Set(given.options.traces.redact.flatMap(\.names))
    for name in redaction.unusedNames where !isPart || own.contains(name) {
      errors.print(
        "signalbox: no argument or text field of the run is named \"\(DisplayText.line(name))\", so "
          + "nothing was removed for this name\n")
    }
  }

  /// The command that reruns scenarios, without the arguments that select scenarios.
  var command: String {
    var words = ["signalbox test"]
    words += plugins.words + given.limits.words + given.options.app.words
    words += given.options.snapshots.ci ? ["--ci"] : []
    words += given.options.runs.maxSteps.map { ["--max-steps \($0)"] } ?? []
    words += given.options.runs.env.map { "--env \($0.quoted)" }
    return words.joined(separator: " ")
  }

  var context: ReportContext {
    let isColored = (limits.color ?? .auto).isColored(onTerminal: output.isTerminal)
    var context = ReportContext(
      palette: TextPalette(isColored: isColored), sources: sources,
      isVerbose: options.reports.verbose,
      isQuiet: options.reports.quiet, command: command)
    context.durations = options.reports.durations ?? 0
    context.repeatsOutput = !options.reports.showsOutput
    context.readTrace = { path in
      (try? ScriptFile.read(path)).map { String(decoding: $0, as: UTF8.self) }
    }
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    context.start = .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    return context
  }

  // MARK: - Iterations

  /// Repeats the run until a scenario fails. Only the last run is reported completely.
  func runUntilFailure() throws(ScriptError) -> ExitCode {
    var iteration = TestIteration(isReported: .atItsEnd)
    while true {
      let count = Int(iteration.number) + 1
      let result: TestIteration.Result
      do throws(ScriptError) {
        result = try run(iteration)
      } catch {
        guard error.kind == .interrupted else { throw error }
        return reject("stopped in run \(count)", .interrupted)
      }
      guard let run = result.run else { return result.code }
      let isLast =
        result.code != .success || run.summary.stop != nil || run.plan.scenarios.isEmpty
        || count == options.runs.repetitions
      guard isLast else {
        if errors.isTerminal { errors.write("\r run \(count) passed\u{1B}[K") }
        iteration.number += 1
        continue
      }
      if errors.isTerminal { errors.write("\r\u{1B}[K") }
      let failure = try report(run.plan, run.summary)
      reportUnusedNames(isPart: true)
      let hasNothing = run.plan.scenarios.isEmpty && run.summary.unloaded.isEmpty
      let conclusion =
        hasNothing
        ? "there is nothing to repeat" : Self.conclusion(result.code, run.summary, count)
      errors.print("signalbox: \(conclusion)\n")
      return result.code == .success ? failure ?? .success : result.code
    }
  }

  private static func conclusion(_ code: ExitCode, _ summary: RunSummary, _ count: Int) -> String {
    if summary.stop != nil { return "stopped in run \(count)" }
    if code != .success { return "run \(count) failed" }
    return count == 1 ? "1 run passed" : "\(count) runs passed"
  }

  /// Returns the scenarios whose files, dependencies or snapshots have changed since a commit, or
  /// all scenarios if the configuration or a plugin of the project has changed. If there are none,
  /// a message reports this unless the scenarios are only listed.
  func onlyChanged(
    since reference: String, _ scenarios: [ScenarioDescription], _ uses: FileUses
  ) throws(ScriptError) -> [ScenarioDescription] {
    let changed = try ChangedFiles(since: reference)
    if changed.contains(project.path ?? ProjectFile.name)
      || project.ownFiles.contains(where: changed.contains)
    {
      return scenarios
    }
    var isTouched: [String: Bool] = [:]
    var hasSnapshots: [String: Bool] = [:]
    let touched = scenarios.filter { scenario in
      let isFileTouched =
        isTouched[scenario.file] ?? uses.files(of: scenario.file).contains(where: changed.contains)
      isTouched[scenario.file] = isFileTouched
      if isFileTouched { return true }
      let folder = ScenarioFile.snapshotFolder(of: scenario.file).description
      let isSnapshotTouched = hasSnapshots[scenario.file] ?? changed.hasChange(below: folder + "/")
      hasSnapshots[scenario.file] = isSnapshotTouched
      return isSnapshotTouched && changed.hasChange(below: scenario.snapshotPrefix)
    }
    if touched.isEmpty, options.selection.list == nil {
      errors.print("signalbox: no scenario is affected by the changes since \(reference)\n")
    }
    return touched
  }
}

extension Project {
  /// The files of the project's own plugins, which any scenario may use.
  var ownFiles: [String] {
    FolderSearch.folders(from: path(of: "plugins")).flatMap { folder in
      FilePath.names(in: folder).map { "\(folder)/\($0)" }.filter(FilePath.isFile)
    }
  }
}
