internal import Signalbox
internal import SignalboxInspector
internal import SignalboxScenarios
internal import SignalboxScripting
internal import SignalboxTesting

/// The part of a fixture that runs scripts in a session.
final class ScriptHost: FixtureHost {
  let session: ScriptSession
  /// The sources of scripts, from which failure reports quote excerpts.
  let sources: SourceCache
  /// The scenario functions of the test, or `nil` in the session of a scenario, which has its own
  /// functions, and after the fixture has been closed.
  private(set) var hosted: HostedScenario?
  /// The number of the first callback error that has not been returned as a failure.
  private var nextError = 0
  private var ownCoverage = ChangeCoverage()

  /// - Parameter scenario: The test represented as a scenario, or `nil` in the session of a
  ///   scenario.
  init(
    _ session: ScriptSession, _ sources: SourceCache, _ scenario: ScenarioDescription?,
    _ snapshots: (any SnapshotStore)?
  ) throws(ScriptError) {
    self.session = session
    self.sources = sources
    hosted = try scenario.map { description throws(ScriptError) in
      try HostedScenario(
        session, description, snapshots: snapshots, policy: try .ofEnvironment())
    }
  }

  var coverage: ChangeCoverage {
    get { hosted?.coverage ?? ownCoverage }
    set {
      if let hosted { hosted.coverage = newValue } else { ownCoverage = newValue }
    }
  }

  func note(_ verb: String, _ argument: String?) { hosted?.note(verb, argument) }

  var steps: [FixtureStep] {
    (hosted?.steps ?? []).map {
      FixtureStep(number: $0.number, text: $0.text, effect: $0.effect)
    }
  }

  var leaks: [Leak] { session.leaks }

  // MARK: - Failures

  func takeFailures() -> [FixtureFailure] {
    let soft = (hosted?.takeSoftFailures() ?? []).map { failure in
      FixtureFailure(
        Self.text(of: failure.differences, of: "check"), line: failure.error.location?.line)
    }
    return takeUnhandled() + soft
  }

  private func takeUnhandled() -> [FixtureFailure] {
    let new = session.numberedErrors.filter { $0.number >= nextError }.map(\.error)
    nextError = session.nextErrorNumber
    return new.map { error in
      FixtureFailure(
        "unhandled\n\n" + FailureReport(error, sources: sources).text,
        rejection: error.kind == .rejected ? error.code : nil)
    }
  }

  /// Returns the differences of an expectation as a failure message.
  static func text(of differences: [ScenarioDifference], of verb: String) -> String {
    let table = HostedScenario.lines(of: differences).map { "  \($0)" }.joined(separator: "\n")
    return "\(verb): the state differs from what was expected\n\n\(table)"
  }

  // MARK: - Ending

  func finish() -> [FixtureFailure] {
    guard hosted != nil else { return [] }
    let failures = session.tearDownPlugins().map {
      FixtureFailure(FailureReport($0, sources: sources).text)
    }
    return failures + takeUnhandled()
  }

  func close() {
    hosted?.end()
    hosted = nil
    session.close()
  }
}
