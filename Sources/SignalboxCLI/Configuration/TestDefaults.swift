internal import ArgumentParser
internal import Signalbox
internal import SignalboxScenarios
internal import SignalboxScripting

/// The options of a run, and the limits for its scripts.
struct TestSettings {
  var options: TestOptions
  var limits: Limits

  /// The number of scenarios that run in parallel. With `--debug`, the value is 1.
  fileprivate var jobs: JobCount? {
    get { options.runs.debug ? .count(1) : options.runs.jobs }
    set { if !options.runs.debug { options.runs.jobs = newValue } }
  }

  /// Whether the output of scenarios is shown as it is printed, or `nil` if no option specifies
  /// this.
  fileprivate var showsOutput: Bool? {
    get { options.reports.showsOutput ? true : nil }
    set { options.reports.showsOutput = newValue ?? false }
  }

  /// Returns these settings combined with a project's defaults.
  ///
  /// - Throws: `configuration` if the combination is invalid.
  func merged(with project: Project) throws(ScriptError) -> TestSettings {
    var result = self
    for change in project.file.test.changes { change(&result, project) }
    do {
      try result.options.validateGroups()
    } catch {
      throw project.file.error(
        at: ["test"], "the combination of the table test and the command line is invalid: \(error)")
    }
    return result
  }
}

/// The `test` key in `signalbox.lua`, which sets default values for options (decisions 0202, 0250).
struct TestDefaults: Sendable {
  typealias Change = @Sendable (inout TestSettings, Project) -> Void
  fileprivate typealias Key = ValueSchema<Self>.Key
  fileprivate typealias Setting<Value> = any WritableKeyPath<TestSettings, Value> & Sendable

  /// The files and folders that `signalbox test` searches for scenarios by default, as written in
  /// the file. If the array is empty, the current folder is searched.
  fileprivate(set) var roots: [String] = []
  /// The changes that the file makes to the settings.
  fileprivate(set) var changes: [Change] = []
  private var isQuiet = false

  /// The schema of the table. Each key has the name of an option.
  static let schema = ValueSchema<Self>(
    "TestSettingsTable",
    "The defaults of `signalbox test`. Options on the command line take precedence.",
    [
      .init("roots", "string[]?", "files and folders with scenarios") {
        field, test throws(TableMistake) in
        let expected = "a file or folder: { \"scenarios\" }"
        test.roots = try field.list(expected) { $0.text.flatMap { $0.isEmpty ? nil : $0 } }
        if test.roots.isEmpty { throw field.wrong(expected: "a list, each element \(expected)") }
      },
      .init("env", "table<string, string>?", "the same as `--env`", store: readParameters),
      .option("timeout", \.limits.timeout, "a time: \"500ms\""),
      .option("memory", \.limits.memory, "a size: \"64MB\""),
      .option("color", \.limits.color),
      .option("maxTime", \.options.runs.maxTime, "a time: \"10m\""),
      .option(
        "jobs", \.jobs, "a number from 1 to 256, or \"auto\"", type: "integer|string"),
      .option("seed", \.options.runs.seed, "a number of 0 or more", type: "integer"),
      .option("retries", \.options.runs.retries, "a number from 0 to 100", type: "integer") {
        (0...100).contains($0)
      },
      .count("maxFailures", \.options.runs.maxFailures, from: 1),
      .count("maxSteps", \.options.runs.maxSteps, from: 1),
      .count("durations", \.options.reports.durations, from: 0),
      .flag("shuffle", \.options.runs.shuffle),
      .flag("failedFirst", \.options.selection.failedFirst),
      .flag("failOnFlaky", \.options.runs.failOnFlaky),
      .flag("forbidOnly", \.options.runs.forbidOnly),
      .flag("passWithNoTests", \.options.selection.passWithNoTests),
      .init("quiet", "boolean?", "the same as `--quiet`") { field, test throws(TableMistake) in
        let isQuiet = try field.flag()
        test.isQuiet = isQuiet
        test.changes.append { settings, _ in
          if !settings.options.reports.verbose {
            settings.options.reports.quiet = settings.options.reports.quiet || isQuiet
          }
        }
      },
      .init("verbose", "boolean?", "the same as `--verbose`") { field, test throws(TableMistake) in
        let isVerbose = try field.flag()
        if isVerbose, test.isQuiet { throw field.malformed("and quiet cannot be combined") }
        test.changes.append { settings, _ in
          if !settings.options.reports.quiet {
            settings.options.reports.verbose = settings.options.reports.verbose || isVerbose
          }
        }
      },
      .flag("showOutput", \.showsOutput), .flag("progress", \.options.reports.progress),
      .flag("coverage", \.options.coverage.isAsked),
      .option(
        "failUnder", \.options.coverage.failUnder,
        "a percentage: 85, or \"routes=90,transitions=80\"", type: "integer|string"
      ) { (try? CoverageThreshold($0)) != nil },
      .option("trace", \.options.traces.trace),
      .path("output", \.options.traces.folder, "a folder"),
      .flag("stepDurations", \.options.traces.stepDurations),
      .list("redact", "a name: \"email\"", \.options.traces.redact) { text, _ in
        RedactionChoice(argument: text)
      },
      .path("timings", \.options.selection.timings, "a file"),
      .option("shardBy", \.options.selection.shardBy),
      .list("tag", "a tag expression: \"smoke and not slow\"", \.options.selection.tag) { text, _ in
        let choice = TagChoice(argument: text)
        return (try? choice.expression()) == nil ? nil : choice
      },
      .list(
        "reporter", "a reporter: \"pretty\" or \"junit=report.xml\"", \.options.reports.reporter
      ) {
        text, project in
        let choice = ReporterChoice(argument: text)
        return project.flatMap { choice?.moved(by: $0.place(of:)) } ?? choice
      },
    ])

  @Sendable private static func readParameters(
    _ field: ValueField, _ test: inout Self
  ) throws(TableMistake) {
    guard let table = field.value.table, table.list.isEmpty else {
      throw field.wrong(expected: "a table of names and strings")
    }
    var parameters: [ParameterArgument] = []
    for pair in table.pairs {
      guard let name = pair.key.text, ParameterArgument.isName(name) else {
        throw field.malformed(
          "contains the name \(field.table.shown(pair.key)), expected \(ParameterArgument.names)")
      }
      guard let text = pair.value.text else {
        throw ValueField(key: "env.\(name)", value: pair.value, table: field.table)
          .wrong(expected: "a string")
      }
      parameters.append(ParameterArgument(name, text))
    }
    test.changes.append { [parameters] settings, _ in
      let named = Set(settings.options.runs.env.map(\.name))
      settings.options.runs.env += parameters.filter { !named.contains($0.name) }
    }
  }
}

extension Project {
  /// Returns a path that is relative to the configuration file as a path relative to the current
  /// folder.
  fileprivate func place(of path: String) -> String {
    path.hasPrefix("/") ? path : self.path(of: path)
  }
}

extension TableSchema.Key where Field == ValueField, Target == TestDefaults {
  /// Creates the key for an option.
  ///
  /// - Parameters:
  ///   - expected: A description of valid values for error messages. By default, the possible
  ///     values are listed.
  ///   - isFit: A closure that returns whether a value is valid.
  fileprivate static func option<Value: ExpressibleByArgument & Sendable>(
    _ name: String, _ setting: TestDefaults.Setting<Value?>, _ expected: String? = nil,
    type: String = "string", where isFit: @escaping @Sendable (Value) -> Bool = { _ in true }
  ) -> Self {
    let words = Value.allValueStrings.map { "\"\($0)\"" }
    let known = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    return set(name, type, expected ?? known, setting) { value in
      let text = value.text ?? value.integer.map(String.init)
      return text.flatMap(Value.init(argument:)).flatMap { isFit($0) ? $0 : nil }
    }
  }

  fileprivate static func flag(_ name: String, _ setting: TestDefaults.Setting<Bool?>) -> Self {
    set(name, "boolean", "true or false", setting) { $0.boolean }
  }

  fileprivate static func count(
    _ name: String, _ setting: TestDefaults.Setting<Int?>, from least: Int
  ) -> Self {
    option(name, setting, "a number of \(least) or more", type: "integer") { $0 >= least }
  }

  private static func set<Value: Sendable>(
    _ name: String, _ type: String, _ expected: String, _ setting: TestDefaults.Setting<Value?>,
    _ make: @escaping @Sendable (ScriptValue) -> Value?
  ) -> Self {
    let words = name.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
    return .value(
      name, "\(type)?", expected, "the same as `--\(words)`",
      { test, value in
        test.changes.append { settings, _ in
          settings[keyPath: setting] = settings[keyPath: setting] ?? value
        }
      }, make)
  }

  fileprivate static func path(
    _ name: String, _ setting: TestDefaults.Setting<String?>, _ expected: String
  ) -> Self {
    .value(
      name, "string?", expected, "the same as `--\(name)`",
      { (test: inout TestDefaults, path: String) in
        test.changes.append { settings, project in
          settings[keyPath: setting] = settings[keyPath: setting] ?? project.place(of: path)
        }
      }, { $0.text.flatMap { $0.isEmpty ? nil : $0 } })
  }

  /// Creates a key that accepts a string or a list of strings.
  fileprivate static func list<Value: Sendable>(
    _ name: String, _ expected: String, _ setting: TestDefaults.Setting<[Value]>,
    _ make: @escaping @Sendable (String, Project?) -> Value?
  ) -> Self {
    Self(name, "string[]|string?", "the same as `--\(name)`") { field, test throws(TableMistake) in
      let check = { (value: ScriptValue) in value.text.flatMap { make($0, nil) == nil ? nil : $0 } }
      let texts =
        field.value.table == nil
        ? [check(field.value)].compactMap(\.self) : try field.list(expected, check)
      if texts.isEmpty { throw field.wrong(expected: expected) }
      test.changes.append { settings, project in
        if settings[keyPath: setting].isEmpty {
          settings[keyPath: setting] = texts.compactMap { make($0, project) }
        }
      }
    }
  }
}
