internal import Signalbox
internal import SignalboxScripting

/// Repeats a path that an exploration has found, and describes the changes that each action causes.
struct CounterexampleReader {
  let application: ExploredApplication
  /// Whether counterexamples contain recordings.
  var keepsTraces = false

  /// Describes the path of a violation. If the path does not show the violation again, the finding
  /// states it, and no scenario can show the violation. If the exploration ends before the path has
  /// been repeated, the steps have no changes.
  ///
  /// - Parameter probe: A probe that detects the violation, or `nil` if a single path cannot show
  ///   it.
  func counterexample(
    of violation: ExplorationJudge<ExplorationAction, ScriptLocation>.Violation,
    shownBy probe: ViolationProbe?
  ) throws(ScriptError) -> ExplorationResult.Counterexample {
    var recording: [String] = []
    var (isRepeated, isShown) = (true, true)
    var screen = ""
    var steps: [ExplorationResult.Step]
    do throws(ScriptError) {
      let faults: [ActionFault<ScriptLocation>]
      (steps, faults) = try self.steps(
        violation.path, recording: keepsTraces ? { recording.append($0) } : nil)
      if !violation.path.isEmpty { screen = application.screenText }
      isShown = try probe?.isShown(by: faults, in: application) ?? true
    } catch {
      guard application.stop?.error(error).kind == .interrupted else { throw error }
      steps = violation.path.map { .init(lua: $0.lua, changes: []) }
      (isRepeated, recording, screen) = (false, [], "")
    }
    return ExplorationResult.Counterexample(
      steps: steps, finding: violation.finding + (isShown ? "" : Self.unrepeated), screen: screen,
      location: violation.location, check: isShown ? violation.check : .none,
      isRepeated: isRepeated, recording: recording)
  }

  /// The text that is appended to a finding if repeating the path does not show the violation.
  private static let unrepeated =
    "; repeating the path from the start does not show this, so it depends on something that is "
    + "not part of the state"

  func path(_ path: [ExplorationAction]) throws(ScriptError) -> ExplorationResult.Path {
    let (steps, _) = try steps(path)
    let document = application.document
    let stack = document.top.flatMap { document.coordinator($0) }?.stack.map(\.name) ?? []
    return ExplorationResult.Path(steps: steps, stack: stack, front: document.front?.name ?? "")
  }

  /// Starts the application again and performs the actions of a path. Returns the steps and the
  /// faults that the last action revealed or, if the path is empty, those of the start.
  ///
  /// - Parameter record: A closure that receives the lines of a recording, or `nil` for no
  ///   recording.
  /// - Throws: `interrupted` if the exploration ends first.
  private func steps(
    _ path: [ExplorationAction], recording record: ((String) -> Void)? = nil
  ) throws(ScriptError) -> (
    steps: [ExplorationResult.Step], faults: [ActionFault<ScriptLocation>]
  ) {
    var faults = try application.restart()
    let recording = record.map { ScenarioRecording(sendingTo: $0) }
    recording?.begin(application.session)
    defer { recording?.end() }
    var steps: [ExplorationResult.Step] = []
    var document = application.document
    for (index, action) in path.enumerated() {
      try application.stop?.check()
      let first = application.session.engine.eventCount + 1
      recording?.next = ScenarioRecording.Call(place: nil, step: index + 1)
      faults = try application.perform(action)
      recording?.endStep(
        index + 1, events: first..<application.session.engine.eventCount + 1,
        in: application.session, isLast: index + 1 == path.count)
      let next = application.document
      steps.append(
        .init(
          lua: action.lua(isInFlight: application.isInterruptible),
          changes: next.difference(from: document).changes.map(\.description)))
      document = next
    }
    return (steps, faults)
  }
}
