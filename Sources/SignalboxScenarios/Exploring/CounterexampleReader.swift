internal import Signalbox
internal import SignalboxScripting

/// Repeats the path of a violation and describes what each action has changed.
struct CounterexampleReader {
  let application: ExploredApplication
  let graph: StateGraph

  func counterexample(
    of violation: ExplorationJudge.Violation
  ) throws(ScriptError) -> ExplorationResult.Counterexample {
    let steps = try steps(violation.path)
    return ExplorationResult.Counterexample(
      steps: steps, finding: violation.finding,
      screen: violation.path.isEmpty ? "" : application.screenText,
      location: violation.location, check: violation.check)
  }

  func path(_ path: [ExplorationAction]) throws(ScriptError) -> ExplorationResult.Path {
    let steps = try steps(path)
    let document = application.document
    let stack = document.top.flatMap { document.coordinator($0) }?.stack.map(\.name) ?? []
    return ExplorationResult.Path(steps: steps, stack: stack, front: document.front?.name ?? "")
  }

  /// Performs a path from the start.
  private func steps(
    _ path: [ExplorationAction]
  ) throws(ScriptError) -> [ExplorationResult.Step] {
    try application.go(along: [])
    var steps: [ExplorationResult.Step] = []
    var document = application.document
    for action in path {
      _ = try application.perform(action)
      let next = application.document
      steps.append(
        .init(lua: action.lua, changes: next.difference(from: document).changes.map(\.description)))
      document = next
    }
    return steps
  }
}
