package import SignalboxInspector
package import SignalboxScripting

/// A scenario that is part of a host's own test. Its scripts can call the functions for scenarios,
/// and the host can check the expectations that `app:expect` accepts.
package final class HostedScenario {
  private let context: ScenarioContext
  /// The number of failed soft expectations that ``takeSoftFailures()`` has returned.
  private var takenCount = 0

  /// Adds the scenario functions of `app`, such as `app:expect` and `app:eventually`, and the
  /// function `match` to the scripts of a session.
  ///
  /// The scenario is released when the session is closed.
  ///
  /// - Parameter description: The description, from which the names of snapshots are derived.
  package init(
    _ session: ScriptSession, _ description: ScenarioDescription, snapshots: (any SnapshotStore)?,
    policy: SnapshotPolicy
  ) throws(ScriptError) {
    context = ScenarioContext(session, snapshots: SnapshotRecorder(description, snapshots, policy))
    let owner = session.host.makeOwner("fixture")
    let verbs = AppMethods()
    try verbs.define(in: session, owner: owner)
    verbs.begin(context)
    try TextPattern.define(in: session, owner: owner)
  }

  /// The changes that expectations have checked.
  package var coverage: ChangeCoverage {
    get { context.coverage }
    set { context.coverage = newValue }
  }

  /// Stops recording steps and changes.
  package func end() { context.end() }

  /// Records a step that the host performs.
  package func note(_ verb: String, _ argument: String? = nil) {
    context.note(verb, argument, at: nil)
  }

  /// The steps that have been recorded.
  package var steps: [ScenarioStep] { context.steps }

  /// Returns the failures of soft expectations in scripts that have occurred since the last call.
  package func takeSoftFailures() -> [ScenarioFailure] {
    let checks = context.failures.filter { $0.kind == .softExpect }
    defer { takenCount = checks.count }
    return Array(checks.dropFirst(takenCount))
  }

  /// Returns the differences between a table of expected values and the current state. The array is
  /// empty if all values match.
  ///
  /// - Throws: `badArgument` or `unknownMatcher`, in the same cases as `app:expect`.
  package func differences(
    from expected: ScriptValue, of verb: String
  ) throws(ScriptError) -> [ScenarioDifference] {
    let expectation = try Expectation(expected, of: verb, in: context.session)
    let subject = context.subject
    context.cover(try expectation.covers(subject))
    return try expectation.differences(subject)
  }

  /// Returns differences as the lines of a report.
  package static func lines(of differences: [ScenarioDifference]) -> [String] {
    DifferenceText.table(differences, .plain).map { String($0.dropFirst(5)) }
  }
}
