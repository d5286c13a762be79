internal import Signalbox
internal import SignalboxInspector
internal import SignalboxScripting

/// What one run of one scenario takes note of while it goes.
final class ScenarioContext {
  /// A step as it is noted: its words are made when somebody wants them.
  private struct Mark {
    let verb: String
    /// The argument as Lua source.
    let argument: String?
    let location: ScriptLocation?
    let groups: [String]
    /// The first event that belongs to it.
    let firstEvent: Int
    var isFailed = false
    var calls: [CallSite] = []
  }

  /// So many calls of callbacks are noted of one step.
  private static let maxCalls = 8
  /// So many steps are noted, the first ones and the last ones; twice as many while they are.
  private static let maxSteps = 10_000

  let session: ScriptSession
  let snapshots: SnapshotRecorder
  /// Opens at the first failure; `nil` if it was not requested.
  var failurePrompt: FailurePrompt?
  private(set) var failures: [ScenarioFailure] = []
  private var marks: [Mark] = []
  /// When the last step was made; `nil` before the first.
  private(set) var lastStep: ContinuousClock.Instant?
  /// How many steps behind the first ones are not noted any more.
  private var forgotten = 0
  private var groups: [String] = []
  /// The expectation that ended the scenario, by the words of its error.
  private var ending: (message: String, failure: ScenarioFailure)?
  /// What was shown before the last operation.
  private var before: NavigationSnapshot?
  private let firstEvent: Int
  /// Why the scenario leaves itself out; `nil` where it does not.
  private(set) var skipReason: String?
  /// The code of the error that ends a scenario which leaves itself out.
  static let skipCode = "skipped"
  private var maximumSteps: Int?
  private var scope: HookScope?
  private var excess: ScriptError?

  init(
    _ session: ScriptSession, snapshots: SnapshotRecorder, maximumSteps: Int? = nil,
    _ coverage: CoverageReader? = nil, _ recording: ScenarioRecording? = nil
  ) {
    self.session = session
    self.snapshots = snapshots
    self.maximumSteps = maximumSteps
    firstEvent = session.engine.eventCount + 1
    var hooks = SessionHooks()
    hooks.onCall = { [unowned self] site in
      before = session.engine.snapshot()
      coverage?.keepUp()
      recording?.place = site.location
      note(site.operation, site.argument, at: site.location)
    }
    hooks.onInnerCall = { [unowned self] site in
      guard let last = marks.indices.last, marks[last].calls.count < Self.maxCalls else { return }
      marks[last].calls.append(site)
    }
    scope = session.addHooks(hooks)
  }

  /// Takes no more notes.
  func end() {
    if let scope { session.removeHooks(scope) }
  }

  var subject: MatchSubject { MatchSubject(session, firstEvent: firstEvent) }

  // MARK: - Steps

  func note(_ verb: String, _ argument: String? = nil, at location: ScriptLocation?) {
    if marks.count == 2 * Self.maxSteps { forget() }
    lastStep = .now
    marks.append(
      Mark(
        verb: verb, argument: argument, location: location, groups: groups,
        firstEvent: session.engine.eventCount + 1))
    if let maximumSteps, stepCount > maximumSteps { stop(at: location, maximumSteps) }
  }

  /// How many steps were made.
  private var stepCount: Int { marks.count + forgotten }

  /// Makes room for more steps.
  private func forget() {
    marks.removeSubrange(Self.maxSteps / 2..<Self.maxSteps * 3 / 2)
    forgotten += Self.maxSteps
  }

  /// The number of a noted step.
  private func number(_ index: Int) -> Int {
    index + 1 + (index < Self.maxSteps / 2 ? 0 : forgotten)
  }

  /// Stops the scenario in a way that it cannot catch.
  private func stop(at location: ScriptLocation?, _ maximum: Int) {
    marks[marks.count - 1].isFailed = true
    excess = ScriptError(
      .interrupted, code: "maxSteps",
      "maxSteps: it makes more than \(maximum) step\(maximum == 1 ? "" : "s")", location: location)
    session.stopper.stop()
  }

  /// Why a scenario that made too many steps was stopped; what cleans up may make as many as it
  /// needs.
  func takeExcess() -> ScriptError? {
    guard let excess else { return nil }
    self.excess = nil
    maximumSteps = nil
    return excess
  }

  /// Marks the scenario as skipped, and returns the error that ends it.
  func skip(_ reason: String, at location: ScriptLocation?) -> ScriptError {
    skipReason = reason
    return ScriptError(
      .runtime, code: Self.skipCode, "skipped\(reason.isEmpty ? "" : ": \(reason)")",
      location: location)
  }

  /// Runs a step by name.
  func group(
    _ name: String, _ body: () throws(ScriptError) -> [ScriptValue]
  ) throws(ScriptError) -> [ScriptValue] {
    groups.append(name)
    // What fails keeps the name of the step that it failed in.
    let values = try body()
    groups.removeLast()
    return values
  }

  /// The steps so far, with what came of each; of very many the first ones and the last ones.
  var steps: [ScenarioStep] {
    let engine = session.engine
    return marks.indices.map { index in
      let mark = marks[index]
      let isLast = index + 1 == marks.count
      let isCut = forgotten > 0 && index + 1 == Self.maxSteps / 2
      let end =
        isLast ? engine.eventCount + 1 : isCut ? mark.firstEvent : marks[index + 1].firstEvent
      var step = ScenarioStep(
        number(index), StepText.call(mark.verb, mark.argument),
        effect: StepText.effect(in: engine, mark.firstEvent..<end),
        location: mark.location, groups: mark.groups, isFailed: mark.isFailed)
      step.calls = mark.calls.compactMap { call in
        call.location.map { ScenarioCall(StepText.call(call.operation, call.argument), at: $0) }
      }
      return step
    }
  }

  /// What brought about that something is not as expected, and in which step.
  private func cause(of difference: ScenarioDifference) -> String {
    guard let kinds = MatcherCatalog.matcher(named: difference.name)?.causes,
      let cause = ChangeDescription.last(of: kinds, in: session.engine),
      let step = marks.lastIndex(where: { $0.firstEvent <= cause.event.sequence })
    else { return "" }
    return "\(cause.sentence) in step \(number(step))"
  }

  // MARK: - Failures

  /// Records a failed expectation and returns its error.
  func fail(
    _ kind: ScenarioFailure.Kind, _ verb: String, _ differences: [ScenarioDifference],
    _ location: ScriptLocation?
  ) -> ScriptError {
    if !marks.isEmpty { marks[marks.count - 1].isFailed = true }
    let differences = differences.map { difference in
      var difference = difference
      difference.cause = cause(of: difference)
      return difference
    }
    let shown = differences.map(DifferenceText.sentence)
    let error = ScriptError(
      .runtime, code: kind.rawValue, "\(verb): \(shown.joined(separator: "; "))",
      location: location)
    let failure = failure(kind, error, differences)
    if kind == .softExpect { keep(failure) } else { ending = (error.message, failure) }
    return error
  }

  /// So many checks that do not hold are kept of one scenario.
  private static let maxSoftFailures = 100

  /// Keeps a check that does not hold; from a number on, that there are more.
  private func keep(_ failure: ScenarioFailure) {
    let count = failures.count { $0.kind == .softExpect }
    guard count <= Self.maxSoftFailures else { return }
    var failure = failure
    if count == Self.maxSoftFailures {
      failure = ScenarioFailure(
        .softExpect,
        ScriptError(
          .runtime, code: "tooManyErrors",
          "tooManyErrors: softExpect: more than \(Self.maxSoftFailures) do not hold; the rest is not reported",
          location: failure.error.location), step: failure.step)
    }
    failures.append(failure)
  }

  /// Notes the error that ended a part of the scenario.
  func add(_ error: ScriptError, as kind: ScenarioFailure.Kind) {
    if let ending, ending.message == error.message {
      var failure = ending.failure
      failure.error = error
      if kind != .error { failure.kind = kind }
      failures.append(failure)
    } else {
      failures.append(failure(kind, error))
    }
    groups = []
  }

  func add(unhandled errors: [ScriptError]) {
    for error in errors { failures.append(ScenarioFailure(.unhandled, error, step: stepCount)) }
  }

  private func failure(
    _ kind: ScenarioFailure.Kind, _ error: ScriptError, _ differences: [ScenarioDifference] = []
  ) -> ScenarioFailure {
    let engine = session.engine
    let changes = before.map { engine.tree.difference(from: $0.tree) }
    return ScenarioFailure(
      kind, error, differences: differences, step: stepCount, groups: groups,
      tree: engine.main == nil ? "" : TreeRenderer.render(RenderSubject(engine)),
      changes: changes.map { $0.isEmpty ? [] : $0.changes.map(\.description) } ?? [])
  }
}
