internal import ArgumentParser
internal import SignalboxScenarios

/// The options of `signalbox test`.
///
/// The groups belong to ``TestCommand`` itself. If groups were nested, the argument parser of a
/// debug build would take five times as long for each level, because it validates a group each time
/// it reads the group.
struct TestOptions {
  var selection: SelectionOptions
  var runs: RunOptions
  var app: AppOptions
  var snapshots: SnapshotOptions
  var reports: ReportOptions
  var coverage: CoverageOptions
  var traces: TraceOptions

  /// Returns arguments in the form that the parser expects. `--list`, `--update` and
  /// `--only-changed` can be used without a value, and accept a value only after `=`, so that a
  /// path can follow the option.
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

  /// Validates all option groups again after a project's defaults have been added.
  func validateGroups() throws {
    try selection.validate()
    try snapshots.validate()
    try reports.validate()
    try validate()
  }

  /// Validates the options of several groups that cannot be combined.
  func validate() throws {
    try app.validate()
    if selection.shard != nil, snapshots.update == .all {
      throw ValidationError(
        "--update=all and --shard cannot be combined: only a complete run can determine which "
          + "snapshots are obsolete.")
    }
    try runs.check(
      onlyChanged: selection.onlyChanged, isListed: selection.list != nil,
      isSplit: selection.shard != nil)
  }
}

/// The options that select scenarios.
struct SelectionOptions: ParsableArguments {
  @Option(
    name: .customShort("k"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Run scenarios whose title or file matches this expression, such as "
        + "\"voucher and not guest\".", valueName: "expr"),
    completion: CompletionSource.titles)
  var keywords: [KeywordChoice] = []

  @Option(
    help: ArgumentHelp(
      "Run scenarios whose tags match this expression, such as \"smoke and not slow\".",
      valueName: "expr"),
    completion: CompletionSource.tags)
  var tag: [TagChoice] = []

  @Flag(
    name: .customLong("list"),
    help: "List the scenarios without running them; use --list=json for machine-readable output.")
  var isListed = false

  @Option(name: .customLong("list-as"), help: .hidden)
  var listFormat: ListFormat?

  @Option(
    help: ArgumentHelp(
      "Run the scenarios listed in this file, with one PATH, PATH:LINE or PATH::TITLE per line.",
      valueName: "file"), completion: .file())
  var testList: String?

  @Flag(help: "Run the scenarios that failed in the last run, or all if none failed.")
  var lastFailed = false

  @Flag(
    inversion: .prefixedNo,
    help: "Start with the scenarios that failed in the last run (default: no).")
  var failedFirst: Bool?

  @Flag(
    name: .customLong("only-changed"),
    help: ArgumentHelp(
      "Run scenarios whose file, modules or snapshots changed since the last commit; "
        + "--only-changed=REF compares with another commit."))
  var isOnlyChanged = false

  @Option(name: .customLong("only-changed-as"), help: .hidden)
  var changedReference: String?

  @Option(
    help: ArgumentHelp(
      "Run one shard, such as 2/4; auto reads the shard from the variables of Bazel, GitLab, "
        + "CircleCI or Buildkite.", valueName: "shard"), completion: .list(["auto"]))
  var shard: ShardChoice?

  @Option(
    help: ArgumentHelp(
      "How to divide scenarios into shards (default: count). With hash, an added scenario "
        + "does not move others to another shard; time requires --timings.", valueName: "rule"))
  var shardBy: ShardRule?

  @Option(
    help: ArgumentHelp(
      "Read the durations of scenarios from this file, and update them.", valueName: "file"),
    completion: .file())
  var timings: String?

  @Flag(
    inversion: .prefixedNo, help: "Exit with 0 instead of 5 if nothing matches (default: no).")
  var passWithNoTests: Bool?

  /// The format of the list, or `nil` to run the scenarios.
  var list: ListFormat? { listFormat ?? (isListed ? .text : nil) }

  /// The commit that `--only-changed` specifies, or `nil` if the option is not used.
  var onlyChanged: String? { changedReference ?? (isOnlyChanged ? "HEAD" : nil) }

  func validate() throws {
    for choice in tag { _ = try choice.expression() }
    for choice in keywords { _ = try choice.expression() }
    if changedReference?.isEmpty == true {
      throw ValidationError(
        "--only-changed= requires a commit, branch or tag; omit the = for the last commit.")
    }
    if shardBy == .time, timings == nil {
      throw ValidationError("--shard-by time requires --timings FILE.")
    }
  }
}

/// The options for writing snapshots.
struct SnapshotOptions: ParsableArguments {
  @Flag(
    name: .customLong("update"),
    help: ArgumentHelp(
      "Write new and changed snapshots; --update=missing writes only new ones, and --update=all "
        + "also deletes obsolete ones."))
  var isUpdated = false

  @Option(name: .customLong("update-as"), help: .hidden)
  var updatePolicy: SnapshotUpdate?

  @Flag(
    help: """
      Write no snapshots; fail on new, changed or obsolete ones (default: on if $CI is set).
      """)
  var ci = false

  /// The snapshots to write, or `nil` if the option is not used.
  var update: SnapshotUpdate? { updatePolicy ?? (isUpdated ? .changed : nil) }

  func validate() throws {
    if ci, update != nil {
      throw ValidationError(
        "--ci and --update cannot be combined: --ci writes no snapshots.")
    }
  }
}

/// The options for reports and their files.
struct ReportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The report format, and the file to write to (default: pretty, to standard output). May be "
        + "repeated.", valueName: "name[=path]"), completion: CompletionSource.reporters)
  var reporter: [ReporterChoice] = []

  @Flag(name: .shortAndLong, help: "Also report passing scenarios, with their output.")
  var verbose = false

  @Flag(name: .shortAndLong, help: "Report each failure on one line.")
  var quiet = false

  @Flag(
    name: [.customShort("s"), .customLong("show-output")],
    help: "Print the output of scenarios while they run.")
  var showsOutput = false

  @Option(
    help: ArgumentHelp("Report this many of the slowest scenarios at the end.", valueName: "count"))
  var durations: Int?

  @Flag(
    inversion: .prefixedNo,
    help: "Show the progress if standard output is a terminal (default: yes).")
  var progress: Bool?

  func validate() throws {
    guard durations.map({ $0 >= 0 }) ?? true else {
      throw ValidationError("--durations requires a count of 0 or more.")
    }
    try ReporterChoice.check(reporter)
    if quiet, verbose { throw ValidationError("--quiet and --verbose cannot be combined.") }
    // Immediate output requires a report that is intended for people.
    guard showsOutput, let choice = reporter.first(where: { $0.path == nil }),
      choice.reporter?.isForPeople != true
    else { return }
    throw ValidationError(
      "-s prints the output of scenarios to standard output, but the reporter \(choice.name) also "
        + "writes there; write its report to a file: --reporter \(choice.name)=PATH.")
  }
}

/// The value of `--list`, which is the format of the list.
enum ListFormat: String, ExpressibleByArgument, CaseIterable {
  case text
  case json
}

/// The value of `--update`, such as `all`.
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

/// The value of `-j`, such as `4` or `auto`.
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

/// A tag expression, which is parsed after the command line.
struct TagChoice: ExpressibleByArgument {
  private let choice: ExpressionChoice

  init(argument: String) { choice = ExpressionChoice(argument, of: .tags, option: "--tag") }

  /// - Throws: An error with the reason if the argument is not a valid expression.
  func expression() throws(ValidationError) -> SelectionExpression { try choice.expression() }
}

/// An expression for titles and paths, which is parsed after the command line.
struct KeywordChoice: ExpressibleByArgument {
  private let choice: ExpressionChoice

  init(argument: String) { choice = ExpressionChoice(argument, of: .texts, option: "-k") }

  /// - Throws: An error with the reason if the argument is not a valid expression.
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
