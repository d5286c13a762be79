internal import ArgumentParser
internal import SignalboxScenarios

/// What can be said about a run of scenarios.
struct TestOptions: ParsableArguments {
  @Option(
    name: .customShort("k"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Run scenarios by texts in their title or file: \"voucher and not guest\".", valueName: "expr"
    ))
  var keywords: [KeywordChoice] = []

  @Option(help: ArgumentHelp("Run scenarios by tags: \"smoke and not slow\".", valueName: "expr"))
  var tag: [TagChoice] = []

  @Flag(name: .customLong("list"), help: "Show the scenarios and run none; --list=json for tools.")
  var isListed = false

  @Option(name: .customLong("list-as"), help: .hidden)
  var listFormat: ListFormat?

  @Option(
    help: ArgumentHelp(
      "Run the scenarios that a file lists: a path, PATH:LINE or PATH::TITLE a line.",
      valueName: "file"))
  var testList: String?

  @Flag(help: "Run those that failed last time; all where none did.")
  var lastFailed = false

  @Flag(inversion: .prefixedNo, help: "Begin with those that failed last time.")
  var failedFirst: Bool?

  @Option(
    help: ArgumentHelp(
      "Run one part of several: 2/4, or auto for what Bazel, GitLab, CircleCI or Buildkite say.",
      valueName: "part"))
  var shard: ShardChoice?

  @Option(
    help: ArgumentHelp(
      "Divide by count (the default), hash (stable when scenarios are added) or time (needs --timings).",
      valueName: "rule"))
  var shardBy: ShardRule?

  @Option(
    help: ArgumentHelp(
      "Where it is kept how long scenarios take; read, and written after the run.",
      valueName: "file"))
  var timings: String?

  @Option(help: ArgumentHelp("Draw the order from this number.", valueName: "number"))
  var seed: UInt64?

  @Flag(inversion: .prefixedNo, help: "Draw the order anew, or run in the order of the files.")
  var shuffle: Bool?

  @Option(
    name: .customLong("env"),
    help: ArgumentHelp(
      "Let scripts read this text as env.NAME. Several may be given.", valueName: "name=value"))
  var env: [ParameterArgument] = []

  @Option(
    name: .customLong("repeat"),
    help: ArgumentHelp("Run each scenario so often.", valueName: "count"))
  var repetitions: Int?

  @Flag(name: .customShort("x"), help: "Stop at the first failure.")
  var stopsAtFirst = false

  @Option(help: ArgumentHelp("Stop after so many failures.", valueName: "count"))
  var maxFailures: Int?

  @Option(help: ArgumentHelp("Try scenarios that fail so often again.", valueName: "count"))
  var retries: Int?

  @Flag(
    inversion: .prefixedNo, help: "A scenario that passes only when it is tried again is a failure."
  )
  var failOnFlaky: Bool?

  @Option(
    name: [.customShort("j", allowingJoined: true), .customLong("jobs")],
    help: ArgumentHelp("Run so many scenarios at a time; auto is one per core.", valueName: "count")
  )
  var jobs: JobCount?

  @Flag(
    name: .customLong("update"),
    help: ArgumentHelp(
      "Write new and changed snapshots. --update=missing: new ones only; --update=all: and delete those "
        + "that no scenario takes any more."))
  var isUpdated = false

  @Option(name: .customLong("update-as"), help: .hidden)
  var updatePolicy: SnapshotUpdate?

  @Flag(help: "Write no snapshots; new and obsolete ones are failures. On where $CI is set.")
  var ci = false

  @Flag(inversion: .prefixedNo, help: "Reject scenarios that say only. On where $CI is set.")
  var forbidOnly: Bool?

  @OptionGroup var coverage: CoverageOptions
  @OptionGroup var traces: TraceOptions

  @Flag(inversion: .prefixedNo, help: "End with 0 where nothing matches.")
  var passWithNoTests: Bool?

  @Option(
    help: ArgumentHelp(
      "How to tell of it, where to: \(ReporterCatalog.all.map { $0.name }.joined(separator: ", ")). "
        + "Several may be given.", valueName: "name[=path]"))
  var reporter: [ReporterChoice] = []

  @Flag(name: .shortAndLong, help: "Report scenarios that pass as well, with what they print.")
  var verbose = false

  @Flag(name: .shortAndLong, help: "Tell of failures in one line each.")
  var quiet = false

  @Flag(
    name: [.customShort("s"), .customLong("show-output")],
    help: "Show what scenarios print as it comes, and not in the report.")
  var showsOutput = false

  @Option(
    help: ArgumentHelp(
      "Name so many of the slowest scenarios at the end; on standard error where the report is for "
        + "programs.", valueName: "count"))
  var durations: Int?

  @Flag(inversion: .prefixedNo, help: "Show how far the run has come, at a terminal.")
  var progress: Bool?

  /// How the list is shown; `nil` to run the scenarios.
  var list: ListFormat? { listFormat ?? (isListed ? .text : nil) }

  /// Which snapshots are written anew; `nil` where nothing is said.
  var update: SnapshotUpdate? { updatePolicy ?? (isUpdated ? .changed : nil) }

  @OptionGroup var rounds: RoundOptions

  /// Arguments as the parser takes them: `--list`, `--update` and `--only-changed` may stand without a
  /// value, and take one behind `=` only, so that a path can follow.
  static func spelledOut(_ arguments: [String]) -> [String] {
    guard arguments.contains("test") else { return arguments }
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].map { argument in
      for name in ["--list", "--update", "--only-changed"] where argument.hasPrefix("\(name)=") {
        return "\(name)-as=\(argument.dropFirst(name.count + 1))"
      }
      return argument
    } + arguments[end...]
  }

  func validate() throws {
    guard repetitions.map({ $0 > 0 }) ?? true else {
      throw ValidationError("--repeat takes a count of 1 or more.")
    }
    guard retries.map((0...100).contains) ?? true else {
      throw ValidationError("--retries takes a count from 0 to 100.")
    }
    guard durations.map({ $0 >= 0 }) ?? true else {
      throw ValidationError("--durations takes a count of 0 or more.")
    }
    guard maxFailures.map({ $0 > 0 }) ?? true else {
      throw ValidationError("--max-failures takes a count of 1 or more.")
    }
    try ReporterChoice.check(reporter)
    for choice in tag { _ = try choice.expression() }
    for choice in keywords { _ = try choice.expression() }
    if quiet, verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
    if shard != nil, update == .all {
      throw ValidationError(
        "--update=all deletes what no scenario takes, which only a whole run shows.")
    }
    if shardBy == .time, timings == nil {
      throw ValidationError(
        "--shard-by time needs --timings FILE, which an earlier run has written.")
    }
    try checkOutput()
    try rounds.check(jobs ?? .automatic, isListed: list != nil, isSplit: shard != nil)
    if ci, update != nil { throw ValidationError("--ci writes nothing, --update does.") }
  }

  /// Whether what scenarios print is shown as it comes, which needs a report that people read.
  private func checkOutput() throws {
    guard showsOutput, let choice = reporter.first(where: { $0.path == nil }),
      choice.reporter?.isForPeople != true
    else { return }
    throw ValidationError(
      "-s shows what scenarios print on standard output, where \(choice.name) writes; give the report a "
        + "file: --reporter \(choice.name)=PATH.")
  }
}

/// How `--list` shows scenarios.
enum ListFormat: String, ExpressibleByArgument, CaseIterable {
  case text
  case json
}

/// `--update`, `--update=all`.
enum SnapshotUpdate: String, ExpressibleByArgument, CaseIterable {
  case changed
  case missing
  case all

  var policy: SnapshotPolicy {
    switch self {
    case .changed: .changed
    case .missing: .missing
    case .all: .all
    }
  }
}

/// `-j 4`, `-j auto`.
enum JobCount: ExpressibleByArgument, Equatable {
  case automatic
  case count(Int)

  init?(argument: String) {
    if argument == "auto" {
      self = .automatic
    } else if let count = Int(argument), (1...256).contains(count) {
      self = .count(count)
    } else {
      return nil
    }
  }
}

/// A tag expression, read when the command line is.
struct TagChoice: ExpressibleByArgument {
  private let choice: ExpressionChoice

  init(argument: String) { choice = ExpressionChoice(argument, of: .tags, option: "--tag") }

  /// - Throws: where the argument is no expression, with the reason.
  func expression() throws(ValidationError) -> SelectionExpression { try choice.expression() }
}

/// An expression over texts of titles, read when the command line is.
struct KeywordChoice: ExpressibleByArgument {
  private let choice: ExpressionChoice

  init(argument: String) { choice = ExpressionChoice(argument, of: .texts, option: "-k") }

  /// - Throws: where the argument is no expression, with the reason.
  func expression() throws(ValidationError) -> SelectionExpression { try choice.expression() }
}

private struct ExpressionChoice {
  private let option: String
  private let result: Result<SelectionExpression, SelectionExpression.Malformed>

  init(_ argument: String, of kind: SelectionExpression.Terms, option: String) {
    self.option = option
    result = Result { () throws(SelectionExpression.Malformed) in
      try SelectionExpression(argument, of: kind)
    }
  }

  func expression() throws(ValidationError) -> SelectionExpression {
    do throws(SelectionExpression.Malformed) {
      return try result.get()
    } catch {
      throw ValidationError("\(option): \(error.message).")
    }
  }
}
