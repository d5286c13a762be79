internal import Signalbox
internal import SignalboxInspector

/// Finds changes that a test has not expected and work that has not ended. Each finding includes
/// the step in which the change or work began.
final class ExhaustivityCheck {
  /// A finding, and the line of the step to which it belongs.
  struct Finding {
    let message: String
    let place: TestLocation
  }

  private let engine: NavigationEngine
  private let home: TestLocation
  private var steps: [(text: String, place: TestLocation)] = []
  private var starts: [StepStart] = []

  /// - Parameter home: The line that creates the fixture.
  init(_ engine: NavigationEngine, home: TestLocation) {
    self.engine = engine
    self.home = home
  }

  /// Records that a step of the test begins.
  func begin(_ verb: String, _ argument: String?, at place: TestLocation) {
    steps.append((StepText.call(verb, argument), place))
    starts.append(StepStart(engine))
  }

  /// Returns the findings of the given checks.
  ///
  /// - Parameter time: The virtual time of the fixture.
  func findings(
    _ checks: Exhaustivity.Checks, _ coverage: ChangeCoverage, _ time: FixtureTime
  ) -> [Finding] {
    var leftovers = checks.contains(.changes) ? Leftover.changes(in: engine, coverage, starts) : []
    if checks.contains(.work) { leftovers += Leftover.work(in: engine, starts) }
    if checks.contains(.timers) { leftovers += Leftover.timers(in: engine, starts) }
    let sleeping = checks.contains(.work) ? sleeping(time.sleepers) : nil
    return leftovers.map(finding) + [sleeping].compactMap(\.self)
  }

  private func finding(_ leftover: Leftover) -> Finding {
    let step = leftover.step.map { steps[$0].text } ?? "the creation of the fixture"
    return Finding(
      message: "exhaustivity: \(leftover.text(in: engine, step: step))\n\n"
        + advice(for: leftover.subject),
      place: leftover.step.map { steps[$0].place } ?? home)
  }

  private func advice(for subject: Leftover.Subject) -> String {
    switch subject {
    case .changes(let events):
      "expect them after the step with "
        + (events.allSatisfy(\.isInTree) ? "expectTree or expectEvents" : "expectEvents")
        + ", or call skipChanges()"
    case .timer(let timer):
      "let it fire with advance(by: \(Self.literal(timer.deadline - engine.now))), cancel it, or "
        + "finish its coordinator"
    case .work:
      "let it end with advance(by:) or await finishWork(), cancel it, or finish its coordinator"
    case .operation: "let it end with settle()"
    }
  }

  /// Returns the finding for tasks that sleep with the fixture's clock while coordinators have no
  /// open work, or `nil` if there is none.
  private func sleeping(_ deadlines: [Duration]) -> Finding? {
    guard let next = deadlines.min(), engine.openWorkCount == 0 else { return nil }
    let tasks = deadlines.count == 1 ? "a task is" : "\(deadlines.count) tasks are"
    let (until, first, all) =
      deadlines.count == 1
      ? ("until", "it", "it") : ("the first one until", "the first one", "them")
    return Finding(
      message: "exhaustivity: \(tasks) still sleeping on the fixture's clock, \(until) \(next) of "
        + "virtual time\n\n"
        + "wake \(first) with await advance(by: \(Self.literal(next - engine.now))), or cancel "
        + all,
      place: home)
  }

  private static func literal(_ duration: Duration) -> String {
    ".milliseconds(\(duration.wholeMilliseconds))"
  }
}
