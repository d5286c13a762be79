internal import ArgumentParser
internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting

/// The `signalbox report` command.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Merges the reports of sharded runs.",
    usage: "signalbox report merge PATH ... [--reporter NAME[=PATH]]",
    discussion: """
      EXAMPLE:
        signalbox report merge parts --reporter junit=report.xml
      """,
    subcommands: [Merge.self])

  /// The `signalbox report merge` command.
  struct Merge: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "merge", abstract: "Merges the blob reports of all shards.",
      usage: "signalbox report merge PATH ... [--reporter NAME[=PATH]]",
      discussion: """
        PATH is a file that --reporter blob=FILE wrote, or a folder of files whose
        names end in .blob. The reports and the exit code are the same as those of an
        unsharded run.

        EXAMPLE:
          signalbox report merge parts --reporter junit=report.xml
        """)

    @Argument(help: "The reports of the shards.", completion: .file())
    var paths: [String]

    @Option(
      help: ArgumentHelp(
        "The report format, and the file to write to (default: pretty, to standard output). May be "
          + "repeated.", valueName: "name[=path]"),
      completion: CompletionSource.reporters)
    var reporter: [ReporterChoice] = []

    @Flag(name: .shortAndLong, help: "Also report passing scenarios.")
    var verbose = false

    @Option(help: ArgumentHelp("When to color the output (default: auto).", valueName: "when"))
    var color: ColorChoice?

    @OptionGroup(title: "Plugins") var plugins: PluginOptions

    func validate() throws { try ReporterChoice.check(reporter) }

    func run() throws {
      Host.end { () throws(ScriptError) in
        var blobs: [(path: String, text: [UInt8])] = []
        for path in paths.flatMap(Self.files) { blobs.append((path, try ScriptFile.read(path))) }
        let merge: ReportMerge
        do throws(ReportMerge.Rejection) {
          merge = try ReportMerge(blobs)
        } catch {
          throw ScriptError(.module, error.message)
        }
        return try report(merge)
      }
    }

    /// Returns the path of a file or, for a folder, the paths of the reports in the folder.
    private static func files(_ path: String) -> [String] {
      if FilePath.isFile(path) { return [path] }
      let found = FilePath.names(in: path).filter { $0.hasSuffix(".blob") }
      return found.isEmpty ? [path] : found.map { "\(path)/\($0)" }
    }

    private func report(_ merge: ReportMerge) throws(ScriptError) -> SignalboxScenarios.ExitCode {
      let isColored = (color ?? .auto).isColored(
        onTerminal: OutputFile(OutputFile.output).isTerminal)
      let factory = RunnerFactory(
        settings: RunSettings(), memory: nil, sources: merge.sources,
        project: try Project(plugins))
      var context = ReportContext(
        palette: TextPalette(isColored: isColored), sources: merge.sources, isVerbose: verbose,
        command: merge.command)
      context.readTrace = { [traces = merge.traces] in traces[$0] }
      let reports = try ReportSet.open(reporter, context, showsProgress: false, factory)
      reports.report(merge.plan, merge.summary)
      GitHubStep.write(merge.summary, reporter, context)
      let code = merge.summary.exitCode
      return code == .success ? reports.failureCode ?? code : code
    }
  }
}
