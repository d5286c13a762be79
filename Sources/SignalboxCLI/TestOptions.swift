internal import ArgumentParser
internal import SignalboxScenarios

/// What can be said about a run of flows.
struct TestOptions: ParsableArguments {
  @Option(
    name: .customShort("k"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Run flows with this text in their title or file.", valueName: "text"))
  var keywords: [String] = []

  @Option(help: ArgumentHelp("Run flows by tags: \"smoke and not slow\".", valueName: "expr"))
  var tag: [TagChoice] = []

  @Option(
    name: .customLong("list"), defaultAsFlag: .text,
    help: ArgumentHelp("Show the flows and run none: text or json.", valueName: "format"))
  var list: ListFormat?

  @Option(help: ArgumentHelp("Draw the order from this number.", valueName: "number"))
  var seed: UInt64?

  @Flag(help: "Run in the order of the files.")
  var noShuffle = false

  @Option(
    name: .customLong("repeat"), help: ArgumentHelp("Run each flow so often.", valueName: "count"))
  var repetitions = 1

  @Flag(name: .customShort("x"), help: "Stop at the first failure.")
  var stopsAtFirst = false

  @Option(help: ArgumentHelp("Stop after so many failures.", valueName: "count"))
  var maxFailures: Int?

  @Option(help: ArgumentHelp("Try flows that fail so often again.", valueName: "count"))
  var retries = 0

  @Flag(help: "A flow that passes only when it is tried again is a failure.")
  var failOnFlaky = false

  @Option(
    name: [.customShort("j"), .customLong("jobs")],
    help: ArgumentHelp("Run so many flows at a time; auto is one per core.", valueName: "count"))
  var jobs: JobCount = .automatic

  @Option(
    name: .customLong("update"), defaultAsFlag: .changed,
    help: ArgumentHelp(
      "Write frames anew: changed (and new) ones, missing ones only, or all, which deletes those "
        + "that no flow takes any more.", valueName: "which"))
  var update: FrameUpdate?

  @Flag(help: "Write no frames; new and obsolete ones are failures. On where $CI is set.")
  var ci = false

  @Flag(help: "Refuse flows that say only. On where $CI is set.")
  var forbidOnly = false

  @Flag(help: "End with 0 where nothing matches.")
  var passWithNoTests = false

  @Option(
    help: ArgumentHelp(
      "How to tell of it, where to: \(ReporterCatalog.all.map { $0.name }.joined(separator: ", ")). "
        + "Several may be given.", valueName: "name[=path]"))
  var reporter: [ReporterChoice] = []

  @Flag(name: .shortAndLong, help: "Tell of flows that pass as well.")
  var verbose = false

  @Flag(help: "Show no progress.")
  var noProgress = false

  func validate() throws {
    guard repetitions > 0 else { throw ValidationError("--repeat takes a count of 1 or more.") }
    guard (0...100).contains(retries) else {
      throw ValidationError("--retries takes a count from 0 to 100.")
    }
    guard maxFailures.map({ $0 > 0 }) ?? true else {
      throw ValidationError("--max-failures takes a count of 1 or more.")
    }
    guard reporter.count(where: { $0.path == nil }) <= 1 else {
      throw ValidationError(
        "Only one report can go to standard output; give the others a file: --reporter junit=PATH.")
    }
    if ci, update != nil { throw ValidationError("--ci writes nothing, --update does.") }
  }
}

/// How `--list` shows flows.
enum ListFormat: String, ExpressibleByArgument, CaseIterable {
  case text
  case json
}

/// `--update`, `--update=all`.
enum FrameUpdate: String, ExpressibleByArgument, CaseIterable {
  case changed
  case missing
  case all

  var policy: FramePolicy {
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
  let expression: TagExpression

  init?(argument: String) {
    guard let expression = try? TagExpression(argument) else { return nil }
    self.expression = expression
  }
}
