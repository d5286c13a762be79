package import SignalboxScripting

/// A flow whose lines stand in a host's own test: its scripts can call what flows can, and the host
/// expects what flows expect.
package final class HostedFlow {
  private let context: FlowContext
  /// How many of the soft expectations that failed were taken.
  private var takenChecks = 0

  /// Gives the scripts of a session `app:expect`, `app:check`, `app:eventually`, `app:step`,
  /// `app:snapshot "name"` and `match`.
  ///
  /// The session must be closed for the flow to be let go of.
  ///
  /// - Parameter description: Names the frames that it takes.
  package init(
    _ session: ScriptSession, _ description: FlowDescription, frames: (any FrameStore)?,
    policy: FramePolicy
  ) throws(ScriptError) {
    context = FlowContext(session, frames: FrameRecorder(description, frames, policy))
    let owner = session.makeOwner("fixture")
    let verbs = FlowVerbs()
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
  package var steps: [FlowStep] { context.steps }

  /// The soft expectations of scripts that failed since this was asked last.
  package func takeChecks() -> [FlowFailure] {
    let checks = context.failures.filter { $0.kind == .check }
    defer { takenChecks = checks.count }
    return Array(checks.dropFirst(takenChecks))
  }

  /// What is shown and not as a table of matchers says; empty where everything is.
  ///
  /// - Throws: `badArgument` and `unknownMatcher` as `app:expect` does.
  package func differences(
    from expected: ScriptValue, of verb: String
  ) throws(ScriptError) -> [FlowDifference] {
    try Expectation(expected, of: verb, in: context.session).differences(context.subject)
  }

  /// Compares the screen and the tree with the frame of a name.
  package func frameDifferences(_ name: String) throws(ScriptError) -> [FlowDifference] {
    try context.frames.take(name, FrameRecorder.text(of: context.session.engine))
  }

  /// Differences as reports show them, line by line.
  package static func lines(of differences: [FlowDifference]) -> [String] {
    DifferenceText.table(differences, .plain).map { String($0.dropFirst(5)) }
  }
}
