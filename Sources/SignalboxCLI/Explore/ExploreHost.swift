internal import Signalbox
internal import SignalboxFiles
internal import SignalboxInspector
internal import SignalboxScenarios
internal import SignalboxScripting
internal import SystemLibrary

/// Explores files, and prints and writes the results.
final class ExploreHost {
  /// The options of `signalbox explore` in addition to the bounds.
  struct Choices {
    /// The settings of the random walks, or `nil` to take all paths.
    var walks: WalkChoice?
    var jobs: JobCount?
    /// The path of the file that stores the progress of the exploration, or `nil` for no file.
    var resume: String?
    var showsCoverage = false
    /// The reports that are written to files.
    var reporters: [ReporterChoice] = []
  }

  var choices = Choices()
  private let bounds: Explorer.Bounds
  /// The options of the command that explores a file again, as parts of a shell command.
  private var words: [String]
  private let factory: RunnerFactory
  private let output = OutputFile(OutputFile.output)
  private let errors = OutputFile(OutputFile.error)
  private let palette: TextPalette
  private let isJSON: Bool
  private let writes: Bool
  /// The time of the last progress output.
  private var shown = ContinuousClock.now
  private var hasLine = false
  /// The time at which the progress was last written to the file.
  private var flushed = ContinuousClock.now
  /// The file that contains the progress of the exploration.
  private var journal: OutputFile?
  /// The reports that are written to files.
  private lazy var reports = ExplorationReports(choices.reporters, factory)
  /// The seed of the random walks, or `nil` if all paths are taken.
  private var seed: UInt64?
  /// The selection of the properties and rules whose results are reported.
  private var selector = ScenarioSelector()

  /// - Parameters:
  ///   - isJSON: Whether results are printed as JSON.
  ///   - writes: Whether counterexamples are written as scenarios.
  init(
    _ bounds: ExploreBounds, _ limits: Limits, _ plugins: PluginOptions, isJSON: Bool = false,
    writes: Bool = false
  ) throws(ScriptError) {
    UserStop.install()
    self.bounds = bounds.bounds(limits)
    words = plugins.words + limits.words + bounds.words
    self.isJSON = isJSON
    self.writes = writes
    palette = TextPalette(
      isColored: (limits.color ?? .auto).isColored(onTerminal: output.isTerminal))
    var settings = RunSettings()
    settings.timeout = self.bounds.timeout
    settings.randomSeed = 0
    factory = RunnerFactory(
      settings: settings, memory: limits.memory?.bytes, sources: SourceCache(),
      project: try Project(plugins))
  }

  /// Reports only the results of the properties and rules that the command line selects.
  func select(_ request: ScenarioFinder.Request) {
    selector.noun = "property"
    (selector.locations, selector.ids) = (request.locations, request.ids)
  }

  /// Returns the titles of the selected properties and rules.
  ///
  /// - Throws: `unknownProperty` if the command line selects a property that does not exist.
  private func selectedTitles(
    of checks: [ScenarioDescription]
  ) throws(ScriptError) -> Set<String> {
    do throws(ScenarioSelector.Rejection) {
      return Set(try selector.select(checks).map(\.name))
    } catch {
      throw ScriptError(.runtime, code: Self.unknownProperty, error.message)
    }
  }

  /// The code of the error for a selected property that does not exist.
  private static let unknownProperty = "unknownProperty"

  /// Loads a file for exploration.
  ///
  /// - Parameter goal: The expectations that the states to find satisfy, or `nil` for no goal.
  private func explorer(_ path: String, goal: String? = nil) throws(ScriptError) -> Explorer {
    let source = try ScriptFile.read(path)
    factory.sources[path] = source
    return try Explorer(
      ScenarioFile(path: path, source: source), bounds, goal: goal, source: factory.sessions,
      sources: factory.sources, isStopped: { UserStop.reason != nil }
    ) { [self] in show($0) }
  }

  /// Reports an error that prevents an exploration.
  ///
  /// - Returns: The exit code.
  /// - Throws: The error if the user has stopped the exploration.
  private func report(_ error: ScriptError) throws(ScriptError) -> ExitCode {
    clearLine()
    if error.kind == .interrupted { throw error }
    show(error)
    JobMode.report(error)
    return error.kind == .runtime || error.kind == .rejected ? .failed : .notLoaded
  }

  /// Explores a file.
  ///
  /// - Returns: The exit code for this file.
  /// - Throws: `interrupted` if the user stopped the exploration before it found the first state.
  func explore(_ path: String) throws(ScriptError) -> ExitCode {
    let result: ExplorationResult
    do throws(ScriptError) {
      result = try run(path)
    } catch {
      if error.code == Self.unknownProperty { return reportUsage(error) }
      let code = try report(error)
      reports.add(error, of: path, isLoaded: code == .failed)
      return code
    }
    clearLine()
    let report = ExplorationReport(result, of: path)
    let (written, unwritten) = write(result, report, path)
    reports.add(report, written: written)
    if isJSON {
      output.print(report.json(written: written, requiring: module(of: path)))
    } else {
      output.print("\(palette.strong(DisplayText.line(path)))\n\n")
      let coverage = choices.showsCoverage ? report.coverageText(palette) : ""
      output.print(report.text(palette, written: written) + coverage + "\n")
    }
    if let failure = result.failure { show(failure) }
    guard let unwritten else { return report.exitCode }
    show(unwritten)
    return .failed
  }

  private func run(_ path: String) throws(ScriptError) -> ExplorationResult {
    let keepsTraces = !choices.reporters.isEmpty
    if let choice = choices.walks { return try walk(path, choice) }
    let explorer = try explorer(path)
    explorer.findsPairs = choices.showsCoverage
    explorer.keepsTraces = keepsTraces
    if let jobs, jobs > 1 {
      explorer.workers = ExplorationWorkers(
        jobs, of: ScenarioFile(path: path, source: factory.sources[path] ?? []),
        timeout: bounds.timeout, isStopped: { UserStop.reason != nil }
      ) { [factory] in factory.sessions }
    }
    let titles = try selectedTitles(of: explorer.checks)
    if let file = choices.resume { explorer.journal = try openJournal(file) }
    defer { journal?.close() }
    return try explorer.run().selecting(titles)
  }

  /// Takes random walks.
  private func walk(_ path: String, _ choice: WalkChoice) throws(ScriptError) -> ExplorationResult {
    let source = try ScriptFile.read(path)
    factory.sources[path] = source
    let shards = try self.shards(choice.merged)
    var journals = shards
    defer { journal?.close() }
    if let file = choices.resume { journals.append(try openJournal(file)) }
    let known = journals.lazy.compactMap(\.walks).first
    let plan = choice.plan(continuing: known, otherwise: seed)
    var bounds = bounds
    if bounds.depth == nil { bounds.depth = known?.depth }
    if seed == nil {
      let isGiven = self.bounds.depth != nil
      words += isGiven ? [] : bounds.depth.map { ["--max-depth \($0)"] } ?? []
      words += ["--random", "--runs \(plan.count)"]
      words += choice.shard.map { ["--shard \($0.number)/\($0.count)"] } ?? []
    }
    seed = plan.seed
    let walks = try RandomWalks(
      ScenarioFile(path: path, source: source), plan, bounds, source: factory.sessions,
      sources: factory.sources, isStopped: { UserStop.reason != nil }
    ) { [self] in show($0) }
    let titles = try selectedTitles(of: walks.checks)
    walks.shards = shards
    if choices.resume != nil { walks.journal = journals.last }
    walks.findsPairs = choices.showsCoverage
    walks.keepsTraces = !choices.reporters.isEmpty
    let result = try walks.run().selecting(titles)
    if !shards.isEmpty, walks.newWalkCount > 0 {
      clearLine()
      errors.print(
        "signalbox: \(walks.newWalkCount) of \(plan.count) random paths are in none of the --merge "
          + "files, so they were taken now\n")
    }
    return result
  }

  /// Reads the walks of shards.
  private func shards(_ paths: [String]) throws(ScriptError) -> [ExplorationJournal] {
    var search = FolderSearch { $0.hasSuffix(".walks") }
    for path in paths { try search.add(path) }
    if search.files.isEmpty, let path = paths.first {
      throw ScriptError(
        .module, "--merge \(path): the folder has no file whose name ends in .walks",
        hint: "store the random paths of each shard in a file, as in --resume 1.walks")
    }
    var journals: [ExplorationJournal] = []
    for file in search.files.sorted() {
      let lines = Self.lines(of: try ScriptFile.read(file))
      guard !lines.isEmpty else {
        throw ScriptError(
          .module, "--merge \(file): the file is empty",
          hint: "pass the file that signalbox explore --random --resume FILE has written")
      }
      journals.append(
        ExplorationJournal(lines: lines, of: "--merge \(file)", sources: factory.sources) { _ in })
    }
    return journals
  }

  /// Returns the complete lines of a journal.
  private static func lines(of bytes: [UInt8]) -> [String] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .dropLast().map { String(decoding: $0, as: UTF8.self) }
  }

  private var jobs: Int? {
    switch choices.jobs {
    case nil: nil
    case .count(let count): count
    case .automatic: max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    }
  }

  /// Opens the file that contains the progress of the exploration. An incomplete last line is
  /// removed.
  private func openJournal(_ path: String) throws(ScriptError) -> ExplorationJournal {
    var lines: [String] = []
    if FilePath.exists(path) {
      let bytes = try ScriptFile.read(path)
      lines = Self.lines(of: bytes)
      let text = lines.map { $0 + "\n" }.joined()
      if text.utf8.count != bytes.count { try WrittenFile.write(text, to: path) }
    }
    WrittenFile.makeFolders(of: path)
    guard let file = OutputFile(appendingTo: path) else {
      throw ScriptError(
        .runtime, code: ReportOutput.unwritableCode,
        "cannot write \(path): \(FileFailure.last.reason)")
    }
    journal = file
    return ExplorationJournal(lines: lines, of: "--resume \(path)", sources: factory.sources) {
      file.write($0 + "\n")
    }
  }

  /// Checks that the requested reporters exist.
  ///
  /// - Returns: The exit code if a reporter does not exist, otherwise `nil`.
  func checkReporters() throws(ScriptError) -> ExitCode? {
    do throws(ScriptError) {
      try reports.check()
      return nil
    } catch {
      guard error.code == ReportOutput.unknownCode else { throw error }
      return reportUsage(error)
    }
  }

  /// Reports an error in the command line.
  private func reportUsage(_ error: ScriptError) -> ExitCode {
    clearLine()
    errors.print("signalbox: \(DisplayText.lines("\(error)"))\n")
    JobMode.report(error)
    return .usage
  }

  /// The command that explores the files again.
  private var command: String { (["signalbox explore"] + words).joined(separator: " ") }

  /// Lets the watchdog write the reports of the explored files, in case the exploration of the next
  /// file does not stop.
  func keepReports() { reports.keep(command: command, seed: seed) }

  /// Writes the reports to their files.
  ///
  /// - Returns: The exit code of the explorations or, if they succeeded but a report cannot be
  ///   written, the exit code for that failure.
  func endReports(_ code: ExitCode) throws(ScriptError) -> ExitCode {
    try reports.end(code, command: command, seed: seed)
  }

  /// Prints an error with its source line.
  private func show(_ error: ScriptError) {
    let report = FailureReport(
      error, sources: factory.sources,
      palette: TextPalette(isColored: palette.isColored && errors.isTerminal))
    errors.print(report.text + "\n")
  }

  // MARK: - Paths

  /// Prints shortest paths to the states that satisfy expectations, as scenarios.
  ///
  /// - Parameters:
  ///   - goal: The expectations that the states satisfy.
  ///   - all: Whether to print a path to each state instead of only the shortest path.
  /// - Returns: The exit code: `nothingMatched` if no state satisfies the expectations.
  func printPaths(in file: String, to goal: String, all: Bool) throws(ScriptError) -> ExitCode {
    do throws(ScriptError) {
      let explorer = try explorer(file, goal: goal)
      let result = try explorer.run()
      let paths = try explorer.pathsToGoal(all: all)
      clearLine()
      let report = ExplorationReport(result, of: file)
      let titled = paths.enumerated().map { number, path in
        (path: path, title: "to \(goal)" + (number == 0 ? "" : " (\(number + 1))"))
      }
      if isJSON {
        output.print(report.json(of: titled, requiring: module(of: file)))
        return code(of: result, hasPaths: !paths.isEmpty)
      }
      for (number, (path, title)) in titled.enumerated() {
        let text = report.scenario(of: path, titled: title, requiring: module(of: file))
        // The scenarios form one file. Only the first scenario loads the application.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        output.print(number == 0 ? text : lines.dropFirst(2).joined(separator: "\n"))
      }
      let code = code(of: result, hasPaths: !paths.isEmpty)
      if !paths.isEmpty || code != .nothingMatched { return code }
      errors.print("signalbox: no state satisfies { \(goal) }: \(report.summary)\n")
      for note in result.notes { errors.print("signalbox: \(DisplayText.line(note))\n") }
      return .nothingMatched
    } catch {
      return try report(error)
    }
  }

  /// Reports an error or an interruption that ended an exploration.
  ///
  /// - Returns: The exit code: `nothingMatched` if the search ended without a path.
  private func code(of result: ExplorationResult, hasPaths: Bool) -> ExitCode {
    if let failure = result.failure {
      show(failure)
      return .failed
    }
    guard result.cuts.contains(.interrupted) else { return hasPaths ? .success : .nothingMatched }
    errors.print("signalbox: stopped before all paths were followed\n")
    return .interrupted
  }

  /// Writes scenarios that together cover every transition. Removes the scenarios of an earlier run
  /// that are no longer needed. Files that the user has changed are kept.
  func writeCover(of file: String, to folder: String) throws(ScriptError) -> ExitCode {
    do throws(ScriptError) {
      let explorer = try explorer(file)
      let module = try module(of: file, forScenariosIn: folder)
      let result = try explorer.run()
      if result.failure != nil || result.cuts.contains(.interrupted) {
        clearLine()
        return code(of: result, hasPaths: false)
      }
      let paths = try explorer.pathsOverTransitions()
      clearLine()
      let report = ExplorationReport(result, of: file)
      var flows = CoverFolder(in: folder)
      for path in paths {
        try flows.write { number in
          report.scenario(of: path, titled: "flow \(number)", requiring: module)
        }
      }
      flows.removeRest()
      let count = paths.count
      let text =
        count == 0
        ? "no scenarios are needed, because no transition leads to another state"
        : "\(counted(count, "scenario")) in \(folder) \(count == 1 ? "contains" : "contain") "
          + "every transition"
      output.print("\(text): \(report.summary)\n")
      for (names, what) in [
        (flows.kept, "kept, because it was changed or belongs to another file"),
        (flows.removed, "removed, because it is from an earlier run and no longer needed"),
      ] {
        for name in names { errors.print("signalbox: \(DisplayText.line(name)): \(what)\n") }
      }
      return .success
    } catch {
      return try report(error)
    }
  }

  /// Returns the name with which scenarios in a folder require a file that has loaded.
  ///
  /// - Throws: An error if the scenarios cannot require the file, or the modules that it requires.
  private func module(
    of file: String, forScenariosIn folder: String
  ) throws(ScriptError) -> String {
    let path = "\(folder)/flow-1\(FolderSearch.ending)"
    let hint = "write the scenarios next to the file: --write \(FilePath.folder(of: file))"
    // The current folder is also searched for modules, so a relative path is used for a file in
    // this folder.
    let local = FilePath.resolved(".").flatMap { current -> String? in
      guard file.hasPrefix("/"), !folder.hasPrefix("/") else { return nil }
      let parts = FilePath.resolved(file).map { $0.split(separator: "/") } ?? []
      let start = current.split(separator: "/")
      return parts.starts(with: start) ? parts.dropFirst(start.count).joined(separator: "/") : nil
    }
    let script = local ?? file
    guard let name = PromptHost.module(of: script, forScenariosIn: path, allowingDots: true) else {
      throw ScriptError(.module, "scenarios in \(folder) cannot require \(file)", hint: hint)
    }
    let source = Array("require \(NavigationValue.string(name).description)\n".utf8)
    do throws(ScriptError) {
      _ = try factory.makeRunner().scenarios(of: ScenarioFile(path: path, source: source))
    } catch {
      if error.kind == .interrupted { throw error }
      throw ScriptError(
        .module, "scenarios in \(folder) cannot require \(file): \(error.message)", hint: hint)
    }
    return name
  }

  /// Writes the graph of screens. If the exploration ends early, the graph contains the screens that
  /// were found until then.
  ///
  /// - Parameters:
  ///   - path: The file to write, or `nil` for standard output.
  ///   - traces: The recordings of a test run, as files and folders. The list may be empty.
  func writeGraph(
    of file: String, as format: GraphChoice?, to path: String?, coloredBy traces: [String] = []
  ) throws(ScriptError) -> ExitCode {
    do throws(ScriptError) {
      var runs: TraceGraph?
      for trace in traces {
        for path in try TraceFile.paths(trace) {
          runs = runs ?? TraceGraph(maxScreens: .max, maxActions: .max)
          runs?.add(try TraceFile.read(path))
        }
      }
      let explorer = try explorer(file)
      let result = try explorer.run()
      clearLine()
      var graph = explorer.screenGraph
      if let runs { graph.addRuns(runs.screens) }
      try write(graph, titled: DisplayText.line(file), as: format, to: path)
      errors.print("signalbox: \(ExplorationReport(result, of: file).summary)\n")
      return code(of: result, hasPaths: true)
    } catch {
      return try report(error)
    }
  }

  private func write(
    _ graph: ScreenGraph, titled title: String, as choice: GraphChoice?, to path: String?
  ) throws(ScriptError) {
    var format: GraphFormat?
    switch choice {
    case .png:
      return try ImageConverter.write(
        GraphFormat.image(of: graph, titled: title), to: path ?? "graph.png")
    case .text(let chosen): format = chosen
    case nil: format = nil
    }
    if let path {
      return try WrittenFile.write((format ?? .dot).text(of: graph, titled: title), to: path)
    }
    let image =
      format == nil
      ? TerminalImage.text(reportingTo: errors) { GraphFormat.image(of: graph, titled: title) }
      : nil
    output.print(image ?? (format ?? .dot).text(of: graph, titled: title))
  }

  /// Returns the name with which a scenario in the same folder requires a file.
  private func module(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.hasSuffix(".lua") ? String(name.dropLast(4)) : name
  }

  // MARK: - Progress

  /// Shows the progress on one line of the terminal, at most ten times a second. A job sends the
  /// progress up to four times a second.
  private func show(_ progress: Explorer.Progress) {
    if JobMode.isOn, ContinuousClock.now - shown > .milliseconds(250) {
      shown = .now
      JobMode.write(ExplorationReport.fields(of: progress))
    }
    if let journal, ContinuousClock.now - flushed > .milliseconds(250) {
      flushed = .now
      journal.flush()
    }
    guard errors.isTerminal, ContinuousClock.now - shown > .milliseconds(100) else { return }
    shown = .now
    hasLine = true
    var usage = rusage()
    // 0 is RUSAGE_SELF, whose type differs between systems.
    getrusage(0, &usage)
    // Linux reports kilobytes, and macOS reports bytes.
    #if os(Linux)
      let memory = usage.ru_maxrss * 1024
    #else
      let memory = usage.ru_maxrss
    #endif
    let line = ExplorationReport.line(progress, memory: memory)
    errors.print("\r\u{1B}[K\(DisplayText.truncate(line, to: (OutputFile.columns ?? 80) - 1))")
  }

  private func clearLine() {
    if hasLine { errors.print("\r\u{1B}[K") }
    hasLine = false
  }

  // MARK: - Counterexamples

  /// Writes each counterexample as a scenario next to the explored file.
  ///
  /// - Returns: The scenario paths, keyed by property title, and the error of the first file that
  ///   cannot be written, which ends the writing.
  private func write(
    _ result: ExplorationResult, _ report: ExplorationReport, _ path: String
  ) -> (written: [String: String], error: ScriptError?) {
    var written: [String: String] = [:]
    guard writes else { return (written, nil) }
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    var number = 0
    for property in result.violations {
      guard let text = report.scenario(of: property, requiring: module(of: path)) else { continue }
      var file: String
      repeat {
        number += 1
        file = "\(folder)counterexample-\(number)\(FolderSearch.ending)"
      } while !mayReplace(file, with: text)
      do throws(ScriptError) {
        try WrittenFile.write(text, to: file)
      } catch {
        return (written, error)
      }
      written[property.title] = file
    }
    return (written, nil)
  }

  /// Returns whether a file is missing or is an earlier counterexample of the same property.
  private func mayReplace(_ file: String, with text: String) -> Bool {
    guard FilePath.exists(file) else { return true }
    guard let bytes = try? ScriptFile.read(file) else { return false }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").prefix(3)
    return lines.elementsEqual(text.split(separator: "\n").prefix(3))
  }
}
