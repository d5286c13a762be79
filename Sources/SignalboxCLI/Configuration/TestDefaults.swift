internal import Signalbox
internal import SignalboxScenarios
internal import SignalboxScripting

/// What `[test]` of `signalbox.toml` says: options that hold where the command line says nothing
/// (decision 0202).
struct TestDefaults: Equatable, Sendable {
  /// A file or folder, as it was written.
  struct Root: Equatable, Sendable {
    let path: String
    let line: Int
  }

  /// Where it begins in the file.
  var line = 1
  /// Where `signalbox test` looks for flows that is not told where; none is the current folder.
  var roots: [Root] = []
  /// What scripts find in `env`.
  var parameters: [String: String] = [:]
  var timeout: TimeLimit?
  var memory: MemoryLimit?
  var color: ColorChoice?
  var maxTime: TimeLimit?
  var jobs: JobCount?
  var seed: UInt64?
  var retries: Int?
  var maxFailures: Int?
  var maxSteps: Int?
  var durations: Int?
  var shuffle: Bool?
  var failedFirst: Bool?
  var failOnFlaky: Bool?
  var forbidOnly: Bool?
  var passWithNoTests: Bool?
  var verbose: Bool?
  var quiet: Bool?
  var showOutput: Bool?
  var progress: Bool?
  var coverage: Bool?
  var failUnder: String?
  var trace: TraceOptions.Choice?
  var output: String?
  var timings: String?
  var shardBy: ShardRule?
  /// As they are written behind `--tag`.
  var tag: [String] = []
  /// As they are written behind `--reporter`.
  var reporter: [String] = []

  /// What there is without a file.
  init() {}

  /// - Throws: with the line, and the nearest name of what was mistyped.
  init(_ value: TOMLValue) throws(TOMLReader.Failure) {
    guard let table = value.table else {
      throw ProjectFile.wrong(value, "test", expected: "a table: [test]")
    }
    line = table.line
    try ProjectFile.check(table, known: Self.keys.map(\.name), in: "test")
    for key in Self.keys {
      guard let value = table[key.name] else { continue }
      try key.read(value, "test.\(key.name)", &self)
    }
    if quiet == true, verbose == true {
      throw TOMLReader.Failure(
        line: table.line, message: "[test]: quiet and verbose exclude each other")
    }
  }

  // MARK: - Keys

  /// One key, which is the name of the option without its dashes.
  private struct Key: Sendable {
    let name: String
    let read:
      @Sendable (TOMLValue, _ path: String, inout TestDefaults) throws(TOMLReader.Failure) -> Void

    /// - Parameter make: Gives `nil` for a value that is none.
    init<Value>(
      _ name: String, _ place: any WritableKeyPath<TestDefaults, Value?> & Sendable,
      _ expected: String,
      _ make: @escaping @Sendable (TOMLValue) -> Value?
    ) {
      self.name = name
      read = { value, path, defaults throws(TOMLReader.Failure) in
        guard let made = make(value) else { throw Self.malformed(value, path, expected) }
        defaults[keyPath: place] = made
      }
    }

    /// A list of texts, or one text.
    init(
      _ name: String, _ place: any WritableKeyPath<TestDefaults, [String]> & Sendable,
      _ expected: String, where isFit: @escaping @Sendable (String) -> Bool
    ) {
      self.name = name
      read = { value, path, defaults throws(TOMLReader.Failure) in
        for element in value.array ?? [value] {
          guard let text = element.string, isFit(text) else {
            throw Self.malformed(element, path, expected)
          }
          defaults[keyPath: place].append(text)
        }
      }
    }

    init(
      _ name: String,
      reading read:
        @escaping @Sendable (TOMLValue, String, inout TestDefaults) throws(TOMLReader.Failure) ->
        Void
    ) {
      self.name = name
      self.read = read
    }

    private static func malformed(
      _ value: TOMLValue, _ path: String, _ expected: String
    ) -> TOMLReader.Failure {
      TOMLReader.Failure(
        line: value.line, message: "\(path) is \(value.shown), expected \(expected)")
    }

    static func flag(
      _ name: String, _ place: any WritableKeyPath<TestDefaults, Bool?> & Sendable
    ) -> Key {
      Key(name, place, "true or false") { $0.boolean }
    }

    static func count(
      _ name: String, _ place: any WritableKeyPath<TestDefaults, Int?> & Sendable, from least: Int,
      to most: Int = .max
    ) -> Key {
      let range = most == .max ? "of \(least) or more" : "from \(least) to \(most)"
      return Key(name, place, "a number \(range)") { value in
        value.integer.flatMap { (least...most).contains($0) ? $0 : nil }
      }
    }

    static func text<Value>(
      _ name: String, _ place: any WritableKeyPath<TestDefaults, Value?> & Sendable,
      _ expected: String,
      _ make: @escaping @Sendable (String) -> Value?
    ) -> Key {
      Key(name, place, expected) { $0.string.flatMap(make) }
    }
  }

  private static let keys: [Key] = [
    Key("roots", reading: readRoots), Key("env", reading: readParameters),
    .text("timeout", \.timeout, "a time: \"500ms\"") { TimeLimit(argument: $0) },
    .text("memory", \.memory, "a size: \"64MB\"") { MemoryLimit(argument: $0) },
    .text("color", \.color, Self.choices(ColorChoice.self)) { ColorChoice(rawValue: $0) },
    .text("max-time", \.maxTime, "a time: \"10m\"") { TimeLimit(argument: $0) },
    Key("jobs", \.jobs, "a number from 1 to 256, or \"auto\"") { value in
      (value.string ?? value.integer.map(String.init)).flatMap { JobCount(argument: $0) }
    },
    Key("seed", \.seed, "a number of 0 or more") { $0.integer.flatMap { UInt64(exactly: $0) } },
    .count("retries", \.retries, from: 0, to: 100),
    .count("max-failures", \.maxFailures, from: 1), .count("max-steps", \.maxSteps, from: 1),
    .count("durations", \.durations, from: 0), .flag("shuffle", \.shuffle),
    .flag("failed-first", \.failedFirst), .flag("fail-on-flaky", \.failOnFlaky),
    .flag("forbid-only", \.forbidOnly), .flag("pass-with-no-tests", \.passWithNoTests),
    .flag("verbose", \.verbose), .flag("quiet", \.quiet), .flag("show-output", \.showOutput),
    .flag("progress", \.progress), .flag("coverage", \.coverage),
    Key("fail-under", \.failUnder, "per cent: 85, or \"routes=90,transitions=80\"") { value in
      let text = value.string ?? value.integer.map(String.init)
      return text.flatMap { (try? CoverageBar($0)) == nil ? nil : $0 }
    },
    .text("trace", \.trace, Self.choices(TraceOptions.Choice.self)) {
      TraceOptions.Choice(rawValue: $0)
    },
    .text("output", \.output, "a folder") { $0.isEmpty ? nil : $0 },
    .text("timings", \.timings, "a file") { $0.isEmpty ? nil : $0 },
    .text("shard-by", \.shardBy, Self.choices(ShardRule.self)) { ShardRule(rawValue: $0) },
    Key("tag", \.tag, "a tag expression: \"smoke and not slow\"") { text in
      (try? TagChoice(argument: text).expression()) != nil
    },
    Key("reporter", \.reporter, "a list of reporters: [\"pretty\", \"junit=report.xml\"]") { text in
      ReporterChoice(argument: text) != nil
    },
  ]

  private static func choices<Choice: CaseIterable & RawRepresentable>(
    _ type: Choice.Type
  ) -> String where Choice.RawValue == String {
    let names = Choice.allCases.map { "\"\($0.rawValue)\"" }
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }

  @Sendable private static func readRoots(
    _ value: TOMLValue, _ path: String, _ defaults: inout TestDefaults
  ) throws(TOMLReader.Failure) {
    let expected = "a list of files and folders: [\"flows\"]"
    guard let list = value.array else { throw ProjectFile.wrong(value, path, expected: expected) }
    guard !list.isEmpty else {
      throw TOMLReader.Failure(line: value.line, message: "\(path) is empty, expected \(expected)")
    }
    for element in list {
      guard let root = element.string, !root.isEmpty else {
        let came = element.string == nil ? element.kindName : "an empty string"
        throw TOMLReader.Failure(
          line: element.line, message: "\(path) has \(came), expected \(expected)")
      }
      defaults.roots.append(Root(path: root, line: element.line))
    }
  }

  @Sendable private static func readParameters(
    _ value: TOMLValue, _ path: String, _ defaults: inout TestDefaults
  ) throws(TOMLReader.Failure) {
    guard let table = value.table else {
      throw ProjectFile.wrong(value, path, expected: "a table: [\(path)]")
    }
    for name in table.keys {
      guard let value = table[name] else { continue }
      guard ParameterArgument.isName(name) else {
        throw TOMLReader.Failure(
          line: value.line,
          message: "[\(path)] has the name \(quotation(name)), expected \(ParameterArgument.names)")
      }
      guard let text = value.string else {
        throw ProjectFile.wrong(value, "\(path).\(shortened(name, to: 200))", expected: "a string")
      }
      defaults.parameters[name] = text
    }
  }
}
