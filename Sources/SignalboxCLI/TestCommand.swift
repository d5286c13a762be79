internal import ArgumentParser
internal import SignalboxScenarios
internal import SignalboxScripting

/// `signalbox test`.
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Runs scenarios: files that end in .scenario.lua.",
    usage: "signalbox test [OPTIONS] [PATH[:LINE] ...]",
    discussion: """
      PATH is a file or a folder, which is searched with all below it; none stands for the current
      one. PATH:LINE runs the scenario there, PATH::TITLE the scenario of that name.

      EXIT CODES:
        0    all passed
        1    a scenario failed, less is covered than --fail-under says, a snapshot is obsolete with --ci, a
             shared resource's teardown failed, --max-time was over, or a report was not written
        2    a file did not load
        5    nothing matched
        64   the command line was wrong
        129  stopped with SIGHUP, after the reports were written
        130  stopped with Ctrl-C, after the reports were written
        141  all passed, and standard output was closed by its reader
        143  stopped with SIGTERM, after the reports were written
      """)

  @ParentCommand var root: SignalboxCommand
  @OptionGroup var options: TestOptions
  @OptionGroup var limits: Limits
  @OptionGroup var plugins: PluginOptions

  @Argument(help: "Where scenarios are.", completion: .file(extensions: ["scenario.lua"]))
  var paths: [String] = []

  func validate() throws {
    if !root.execute.isEmpty { throw ValidationError("-e and test exclude each other.") }
  }

  func run() throws {
    Host.end { () throws(ScriptError) in
      let limits = limits.merged(with: root.limits)
      let plugins = plugins.merged(with: root.plugins)
      func makeHost() throws(ScriptError) -> TestHost {
        try TestHost(TestSettings(options: options, limits: limits), plugins, paths: paths)
      }
      UserStop.install()
      let code = try options.rounds.watch ? WatchRun(makeHost).run() : makeHost().run()
      // It may have come after the last test, while reports were written.
      return UserStop.reason?.exitCode ?? code
    }
  }
}
