internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting

/// The results of explorations, for reports that are written to files.
final class ExplorationReports {
  /// The contents of all reports.
  private struct Contents: Sendable {
    let context: ReportContext
    let plan: RunPlan
    var summary: RunSummary
  }

  private let choices: [ReporterChoice]
  private let factory: RunnerFactory
  private var explored: [ExplorationReport] = []
  /// The results for the explored files.
  private var results: [ScenarioResult] = []
  /// The files that did not load.
  private var unloaded: [UnloadedFile] = []
  /// The results for files whose exploration did not start.
  private var unstarted: [ScenarioResult] = []

  init(_ choices: [ReporterChoice], _ factory: RunnerFactory) {
    (self.choices, self.factory) = (choices, factory)
  }

  /// Whether no report was requested.
  private var isEmpty: Bool { choices.isEmpty }

  /// Adds an explored file.
  ///
  /// - Parameter written: The scenario files of counterexamples, keyed by the title of the property.
  func add(_ report: ExplorationReport, written: [String: String]) {
    if isEmpty { return }
    let traces = TraceFiles(TraceFiles.standardFolder, below: factory.project.folder)
    explored.append(report)
    results += report.scenarioResults(written: written, factory.sources) { lines, scenario in
      traces.write(lines, of: scenario, repetition: 0)
    }
  }

  /// Adds an error that prevented an exploration.
  ///
  /// - Parameter isLoaded: Whether the file loaded, so that only its exploration did not start.
  func add(_ error: ScriptError, of path: String, isLoaded: Bool) {
    guard isLoaded else { return unloaded.append(UnloadedFile(path: path, error: error)) }
    unstarted.append(
      ScenarioResult(
        scenario: ScenarioDescription(
          file: path, line: 1, name: "the exploration starts", isCase: true),
        status: .failed, failures: [ScenarioFailure(.error, error)]))
  }

  /// Checks that the requested reporters exist.
  ///
  /// - Throws: `unknownReporter` for the first reporter that does not exist.
  func check() throws(ScriptError) {
    for choice in choices { try ReportOutput.check(choice, factory) }
  }

  /// Lets the watchdog write the reports of built-in reporters, in case the exploration of the next
  /// file does not stop.
  ///
  /// - Parameters:
  ///   - command: The command that explores the files again.
  ///   - seed: The seed of the random walks, or `nil` if all paths are taken.
  func keep(command: String, seed: UInt64?) {
    if isEmpty { return }
    let choices = choices.filter { $0.reporter != nil }
    let contents = contents(command, seed)
    Watchdog.beforeEnd { stop in
      var summary = contents.summary
      summary.stop = stop == .termination ? .terminated : .interrupted
      let reports = try? ReportSet.openFiles(choices, contents.context, nil)
      reports?.report(contents.plan, summary)
    }
  }

  /// Writes the reports to their files.
  ///
  /// - Parameters:
  ///   - command: The command that explores the files again.
  ///   - seed: The seed of the random walks, or `nil` if all paths are taken.
  /// - Returns: The exit code of the explorations or, if they succeeded but a report cannot be
  ///   written, the exit code for that failure.
  func end(_ code: ExitCode, command: String, seed: UInt64?) throws(ScriptError) -> ExitCode {
    if isEmpty { return code }
    var contents = contents(command, seed)
    // Ctrl-C after a violation was found ends the command with the exit code of the violation.
    let isStopped = code == .interrupted || ProcessSignals.isTerminating
    contents.summary.stop = isStopped ? UserStop.reason : nil
    let reports = try ReportSet.openFiles(choices, contents.context, factory)
    reports.report(contents.plan, contents.summary)
    return code == .success ? reports.failureCode ?? code : code
  }

  private func contents(_ command: String, _ seed: UInt64?) -> Contents {
    var context = ReportContext(sources: factory.sources, command: command)
    context.readTrace = { path in
      (try? ScriptFile.read(path)).map { String(decoding: $0, as: UTF8.self) }
    }
    let results = results + unstarted
    var summary = RunSummary(
      results: results, unloaded: unloaded, seed: seed,
      duration: explored.reduce(.zero) { $0 + $1.duration }, stop: nil)
    summary.coverage = explored.reduce(into: ScenarioCoverage()) { $0.merge($1.coverage) }
    summary.screens = explored.compactMap(\.screens)
    var plan = RunPlan(scenarios: results.map(\.scenario), files: [:])
    plan.unloaded = unloaded
    plan.seed = seed
    return Contents(context: context, plan: plan, summary: summary)
  }
}
