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
      "Fail below these percentages: routes=90,transitions=80, or 85 for all.",
      valueName: "thresholds"), completion: CompletionSource.thresholds)
  var failUnder: String?

  /// Whether it is counted: a threshold alone asks for it too.
  var isOn: Bool { isAsked ?? (failUnder != nil) }

  /// How much there has to be.
  var threshold: CoverageThreshold? { failUnder.flatMap { try? CoverageThreshold($0) } }

  func validate() throws {
    guard let failUnder else { return }
    do throws(CoverageThreshold.Malformed) {
      _ = try CoverageThreshold(failUnder)
    } catch {
      // What asks "did you mean …?" has its end.
      let end = error.message.hasSuffix("?") ? "" : "."
      throw ValidationError("--fail-under: \(error.message)\(end)")
    }
  }
}
