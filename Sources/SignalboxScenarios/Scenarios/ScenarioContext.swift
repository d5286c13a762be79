internal import Signalbox
internal import SignalboxInspector
internal import SignalboxScripting

/// Records the steps and failures of one run of a scenario.
final class ScenarioContext {
  /// A recorded step, whose text is created on demand.
  private struct StepRecord {
    let verb: String
    /// The argument as Lua source. The argument is shortened, because a scenario stores many steps
    /// and reports show each step on a single line.
    let argument: String?
    let location: ScriptLocation?
    let groups: [String]
    let phase: ScenarioStep.Phase
    /// The number of the first error that a callback can raise in the step.
    let firstUnhandled: Int
    let start: StepStart
    let begin: ContinuousClock.Instant
    /// The wall-clock time until the next step or the end of the scenario, or `nil` if it is not
    /// measured.
    var duration: Duration?
    var firstEvent: Int { start.firstEvent }
    var isFailed = false
    var calls: [CallSite] = []
  }

  /// The maximum number of callback calls that are recorded for a step.
  private static let maxCalls = 8
  /// The number of steps that are kept when steps are dropped. If twice as many steps are stored,
  /// the steps in the middle are dropped.
  private static let maxSteps = 10_000

  let session: ScriptSession
  let snapshots: SnapshotRecorder
  /// The prompt to open at the first failure, or `nil` if the prompt was not requested.
  var failurePrompt: FailurePrompt?
  /// A closure that returns the error with which the session's source stopped the script, or `nil`
  /// if the source did not stop it. Each error is returned only once.
  var takeFailure: () -> ScriptError? = { nil }
  private(set) var failures: [ScenarioFailure] = []
  private var records: [StepRecord] = []
  /// Whether the wall-clock duration of each step is measured.
  var measuresSteps = false
  /// The number of steps that were dropped after the first steps.
  private var forgotten = 0
  private var groups: [String] = []
  /// The part of the scenario that is running.
  var phase = ScenarioStep.Phase.scenario
  /// The number of the first callback error that has not been recorded.
  private var nextUnhandled = 0
  /// The number of the last step in which a callback failed, or `nil` if there is none.
  private var failedCallback: Int?
  /// The failed expectation that ended the scenario, and the message of its error.
  private var ending: (message: String, failure: ScenarioFailure)?
  /// The state before the last operation or gesture outside callbacks, or `nil` before the first
  /// one.
  private var before: NavigationSnapshot?
  private let firstEvent: Int
  /// The changes that expectations have checked.
  var coverage = ChangeCoverage()
  /// The reason that was passed to `app:skip`, or `nil` if `app:skip` was not called.
  private(set) var skipReason: String?
  /// The code of the error that ends a skipped scenario.
  static let skipCode = "skipped"
  private var limit: StepLimit
  private var scope: HookScope?
  private let recording: ScenarioRecording?

  /// The maximum number of steps, and the error if the maximum was exceeded.
  private struct StepLimit {
    var maximum: Int?
    var excess: ScriptError?
  }

  init(
    _ session: ScriptSession, snapshots: SnapshotRecorder, maximumSteps: Int? = nil,
    _ coverage: CoverageReader? = nil, _ recording: ScenarioRecording? = nil
  ) {
    self.session = session
    self.snapshots = snapshots
    self.recording = recording
    limit = StepLimit(maximum: maximumSteps)
    firstEvent = session.engine.eventCount + 1
    var hooks = SessionHooks()
    hooks.onCall = { [unowned self] site in
      before = session.engine.snapshot()
      coverage?.keepUp()
      note(site.operation, site.argument, at: site.location)
      recording?.next = ScenarioRecording.Call(place: site.location, step: stepCount)
    }
    hooks.onInnerCall = { [unowned self] site in
      guard let last = records.indices.last, records[last].calls.count < Self.maxCalls else {
        return
      }
      records[last].calls.append(site)
    }
    scope = session.addHooks(hooks)
  }

  /// Stops recording steps and changes.
  func end() {
    if let scope { session.removeHooks(scope) }
  }

  /// The wall-clock time at which the last step began, or `nil` before the first step.
  var lastStep: ContinuousClock.Instant? { records.last?.begin }

  var subject: MatchSubject { MatchSubject(session, firstEvent: firstEvent) }

  /// Records that an expectation has compared changes.
  func cover(_ changes: Set<ShownChange>) {
    coverage.cover(changes, upTo: session.engine.eventCount)
  }

  /// Excludes all previous changes, such as the changes made by setups, from the changes that
  /// require an expectation.
  func skipChanges() { coverage.coverAll(upTo: session.engine.eventCount) }

  // MARK: - Steps

  /// The maximum size of an argument in a step, in bytes.
  private static let maxArgumentBytes = 1_000

  func note(_ verb: String, _ argument: String? = nil, at location: ScriptLocation?) {
    endStep()
    if records.count == 2 * Self.maxSteps { forget() }
    records.append(
      StepRecord(
        verb: verb, argument: argument.map { shortened($0, to: Self.maxArgumentBytes) },
        location: location, groups: groups,
        phase: phase,
        firstUnhandled: session.nextErrorNumber, start: StepStart(session.engine),
        begin: .now))
    if let maximum = limit.maximum, stepCount > maximum { stop(at: location, maximum) }
  }

  /// Ends the last step: stores its duration and records the view after it, if requested.
  ///
  /// - Parameter isLast: Whether the scenario has ended. After the last step, the view is always
  ///   recorded.
  func endStep(isLast: Bool = false) {
    if measuresSteps, let index = records.indices.last {
      records[index].duration = ContinuousClock.now - records[index].begin
    }
    guard let recording, let last = records.last else { return }
    recording.endStep(
      stepCount, events: last.firstEvent..<session.engine.eventCount + 1, in: session,
      isLast: isLast)
  }

  /// The number of steps.
  var stepCount: Int { records.count + forgotten }

  /// Drops the steps in the middle, because the maximum number of steps is stored.
  private func forget() {
    records.removeSubrange(Self.maxSteps / 2..<Self.maxSteps * 3 / 2)
    forgotten += Self.maxSteps
  }

  /// Returns the number of the recorded step at an index.
  private func number(_ index: Int) -> Int {
    index + 1 + (index < Self.maxSteps / 2 ? 0 : forgotten)
  }

  /// Stops the scenario with an error that the scenario cannot catch.
  private func stop(at location: ScriptLocation?, _ maximum: Int) {
    records[records.count - 1].isFailed = true
    limit.excess = ScriptError(
      .interrupted, code: "maxSteps",
      "maxSteps: the scenario exceeds \(counted(maximum, "step"))", location: location
    )
    session.stopper.stop()
  }

  /// Returns the reason why the scenario was stopped, or `nil` if it was not stopped: an error of
  /// the session's source, or too many steps. Later teardowns may exceed the maximum number of
  /// steps.
  func takeExcess() -> ScriptError? {
    if var error = takeFailure() {
      markFailed()
      error.location = error.location ?? records.last?.location
      return error
    }
    guard let excess = limit.excess else { return nil }
    limit = StepLimit()
    return excess
  }

  /// Marks the scenario as skipped and returns the error that ends it.
  func skip(_ reason: String, at location: ScriptLocation?) -> ScriptError {
    skipReason = reason
    let error = ScriptError(
      .runtime, code: Self.skipCode, "skipped\(reason.isEmpty ? "" : ": \(reason)")",
      location: location)
    session.hooks.onIncident?(.skip(error.message))
    return error
  }

  /// Runs a function as a named step, and returns its results.
  func group(
    _ name: String, _ body: () throws(ScriptError) -> [ScriptValue]
  ) throws(ScriptError) -> [ScriptValue] {
    groups.append(name)
    // If the body fails, the group is not removed, because the failure includes the name of its
    // step.
    let values = try body()
    groups.removeLast()
    return values
  }

  /// The recorded steps and their effects. If there are too many steps, only the first and last
  /// steps are included.
  var steps: [ScenarioStep] {
    let engine = session.engine
    return records.indices.map { index in
      let record = records[index]
      let isLast = index + 1 == records.count
      let isCut = forgotten > 0 && index + 1 == Self.maxSteps / 2
      let end =
        isLast ? engine.eventCount + 1 : isCut ? record.firstEvent : records[index + 1].firstEvent
      var step = ScenarioStep(
        number(index), StepText.call(record.verb, record.argument),
        effect: StepText.effect(in: engine, record.firstEvent..<end),
        location: record.location, groups: record.groups, isFailed: record.isFailed)
      step.phase = record.phase
      step.duration = record.duration
      step.calls = record.calls.compactMap { call in
        call.location.map {
          ScenarioCall(
            StepText.call(
              call.operation, call.argument.map { shortened($0, to: Self.maxArgumentBytes) }),
            at: $0)
        }
      }
      return step
    }
  }

  /// Returns a description of the cause of a difference, including the step. The cause is the last
  /// relevant change, or a later step in which an operation was rejected or a callback failed. The
  /// string is empty if the cause is unknown.
  private func cause(of difference: ScenarioDifference) -> String {
    let engine = session.engine
    guard let kinds = MatcherCatalog.matcher(named: difference.name)?.causes, !kinds.isEmpty else {
      return ""
    }
    let change = ChangeDescription.last(of: kinds, in: engine)
    let changing = change.flatMap { step(of: $0.event) }
    let rejection = ChangeDescription.last(of: [.operationRejected], in: engine)
    let rejected = rejection.flatMap { step(of: $0.event) }
    guard let last = [changing, rejected, failedCallback].compactMap(\.self).max() else {
      return ""
    }
    if last == changing, let change {
      let place = ChangeDescription.place(after: change.event, in: engine).map { ", \($0)" } ?? ""
      return "\(change.sentence) in step \(last)\(place)"
    }
    if last == rejected, let event = rejection?.event {
      return "\(event.subject) was rejected (\(event.reason)) in step \(last)"
    }
    return "a callback failed in step \(last)"
  }

  /// Returns the number of the step that an event belongs to, or `nil` if the event precedes the
  /// first step.
  private func step(of event: NavigationEvent) -> Int? {
    records.lastIndex { $0.firstEvent <= event.sequence }.map(number)
  }

  // MARK: - Failures

  /// Records the unchecked changes and the unfinished work of an exhaustive scenario, each with the
  /// line of the step in which the change or work began.
  func addLeftovers() {
    let engine = session.engine
    let starts = records.map(\.start)
    let leftovers =
      Leftover.changes(in: engine, coverage, starts) + Leftover.work(in: engine, starts)
      + Leftover.timers(in: engine, starts)
    for leftover in leftovers {
      let step = leftover.step.map { records[$0] }
      let text = leftover.text(
        in: engine, step: step.map { StepText.call($0.verb, $0.argument) } ?? "the setup")
      failures.append(
        ScenarioFailure(
          .expectation,
          ScriptError(
            .runtime, code: "notExhaustive", "notExhaustive: \(text)",
            hint: Self.advice(for: leftover.subject), location: step?.location),
          step: leftover.step.map(number) ?? 0, groups: step?.groups ?? []))
    }
  }

  private static func advice(for subject: Leftover.Subject) -> String {
    switch subject {
    case .changes(let events): advice(for: events)
    case .timer: "let it fire with clock.advance, cancel it, or finish its coordinator"
    case .work: "let it end with app:eventually, or finish its coordinator"
    case .operation: "let it end with clock.settle()"
    }
  }

  private static func advice(for events: [NavigationEvent]) -> String {
    let others = events.filter { !$0.isInTree }.map { event in
      "\"\([event.kind.name, event.name].filter { !$0.isEmpty }.joined(separator: " "))\""
    }
    if others.isEmpty { return "expect them with app:expect or app:snapshot after the step" }
    let table = "{ events = { \(others.joined(separator: ", ")) } }"
    return "expect them after the step with app:expect \(table)"
  }

  /// Records a failed expectation and returns its error.
  func fail(
    _ kind: ScenarioFailure.Kind, _ verb: String, _ differences: [ScenarioDifference],
    _ location: ScriptLocation?
  ) -> ScriptError {
    takeUnhandled()
    markFailed()
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
    session.hooks.onIncident?(.expectation(error.message))
    if kind == .softExpect { keep(failure) } else { ending = (error.message, failure) }
    return error
  }

  /// The maximum number of failed soft expectations that are stored for a scenario.
  private static let maxSoftFailures = 100

  /// Stores a failed soft expectation. If the limit is exceeded, only the fact that there are
  /// further failures is stored.
  private func keep(_ failure: ScenarioFailure) {
    let count = failures.count { $0.kind == .softExpect }
    guard count <= Self.maxSoftFailures else { return }
    var failure = failure
    if count == Self.maxSoftFailures {
      failure = ScenarioFailure(
        .softExpect,
        ScriptError(
          .runtime, code: "tooManyErrors",
          "tooManyErrors: softExpect: more than \(Self.maxSoftFailures) expectations failed; the "
            + "rest are not reported",
          location: failure.error.location), step: failure.step)
    }
    failures.append(failure)
  }

  /// Marks the last step as failed.
  func markFailed() {
    if !records.isEmpty { records[records.count - 1].isFailed = true }
  }

  /// Records the error that ended a part of the scenario.
  func add(_ error: ScriptError, as kind: ScenarioFailure.Kind) {
    takeUnhandled()
    if error.location != nil, records.last?.location == error.location { markFailed() }
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

  /// Records the errors that callbacks have raised since the last call. In the list of failures,
  /// these errors precede the failures that result from them.
  ///
  /// This method does not record a stop, because the stop also ends the scenario, which reports the
  /// stop.
  func takeUnhandled() {
    for numbered in session.numberedErrors
    where numbered.number >= nextUnhandled && !numbered.error.kind.isStop {
      let step = records.lastIndex { $0.firstUnhandled <= numbered.number }
      if let step {
        records[step].isFailed = true
        failedCallback = number(step)
      }
      failures.append(
        ScenarioFailure(
          .unhandled, numbered.error, step: step.map(number) ?? 0,
          groups: step.map { records[$0].groups } ?? []))
    }
    nextUnhandled = session.nextErrorNumber
  }

  /// Records stops that no part of the scenario has reported.
  func addStops() {
    let known = Set(failures.map(\.error.kind))
    for error in session.unhandled where error.kind.isStop && !known.contains(error.kind) {
      failures.append(ScenarioFailure(.unhandled, error, step: stepCount))
    }
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
