internal import ArgumentParser
internal import SignalboxScenarios
internal import SignalboxScripting

/// The `signalbox test` command.
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Runs the scenarios in files whose names end in .scenario.lua.",
    usage: "signalbox test [OPTIONS] [PATH[:LINE] ...]",
    discussion: """
      PATH is a file, or a folder that is searched (default: test.roots of
      signalbox.lua, or the current folder). PATH:LINE runs the scenario at that
      line, and PATH::TITLE the scenario with that title.

      EXAMPLES:
        signalbox test
        signalbox test scenarios/checkout.scenario.lua:13
        signalbox test --tag smoke --reporter junit=report.xml
        signalbox test --watch

      EXIT CODES:
        0    all scenarios passed
        1    a scenario or a teardown failed, --fail-on-flaky or --forbid-only
             failed the run, coverage is below --fail-under, a snapshot is
             obsolete with --ci, --max-time was reached, or a report was not
             written
        2    a file or a plugin failed to load
        5    nothing matched
        64   the command line is invalid
        129  stopped with SIGHUP; the reports are complete
        130  stopped with Ctrl-C; the reports are complete
        141  all scenarios passed, but the reader closed standard output
        143  stopped with SIGTERM; the reports are complete
      """)

  @ParentCommand var root: SignalboxCommand
  @OptionGroup(title: "Selection") var selection: SelectionOptions
  @OptionGroup(title: "Runs") var runs: RunOptions
  @OptionGroup(title: "Application") var app: AppTarget
  @OptionGroup(title: "Application") var comparison: ComparisonOptions
  @OptionGroup(title: "Snapshots") var snapshots: SnapshotOptions
  @OptionGroup(title: "Reports") var reports: ReportOptions
  @OptionGroup(title: "Coverage") var coverage: CoverageOptions
  @OptionGroup(title: "Recordings") var traces: TraceOptions
  @OptionGroup(title: "Limits and Output") var limits: TimedLimits
  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  @Argument(
    help: "Files and folders with scenarios.", completion: CompletionSource.scenarios)
  var paths: [String] = []

  private var options: TestOptions {
    TestOptions(
      selection: selection, runs: runs,
      app: AppOptions(target: app, isCompared: comparison.isCompared), snapshots: snapshots,
      reports: reports, coverage: coverage, traces: traces)
  }

  func validate() throws {
    try options.validate()
    try root.rejectCode(with: Self.self)
  }

  func run() throws {
    Host.end { () throws(ScriptError) in
      let limits = limits.merged(with: root.limits)
      let plugins = plugins.merged(with: root.plugins)
      let options = options
      func makeHost() throws(ScriptError) -> TestHost {
        try TestHost(TestSettings(options: options, limits: limits), plugins, paths: paths)
      }
      UserStop.install()
      let code = try options.runs.watch ? WatchRun(makeHost).run() : makeHost().run()
      // A signal may have arrived after the last scenario, while reports were being written.
      return UserStop.reason?.exitCode ?? code
    }
  }
}
