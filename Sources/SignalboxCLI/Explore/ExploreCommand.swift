internal import ArgumentParser
internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting

/// The `signalbox explore` command.
struct ExploreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract:
      "Explores every path through an application and checks the application's properties.",
    usage: "signalbox explore [OPTIONS] [PATH ...]",
    discussion: """
      PATH is a file with properties, an application, or a folder that is searched
      for files whose names end in .properties.lua (default: the current folder).
      PATH:LINE selects the last property at or before that line, and PATH::TITLE,
      as printed in reports, selects a property or a rule; all paths are explored.
      In every state, breadth first, performs every action: taps, alert buttons,
      going back, swipes, tabs, links, timers and declared outcomes. Prints the
      result for each property, with the shortest path to a violation, and writes
      that path as a scenario next to the file.

      With --random, takes random paths instead, and shortens those that lead to a
      violation. The same seed results in the same paths. --shard divides the paths
      between machines; --merge combines the files that --resume wrote.

      EXAMPLES:
        signalbox explore shop.properties.lua
        signalbox explore --max-depth 8 --json app.lua
        signalbox explore --random --runs 1000 --seed 7 shop.properties.lua
        signalbox explore -j auto --resume shop.states shop.properties.lua
        signalbox explore --reporter html=explore.html
        signalbox explore --random --shard 2/4 --seed 7 --resume parts/2.walks
        signalbox explore --random --merge parts --reporter junit=explore.xml

      EXIT CODES:
        0    no property is violated within the limits
        1    a property is violated, the application does not start, an error
             ended the exploration, or a file cannot be written
        2    a file failed to load
        5    nothing matched
        64   the command line is invalid
        129  stopped with SIGHUP; the results so far are reported
        130  stopped with Ctrl-C before a violation was found
        143  stopped with SIGTERM; the results so far are reported
      """)

  @ParentCommand var root: SignalboxCommand
  @OptionGroup(title: "Limits and Output") var limits: TimedLimits
  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  @OptionGroup(title: "Exploration Limits") var bounds: ExploreBounds

  @OptionGroup(title: "Random Paths") var walks: WalkOptions
  @OptionGroup(title: "Results") var results: ExplorationOutput

  @Option(
    name: [.customShort("j", allowingJoined: true), .customLong("jobs")],
    help: ArgumentHelp(
      "Explore this many states at a time, or auto for one per core (default: 1).",
      valueName: "count"), completion: .list(["auto"]))
  var jobs: JobCount?

  @Option(
    help: ArgumentHelp(
      "Store the progress in this file, and continue from the file if it exists.",
      valueName: "file"),
    completion: .file())
  var resume: String?

  @Argument(
    help: "Applications, files with properties, and folders.",
    completion: .file(extensions: ["lua"]))
  var paths: [String] = []

  func validate() throws {
    try root.rejectCode(with: Self.self)
    guard walks.random else { return }
    if jobs != nil {
      throw ValidationError(
        "-j cannot be combined with --random. Use --shard for several processes.")
    }
    if resume != nil, !walks.merge.isEmpty {
      throw ValidationError(
        "--resume cannot be combined with --merge: the files of the shards already contain the "
          + "paths.")
    }
    if walks.shard != nil, results.reporter.contains(where: { $0.name == "blob" }) {
      throw ValidationError(
        "--reporter blob cannot be combined with --shard: keep the paths of the shard with --resume "
          + "FILE, and combine the files of all shards with --merge.")
    }
  }

  func run() throws {
    Host.end(watching: "explore") { () throws(ScriptError) in
      let host = try ExploreHost(
        bounds, limits.merged(with: root.limits), plugins.merged(with: root.plugins),
        isJSON: results.json, writes: results.write)
      let choice: WalkChoice?
      do throws(ScenarioSelector.Rejection) {
        choice = try walks.choice()
      } catch {
        OutputFile(OutputFile.error).print("signalbox: \(error.message)\n")
        return .usage
      }
      host.choices = ExploreHost.Choices(
        walks: choice, jobs: jobs, resume: resume, showsCoverage: results.coverage,
        reporters: results.reporter)
      if let code = try host.checkReporters() { return code }
      let request = try ScenarioFinder.request(
        paths.isEmpty ? ["."] : paths, searching: FolderSearch { $0.hasSuffix(Self.ending) })
      let files = request.files
      host.select(request)
      guard !files.isEmpty else {
        OutputFile(OutputFile.error).print(
          "signalbox: no file with the extension \(Self.ending) was found; pass a file: signalbox "
            + "explore app.lua\n")
        return .nothingMatched
      }
      let option = resume.map { "--resume \($0)" } ?? walks.merge.first.map { "--merge \($0)" }
      if let option, files.count > 1 {
        OutputFile(OutputFile.error).print(
          "signalbox: \(option) requires one file, got \(files.count)\n")
        return .usage
      }
      var code = SignalboxScenarios.ExitCode.success
      for path in files {
        do throws(ScriptError) {
          let result = try host.explore(path)
          if code == .success { code = result }
        } catch {
          _ = try host.endReports(.interrupted)
          throw error
        }
        if path == files.last { break }
        if UserStop.reason != nil {
          if code == .success { code = .interrupted }
          break
        }
        host.keepReports()
      }
      return try host.endReports(code)
    }
  }

  /// The file name suffix of property files.
  static let ending = ".properties.lua"
}
