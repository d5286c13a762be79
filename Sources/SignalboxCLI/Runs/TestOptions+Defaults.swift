internal import ArgumentParser
internal import SignalboxScenarios
internal import SignalboxScripting

extension TestOptions {
  /// These, and those of a project where the command line says nothing.
  ///
  /// - Throws: where what both say together makes no sense.
  func merged(with project: Project) throws(ScriptError) -> TestOptions {
    let defaults = project.file.test
    var result = self
    result.mergeRun(defaults)
    result.mergeReports(defaults, project)
    do {
      try result.validate()
    } catch {
      throw ScriptError(
        .syntax, code: "configuration",
        "[test] and the command line: \(error)",
        location: ScriptLocation(file: project.path ?? ProjectFile.name, line: defaults.line))
    }
    return result
  }

  private mutating func mergeRun(_ defaults: TestDefaults) {
    if tag.isEmpty { tag = defaults.tag.map { TagChoice(argument: $0) } }
    seed = seed ?? defaults.seed
    shuffle = shuffle ?? defaults.shuffle
    failedFirst = failedFirst ?? defaults.failedFirst
    if !stopsAtFirst { maxFailures = maxFailures ?? defaults.maxFailures }
    retries = retries ?? defaults.retries
    failOnFlaky = failOnFlaky ?? defaults.failOnFlaky
    // A prompt at a failure has one flow at a time.
    if !rounds.debug { jobs = jobs ?? defaults.jobs }
    forbidOnly = forbidOnly ?? defaults.forbidOnly
    passWithNoTests = passWithNoTests ?? defaults.passWithNoTests
    shardBy = shardBy ?? defaults.shardBy
    coverage.isAsked = coverage.isAsked ?? defaults.coverage
    coverage.failUnder = coverage.failUnder ?? defaults.failUnder
    rounds.maxSteps = rounds.maxSteps ?? defaults.maxSteps
    rounds.maxTime = rounds.maxTime ?? defaults.maxTime
    let named = Set(env.map(\.name))
    env += defaults.parameters.sorted { $0.key < $1.key }.filter { !named.contains($0.key) }.map {
      ParameterArgument($0.key, $0.value)
    }
  }

  private mutating func mergeReports(_ defaults: TestDefaults, _ project: Project) {
    func path(_ path: String) -> String { path.hasPrefix("/") ? path : project.path(of: path) }
    if reporter.isEmpty {
      reporter = defaults.reporter.compactMap { ReporterChoice(argument: $0)?.moved(by: path) }
    }
    // Whichever of the two the command line says holds.
    if !quiet, !verbose { (quiet, verbose) = (defaults.quiet ?? false, defaults.verbose ?? false) }
    showsOutput = showsOutput || defaults.showOutput ?? false
    durations = durations ?? defaults.durations
    progress = progress ?? defaults.progress
    traces.trace = traces.trace ?? defaults.trace
    traces.folder = traces.folder ?? defaults.output.map(path)
    timings = timings ?? defaults.timings.map(path)
  }
}

extension Limits {
  /// These, and those of a project where the command line says nothing.
  func merged(with defaults: TestDefaults) -> Limits {
    var result = self
    result.timeout = timeout ?? defaults.timeout
    result.memory = memory ?? defaults.memory
    result.color = color ?? defaults.color
    return result
  }
}

/// `--env NAME=VALUE`.
struct ParameterArgument: ExpressibleByArgument, Hashable {
  let name: String
  let value: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, Self.isName(String(parts[0])) else { return nil }
    self.init(String(parts[0]), String(parts[1]))
  }

  init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// What messages say of names.
  static let names = "letters, digits and _, a letter or _ first"

  static func isName(_ text: String) -> Bool {
    let isFit = text.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
    }
    return isFit && text.first?.isNumber == false
  }

  /// As a shell reads it.
  var quoted: String {
    let isPlain = value.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "_-./:,+@%".utf8.contains(byte)
    }
    return isPlain && !value.isEmpty
      ? "\(name)=\(value)" : "\(name)='\(value.replacing("'", with: "'\\''"))'"
  }
}
