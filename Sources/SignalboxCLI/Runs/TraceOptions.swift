internal import ArgumentParser
internal import SignalboxScenarios

/// The options that determine which scenarios are recorded, and where the recordings are stored.
struct TraceOptions: ParsableArguments {
  /// The value of `--trace`, such as `on`.
  enum Choice: String, ExpressibleByArgument, CaseIterable {
    case off
    case on
    case retainOnFailure = "retain-on-failure"

    var policy: TracePolicy {
      switch self {
      case .off: .off
      case .on: .on
      case .retainOnFailure: .retainOnFailure
      }
    }
  }

  @Option(
    help: ArgumentHelp(
      "When to record scenarios (default: retain-on-failure).",
      valueName: "when"))
  var trace: Choice?

  /// The policy that determines which scenarios are recorded.
  var policy: TracePolicy { (trace ?? .retainOnFailure).policy }

  @Option(
    name: .customLong("output"),
    help: ArgumentHelp(
      "The folder for recordings (default: \(TraceFiles.standardFolder)).", valueName: "folder"),
    completion: .directory)
  var folder: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Record the real duration of each step, which differs from run to run (default: no).")
  var stepDurations: Bool?

  @Option(help: RedactionChoice.help("recordings and reports"))
  var redact: [RedactionChoice] = []

  func validate() throws {
    if trace == .off, stepDurations == true {
      throw ValidationError(
        "--step-durations has no effect with --trace off, because only recordings contain the "
          + "durations of steps.")
    }
  }
}
