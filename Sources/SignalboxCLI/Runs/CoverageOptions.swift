internal import ArgumentParser
internal import SignalboxScenarios

/// The options for coverage reports and thresholds.
struct CoverageOptions: ParsableArguments {
  @Flag(
    name: .customLong("coverage"), inversion: .prefixedNo,
    help: "Report the coverage of routes, transitions, actions, guards and links.")
  var isAsked: Bool?

  @Option(
    help: ArgumentHelp(
      "Fail if coverage is below these percentages, such as routes=90,transitions=80, or 85 for "
        + "all.",
      valueName: "thresholds"), completion: CompletionSource.thresholds)
  var failUnder: String?

  /// Whether coverage is measured. A threshold enables coverage unless an option disables it.
  var isOn: Bool { isAsked ?? (failUnder != nil) }

  /// The minimum coverage, or `nil` if none is required.
  var threshold: CoverageThreshold? { failUnder.flatMap { try? CoverageThreshold($0) } }

  func validate() throws {
    guard let failUnder else { return }
    do throws(CoverageThreshold.Malformed) {
      _ = try CoverageThreshold(failUnder)
    } catch {
      // A message that ends with a question such as "did you mean …?" needs no period.
      let end = error.message.hasSuffix("?") ? "" : "."
      throw ValidationError("--fail-under: \(error.message)\(end)")
    }
  }
}
