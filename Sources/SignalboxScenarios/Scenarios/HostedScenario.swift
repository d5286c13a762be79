package import SignalboxScripting

/// A scenario whose lines are part of a host's own test: its scripts can call the functions of
/// scenarios, and the host can use their expectations.
package final class HostedScenario {
  private let context: ScenarioContext
  /// How many of the soft expectations that failed were taken.
  private var takenCount = 0

  /// Adds `app:expect`, `app:softExpect`, `app:eventually`, `app:step`, `app:snapshot "name"` and
  /// `match` to the scripts of a session.
  ///
  /// The session must be closed for the scenario to be let go of.
  ///
  /// - Parameter description: Names the snapshots that it takes.
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

  /// Takes no more notes.
  package func end() { context.end() }

  /// Notes something that the host does.
  package func note(_ verb: String, _ argument: String? = nil) {
    context.note(verb, argument, at: nil)
  }

  /// What was done so far.
  package var steps: [ScenarioStep] { context.steps }

  /// The soft expectations of scripts that failed since this was asked last.
  package func takeSoftFailures() -> [ScenarioFailure] {
    let checks = context.failures.filter { $0.kind == .softExpect }
    defer { takenCount = checks.count }
    return Array(checks.dropFirst(takenCount))
  }

  /// What is shown and not as a table of matchers says; empty where everything is.
  ///
  /// - Throws: `badArgument` and `unknownMatcher` as `app:expect` does.
  package func differences(
    from expected: ScriptValue, of verb: String
  ) throws(ScriptError) -> [ScenarioDifference] {
    try Expectation(expected, of: verb, in: context.session).differences(context.subject)
  }

  /// Compares the screen and the tree with the snapshot of a name.
  package func snapshotDifferences(_ name: String) throws(ScriptError) -> [ScenarioDifference] {
    try context.snapshots.take(name, SnapshotRecorder.text(of: context.session.engine))
  }

  /// Differences as reports show them, line by line.
  package static func lines(of differences: [ScenarioDifference]) -> [String] {
    DifferenceText.table(differences, .plain).map { String($0.dropFirst(5)) }
  }
}
