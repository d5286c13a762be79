internal import Signalbox
internal import SignalboxScripting

/// Repeats a path that an exploration has found, and describes the changes that each action causes.
struct CounterexampleReader {
  let application: ExploredApplication
  /// Whether counterexamples contain recordings.
  var keepsTraces = false

  /// Returns a counterexample. If the exploration ends before the path has been repeated, the steps
  /// have no changes.
  func counterexample(
    of violation: ExplorationJudge<ExplorationAction, ScriptLocation>.Violation
  ) throws(ScriptError) -> ExplorationResult.Counterexample {
    var recording: [String] = []
    var isRepeated = true
    var steps: [ExplorationResult.Step]
    do throws(ScriptError) {
      steps = try self.steps(
        violation.path, recording: keepsTraces ? { recording.append($0) } : nil)
    } catch {
      guard application.stop?.error(error).kind == .interrupted else { throw error }
      steps = violation.path.map { .init(lua: $0.lua, changes: []) }
      (isRepeated, recording) = (false, [])
    }
    return ExplorationResult.Counterexample(
      steps: steps, finding: violation.finding,
      screen: violation.path.isEmpty || !isRepeated ? "" : application.screenText,
      location: violation.location, check: violation.check, isRepeated: isRepeated,
      recording: recording)
  }

  func path(_ path: [ExplorationAction]) throws(ScriptError) -> ExplorationResult.Path {
    let steps = try steps(path)
    let document = application.document
    let stack = document.top.flatMap { document.coordinator($0) }?.stack.map(\.name) ?? []
    return ExplorationResult.Path(steps: steps, stack: stack, front: document.front?.name ?? "")
  }

  /// Performs the actions of a path from the start, and returns the steps.
  ///
  /// - Parameter record: A closure that receives the lines of a recording, or `nil` for no
  ///   recording.
  /// - Throws: `interrupted` if the exploration ends first.
  private func steps(
    _ path: [ExplorationAction], recording record: ((String) -> Void)? = nil
  ) throws(ScriptError) -> [ExplorationResult.Step] {
    try application.go(along: [])
    let recording = record.map { ScenarioRecording(sendingTo: $0) }
    recording?.begin(application.session)
    defer { recording?.end() }
    var steps: [ExplorationResult.Step] = []
    var document = application.document
    for (index, action) in path.enumerated() {
      try application.stop?.check()
      let first = application.session.engine.eventCount + 1
      recording?.next = ScenarioRecording.Call(place: nil, step: index + 1)
      _ = try application.perform(action)
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
    return steps
  }
}
