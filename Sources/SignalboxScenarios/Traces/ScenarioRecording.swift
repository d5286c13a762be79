package import Signalbox
internal import SignalboxInspector
internal import SignalboxScripting

/// The scenarios to record.
public enum TracePolicy: String, Hashable, Codable, Sendable, CaseIterable {
  /// No scenarios are recorded.
  case off
  /// All scenarios that run are recorded.
  case on
  /// Failed scenarios are recorded by running them again (decisions 0148, 0189).
  case retainOnFailure = "retain-on-failure"
}

/// Stores traces. The executable implements this protocol with files.
public protocol TraceStore: AnyObject {
  /// Writes a scenario's trace and returns its name for reports, or `nil` if the trace cannot be
  /// written.
  ///
  /// - Parameters:
  ///   - lines: The lines of the recording, without line endings.
  ///   - scenario: The recorded scenario.
  ///   - repetition: The repetition of the scenario in this run, counted from 0. Only an earlier
  ///     trace of the same repetition is replaced.
  func write(_ lines: [String], of scenario: ScenarioDescription, repetition: Int) -> String?
  /// Removes an earlier trace of a scenario that now has no trace, because the earlier trace would
  /// be misleading.
  ///
  /// - Parameters:
  ///   - scenario: The scenario that ran.
  ///   - repetition: The repetition of the scenario in this run, counted from 0.
  func remove(of scenario: ScenarioDescription, repetition: Int)
}

/// Records a run of a scenario in the format that ``SessionReplay`` reads.
///
/// The first line also contains the scenario with its steps, failures and sources. The line of each
/// call includes the location of the call and the number of its step. A line without a call
/// contains the view after a step: titles, actions, timers and events.
package final class ScenarioRecording {
  /// A call in a scenario, represented by its location and the number of its step.
  struct Call {
    let place: ScriptLocation?
    let step: Int
  }

  /// The next call to record.
  var next: Call?
  private var lines: [String] = []
  private weak var engine: NavigationEngine?
  /// The last recorded view, and the number of the last step after which the view was recorded.
  private var view: (fields: NavigationValue?, step: Int) = (nil, 0)
  /// The number of bytes that remain for views.
  private var room = ScenarioRecording.maxViewBytes
  private static let maxViewBytes = 2_000_000
  /// The changes to timers and asynchronous work, or `nil` when recording is not in progress.
  private var schedule: RecordedSchedule?
  /// The virtual time when the recording began, in milliseconds.
  private var start = 0
  /// The maximum number of changes to timers and asynchronous work.
  private static let maxScheduleChanges = 40_000
  /// The maximum number of leaks that are recorded at the end.
  private static let maxLeaks = 50
  /// The maximum time for reading titles and actions from scripts.
  private static let viewTime = Duration.milliseconds(500)

  /// The declarations of the application and their uses, as fields of the first line.
  private var coverage: [(String, NavigationValue?)] = []

  private let send: ((String) -> Void)?

  /// - Parameter send: A closure that receives each line as soon as it is recorded. If the value is
  ///   `nil`, lines are stored.
  init(sendingTo send: ((String) -> Void)? = nil) { self.send = send }

  /// Starts recording. Has no effect if the current state cannot be saved.
  func begin(_ session: ScriptSession) {
    lines = []
    view = (nil, 0)
    room = Self.maxViewBytes
    engine = session.engine
    start = session.engine.milliseconds
    schedule = RecordedSchedule(of: session.engine, since: start, maxCount: Self.maxScheduleChanges)
    do {
      try HostRecording.begin(
        on: session.engine, notingPasswords: { [unowned self] in keep(Self.line(ofPassword: $0)) },
        to: { [unowned self] in add($0) })
    } catch {
      engine = nil
      return
    }
    beginView(in: session)
  }

  /// Records the view before the first step, if the scenario runs on an application that already
  /// shows screens.
  private func beginView(in session: ScriptSession) {
    guard !session.engine.tree.layers.isEmpty, let read = read(1..<1, in: session) else { return }
    view.fields = read.view
    let line = NavigationValue.fields([("step", 0), ("view", read.view)]).line
    room -= line.utf8.count
    keep(line)
  }

  /// Adds the coverage of the scenario, and the routes that its application declares.
  func note(_ coverage: ScenarioCoverage, _ types: [DeclaredType]) {
    let screens = types.flatMap { type in
      type.routes.map {
        DeclaredScreen($0.name, of: type.name, leadingTo: $0.coordinator).value
      }
    }
    self.coverage = [("screens", Self.list(screens)), ("coverage", coverage.recordedCounts)]
  }

  /// Ends the recording.
  func end() {
    engine?.stopRecording(isKept: true)
    schedule = nil
  }

  /// Records the view after a step. Has no effect if the view after this step has already been
  /// recorded.
  ///
  /// - Parameters:
  ///   - step: The number of the step.
  ///   - events: The numbers of the step's events.
  ///   - isLast: Whether the step is the last step. The view after the last step is recorded even
  ///     if no space remains for views.
  func endStep(_ step: Int, events: Range<Int>, in session: ScriptSession, isLast: Bool) {
    guard step > view.step, room > 0 || isLast, let read = read(events, in: session) else { return }
    let leaks = isLast ? session.leaks.prefix(Self.maxLeaks).map(\.description) : []
    let shown = read.view == view.fields ? nil : read.view
    view = (read.view, step)
    let changes = schedule?.take() ?? []
    let line = NavigationValue.fields([
      ("step", .integer(step)), ("view", shown),
      ("events", read.events.isEmpty ? nil : .texts(read.events)),
      ("omittedEvents", read.omitted == 0 ? nil : .integer(read.omitted)),
      ("schedule", changes.isEmpty ? nil : .list(changes)),
      ("isScheduleCut", isLast && schedule?.isCut == true ? true : nil),
      ("time", isLast ? .integer(session.engine.milliseconds - start) : nil),
      ("leaks", leaks.isEmpty ? nil : .texts(leaks)),
    ]).line
    room -= line.utf8.count
    keep(line)
  }

  /// Reads the current view, or returns `nil` if nothing is recorded or scripts take too long.
  private func read(_ events: Range<Int>, in session: ScriptSession) -> StepView? {
    guard let engine else { return nil }
    return try? HostRun(in: session, timeout: Self.viewTime).read {
      StepView(of: engine, events: events)
    }
  }

  /// Returns a line with a password. The complete recording contains neither the password nor this
  /// line.
  private static func line(ofPassword password: String) -> String {
    NavigationValue.fields([(passwordKey, .string(password))]).line
  }

  private static let passwordKey = "password"
  private static let passwordPrefix = "{\"\(passwordKey)\":"

  private func add(_ line: String) {
    guard let next, RecordedCall(line: line)?.isNested == false else {
      keep(line)
      return
    }
    keep(
      Self.adding(
        [
          ("at", next.place.map { .string($0.description) }), ("step", .integer(next.step)),
        ], to: line))
    self.next = nil
  }

  private func keep(_ line: String) {
    if let send { send(line) } else { lines.append(line) }
  }

  /// Returns the lines of the complete recording. The array is empty if nothing was recorded.
  ///
  /// - Parameter seed: The seed of the run's random numbers, or `nil` if it is not known.
  func lines(of result: ScenarioResult, _ sources: RecordedSources, seed: UInt64?) -> [String] {
    Self.lines(lines, of: result, sources, seed: seed, coverage)
  }

  /// Returns the lines of a complete recording: the recorded lines, with the scenario and its
  /// result added.
  ///
  /// - Parameters:
  ///   - sources: The sources of the scenario's file and its modules, as far as the sources are
  ///     known.
  ///   - seed: The seed of the run's random numbers, or `nil` if it is not known.
  package static func lines(
    _ lines: [String], of result: ScenarioResult, sources: SourceCache, seed: UInt64? = nil
  ) -> [String] {
    Self.lines(lines, of: result, RecordedSources(nil, sources), seed: seed)
  }

  private static func lines(
    _ lines: [String], of result: ScenarioResult, _ sources: RecordedSources, seed: UInt64?,
    _ coverage: [(String, NavigationValue?)] = []
  ) -> [String] {
    let passwords = Set(
      lines.filter { $0.hasPrefix(passwordPrefix) }.compactMap {
        (try? NavigationValue(json: $0))?.table?[passwordKey]?.text
      })
    let lines = passwords.isEmpty ? lines : lines.filter { !$0.hasPrefix(passwordPrefix) }
    guard let first = lines.first else { return [] }
    let scenario = result.scenario
    let places =
      [ScriptLocation(file: scenario.file, line: scenario.line)]
      + result.steps.flatMap { $0.calls.map(\.location) + [$0.location].compactMap(\.self) }
      + result.failures.compactMap(\.error.location)
    let facts: [(String, NavigationValue?)] = [
      ("scenario", .string(scenario.title)), ("from", .string(scenario.place)),
      ("selection", scenario.isCase ? .string(scenario.selection) : nil),
      // The seed may not fit in an integer. With this seed, the first repetition uses the same
      // random numbers.
      ("seed", seed.map { .string(String($0 &+ UInt64(result.repetition))) }),
      ("status", .string(result.status.rawValue)),
      ("failure", result.failures.first.map { .string($0.error.description) }),
      ("failures", list(result.failures.map(failure))), ("steps", list(result.steps.map(step))),
      ("sources", sources.value(around: places)),
      ("output", list(result.output.map { .string($0) })),
    ]
    let complete = [adding(facts + coverage, to: first)] + lines.dropFirst()
    return passwords.isEmpty
      ? complete : RecordingRedaction(passwords: passwords.sorted()).redacted(complete)
  }

  private static func list(_ values: [NavigationValue]) -> NavigationValue? {
    values.isEmpty ? nil : .list(values)
  }

  private static func step(_ step: ScenarioStep) -> NavigationValue {
    .fields([
      ("step", .integer(step.number)), ("call", .string(step.text)),
      ("at", step.location.map { .string($0.description) }),
      ("effect", step.effect.isEmpty ? nil : .string(step.effect)),
      ("groups", step.groups.isEmpty ? nil : .texts(step.groups)),
      ("phase", step.phase == .scenario ? nil : .string(step.phase.rawValue)),
      ("isFailed", step.isFailed ? true : nil),
      ("microseconds", step.duration.map { .integer(Int($0 / .microseconds(1))) }),
      (
        "calls",
        list(
          step.calls.map {
            .fields([("call", .string($0.text)), ("at", .string($0.location.description))])
          })
      ),
    ])
  }

  private static func failure(_ failure: ScenarioFailure) -> NavigationValue {
    .fields([
      ("kind", .string(failure.kind.rawValue)), ("step", .integer(failure.step)),
      ("message", .string(failure.error.message)),
      ("hint", failure.error.hint.map { .string($0) }),
      ("at", failure.error.location.map { .string($0.description) }),
      ("groups", failure.groups.isEmpty ? nil : .texts(failure.groups)),
      ("differences", list(failure.differences.map(difference))),
    ])
  }

  private static func difference(_ difference: ScenarioDifference) -> NavigationValue {
    .fields([
      ("name", .string(difference.name)),
      // For a snapshot, the lines contain the differences.
      ("expected", difference.lines.isEmpty ? .string(difference.expected) : nil),
      ("actual", difference.lines.isEmpty ? .string(difference.actual) : nil),
      ("cause", difference.cause.isEmpty ? nil : .string(difference.cause)),
      (
        "leaves",
        list(
          difference.leaves.map {
            .fields([
              ("path", .string($0.path)), ("expected", .string($0.expected)),
              ("actual", .string($0.actual)), ("note", $0.note.isEmpty ? nil : .string($0.note)),
            ])
          })
      ),
      (
        "lines",
        list(
          difference.lines.map {
            .fields([("side", .string($0.side.rawValue)), ("text", .string($0.text))])
          })
      ),
    ])
  }

  /// Inserts fields at the beginning of a JSON object.
  private static func adding(_ fields: [(String, NavigationValue?)], to line: String) -> String {
    let head = NavigationValue.fields(fields).line
    return line == "{}" ? head : "\(head.dropLast()),\(line.dropFirst())"
  }
}

extension ScenarioCoverage {
  /// The declarations of each kind and the number of uses of each declaration, in the form that
  /// recordings contain.
  package var recordedCounts: NavigationValue {
    .fields(
      Kind.allCases.map { kind in
        let entries = entries(kind).map { entry -> NavigationValue in
          [.string(entry.name), .integer(entry.count)]
        }
        return (kind.rawValue, entries.isEmpty ? nil : .list(entries))
      })
  }
}
