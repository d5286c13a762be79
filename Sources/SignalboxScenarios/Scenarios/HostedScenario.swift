package import SignalboxInspector
package import SignalboxScripting

/// A scenario whose lines are part of a host's own test: its scripts can call the functions of
/// scenarios, and the host can use their expectations.
package final class HostedScenario {
  private let context: ScenarioContext
  /// The number of failed soft expectations that were returned.
  private var takenCount = 0

  /// Adds `app:expect`, `app:softExpect`, `app:eventually`, `app:step`, `app:snapshot "name"` and
  /// `match` to the scripts of a session.
  ///
  /// Close the session to release the scenario.
  ///
  /// - Parameter description: The description, which names the snapshots.
  package init(
    _ session: ScriptSession, _ description: ScenarioDescription, snapshots: (any SnapshotStore)?,
    policy: SnapshotPolicy
  ) throws(ScriptError) {
    context = ScenarioContext(session, snapshots: SnapshotRecorder(description, snapshots, policy))
    let owner = session.makeOwner("fixture")
    let verbs = AppMethods()
    try verbs.define(in: session, owner: owner)
    verbs.begin(context)
    try TextPattern.define(in: session, owner: owner)
  }

  /// The changes that expectations have compared.
  package var coverage: ChangeCoverage {
    get { context.coverage }
    set { context.coverage = newValue }
  }

  /// Stops recording.
  package func end() { context.end() }

  /// Records a step of the host.
  package func note(_ verb: String, _ argument: String? = nil) {
    context.note(verb, argument, at: nil)
  }

  /// The steps so far.
  package var steps: [ScenarioStep] { context.steps }

  /// Returns the soft expectations of scripts that failed since the last call.
  package func takeSoftFailures() -> [ScenarioFailure] {
    let checks = context.failures.filter { $0.kind == .softExpect }
    defer { takenCount = checks.count }
    return Array(checks.dropFirst(takenCount))
  }

  /// Returns the differences from a table of matchers; empty if all match.
  ///
  /// - Throws: `badArgument` and `unknownMatcher` as `app:expect` does.
  package func differences(
    from expected: ScriptValue, of verb: String
  ) throws(ScriptError) -> [ScenarioDifference] {
    let expectation = try Expectation(expected, of: verb, in: context.session)
    let subject = context.subject
    context.cover(try expectation.covers(subject))
    return try expectation.differences(subject)
  }

  /// Returns differences as lines of a report.
  package static func lines(of differences: [ScenarioDifference]) -> [String] {
    DifferenceText.table(differences, .plain).map { String($0.dropFirst(5)) }
  }
}
