internal import ArgumentParser
internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting

/// `signalbox lint`.
struct LintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Reports mistakes in scenarios and applications without running them.",
    usage: "signalbox lint [OPTIONS] [PATH ...]",
    discussion: """
      PATH is a file, or a folder that is searched (default: test.roots of
      signalbox.lua, or the current folder). Reports files that fail to load;
      undefined routes, coordinators, methods and globals; duplicate definitions;
      tags that look mistyped; scenarios that never run. The comment
      "lint: ignore" exempts its line.

      Files and plugins are loaded in the sandbox, without any permission.

      EXAMPLES:
        signalbox lint
        signalbox lint --strict scenarios

      EXIT CODES:
        0    no errors
        1    errors, or warnings with --strict
        2    a file did not load
        5    nothing matched
        64   the command line was wrong
      """)

  @ParentCommand var root: SignalboxCommand
  @OptionGroup(title: "Limits and Output") var limits: Limits
  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Exit with 1 for warnings too.")
  var strict = false

  @Argument(help: "Files and folders with scenarios.", completion: .file(extensions: ["lua"]))
  var paths: [String] = []

  func validate() throws {
    if !root.execute.isEmpty { throw ValidationError("-e and lint exclude each other.") }
  }

  func run() throws {
    Host.end(watching: "lint") { () throws(ScriptError) in
      ScriptSession.installInterruptHandler()
      ScriptSession.installTerminationHandler()
      let limits = limits.merged(with: root.limits)
      let project = try Project(plugins.merged(with: root.plugins))
      let request = try ScenarioFinder.request(paths.isEmpty ? project.testRoots() : paths)
      let result = try linter(limits, project).look(
        at: try files(request.files),
        beside: try files(try ScenarioFinder.others(at: request.places)),
        unreadable: request.unreadable)
      let output = OutputFile(OutputFile.output)
      let isColored = (limits.color ?? .auto).isColored(onTerminal: output.isTerminal)
      output.write(json ? result.json : result.text(TextPalette(isColored: isColored)))
      output.flush()
      return result.exitCode(isStrict: strict)
    }
  }

  private func files(_ paths: [String]) throws(ScriptError) -> [ScenarioFile] {
    var files: [ScenarioFile] = []
    for path in paths { files.append(ScenarioFile(path: path, source: try ScriptFile.read(path))) }
    return files
  }

  private func linter(_ limits: Limits, _ project: Project) -> ProjectLint {
    let timeout = limits.timeout?.duration ?? RunSettings().timeout
    return ProjectLint(timeout: timeout) { file throws(ScriptError) in
      Watchdog.begin(file.path)
      if ScriptSession.isTerminating || ScriptSession.takePendingInterrupt() {
        throw ScriptError(.interrupted, "stopped while files were read")
      }
      let sources = SourceCache()
      let modules = NotedModules(FolderModules(of: file.path, sources: sources))
      var configuration = ScriptConfiguration(
        modules: modules, plugins: project.plugins(sources, timeout: timeout).sealed)
      configuration.hold(to: limits.memory?.bytes)
      let session = try ScriptSession(configuration)
      session.becomeInterruptTarget()
      try session.plugins.loadAtStart()
      return (session, modules)
    }
  }
}
