internal import SignalboxFiles
internal import SignalboxInspector
internal import SignalboxScenarios
internal import SignalboxScripting

/// Explores files, and prints and writes the results.
final class ExploreHost {
  private let bounds: Explorer.Bounds
  private let factory: RunnerFactory
  private let output = OutputFile(OutputFile.output)
  private let errors = OutputFile(OutputFile.error)
  private let palette: TextPalette
  private let isJSON: Bool
  private let writes: Bool
  /// The time of the last progress output.
  private var shown = ContinuousClock.now
  private var hasLine = false

  /// - Parameters:
  ///   - isJSON: Whether results are printed as JSON.
  ///   - writes: Whether counterexamples are written as scenarios.
  init(
    _ bounds: ExploreBounds, _ limits: Limits, _ plugins: PluginOptions, isJSON: Bool = false,
    writes: Bool = false
  ) throws(ScriptError) {
    UserStop.install()
    self.bounds = bounds.bounds(limits)
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

  /// Loads a file.
  ///
  /// - Parameter goal: The expectations of the states to find; `nil` for no goal.
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
      result = try explorer(path).run()
    } catch {
      return try report(error)
    }
    clearLine()
    let report = ExplorationReport(result, of: path)
    let written = try write(result, report, path)
    if isJSON {
      output.print(report.json(written: written, requiring: module(of: path)))
    } else {
      output.print("\(palette.strong(DisplayText.line(path)))\n\n")
      output.print(report.text(palette, written: written) + "\n")
    }
    if let failure = result.failure { show(failure) }
    return report.exitCode
  }

  /// Prints an error with its source line.
  private func show(_ error: ScriptError) {
    let report = FailureReport(
      error, sources: factory.sources,
      palette: TextPalette(isColored: palette.isColored && errors.isTerminal))
    errors.print(report.text + "\n")
  }

  // MARK: - Paths

  /// Prints the shortest paths to states as scenarios.
  ///
  /// - Parameters:
  ///   - goal: The expectations of the states.
  ///   - all: Whether to print a path to each of them.
  /// - Returns: The exit code: `nothingMatched` if no state fulfils the expectations.
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
        return paths.isEmpty ? .nothingMatched : .success
      }
      for (number, (path, title)) in titled.enumerated() {
        let text = report.scenario(of: path, titled: title, requiring: module(of: file))
        // The scenarios form one file. Only the first scenario loads the application.
        output.print(
          number == 0
            ? text : text.split(separator: "\n").dropFirst(2).joined(separator: "\n") + "\n")
      }
      if !paths.isEmpty { return .success }
      errors.print("signalbox: no state fulfils { \(goal) }: \(report.summary)\n")
      return .nothingMatched
    } catch {
      return try report(error)
    }
  }

  /// Writes scenarios that together cover every transition.
  func writeCover(of file: String, to folder: String) throws(ScriptError) -> ExitCode {
    do throws(ScriptError) {
      let explorer = try explorer(file)
      let result = try explorer.run()
      let paths = try explorer.pathsOverTransitions()
      clearLine()
      let report = ExplorationReport(result, of: file)
      for (number, path) in paths.enumerated() {
        let text = report.scenario(
          of: path, titled: "flow \(number + 1)", requiring: module(of: file))
        try WrittenFile.write(text, to: "\(folder)/flow-\(number + 1)\(FolderSearch.ending)")
      }
      let count = paths.count
      output.print(
        "\(count) scenario\(count == 1 ? "" : "s") in \(folder) take every transition: \(report.summary)\n"
      )
      return .success
    } catch {
      return try report(error)
    }
  }

  /// Writes the graph of screens.
  ///
  /// - Parameter path: The file to write, or `nil` for standard output.
  func writeGraph(
    of file: String, as format: GraphFormat, to path: String?
  ) throws(ScriptError) -> ExitCode {
    do throws(ScriptError) {
      let explorer = try explorer(file)
      let result = try explorer.run()
      clearLine()
      let text = format.text(of: explorer.screenGraph, titled: DisplayText.line(file))
      if let path {
        try WrittenFile.write(text, to: path)
      } else {
        output.print(text)
      }
      errors.print("signalbox: \(ExplorationReport(result, of: file).summary)\n")
      if let failure = result.failure { show(failure) }
      return .success
    } catch {
      return try report(error)
    }
  }

  /// The name with which a scenario in the same folder requires a file.
  private func module(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.hasSuffix(".lua") ? String(name.dropLast(4)) : name
  }

  // MARK: - Progress

  /// Shows the progress on one line of the terminal, at most ten times a second. A job sends it four
  /// times a second.
  private func show(_ progress: Explorer.Progress) {
    if JobMode.isOn, ContinuousClock.now - shown > .milliseconds(250) {
      shown = .now
      JobMode.write(ExplorationReport.fields(of: progress))
    }
    guard errors.isTerminal, ContinuousClock.now - shown > .milliseconds(100) else { return }
    shown = .now
    hasLine = true
    errors.print("\r\u{1B}[K\(ExplorationReport.line(progress))")
  }

  private func clearLine() {
    if hasLine { errors.print("\r\u{1B}[K") }
    hasLine = false
  }

  // MARK: - Counterexamples

  /// Writes each counterexample as a scenario next to the explored file.
  ///
  /// - Returns: The scenario paths, keyed by property title.
  private func write(
    _ result: ExplorationResult, _ report: ExplorationReport, _ path: String
  ) throws(ScriptError) -> [String: String] {
    var written: [String: String] = [:]
    guard writes else { return written }
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
      try WrittenFile.write(text, to: file)
      written[property.title] = file
    }
    return written
  }

  /// Whether a file is missing or is an earlier counterexample of the same property.
  private func mayReplace(_ file: String, with text: String) -> Bool {
    guard FilePath.exists(file) else { return true }
    guard let bytes = try? ScriptFile.read(file) else { return false }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").prefix(3)
    return lines.elementsEqual(text.split(separator: "\n").prefix(3))
  }
}
