internal import Signalbox
internal import SignalboxScripting

/// The progress of an exploration.
struct ExplorationRecord {
  private(set) var graph = StateGraph<ExplorationAction>()
  private(set) var findings = ExplorationFindings<ExplorationAction, ScriptLocation>()
  /// The links that a coordinator has handled in some state.
  private(set) var handledLinks: Set<String> = []
  /// The variables of each state at the first visit.
  private var variables: [StateKey] = []
  /// The paths that led to known states with different variables. The actions must lead to the same
  /// states as before.
  private var rechecks: [(state: Int, path: [ExplorationAction])] = []
  /// The states that have been compared on a second path.
  private var rechecked: Set<Int> = []

  /// Adds the state after the start.
  mutating func begin(_ state: ExploredState, _ faults: [ActionFault<ScriptLocation>]) {
    _ = number(of: state, from: nil, by: nil)
    for fault in faults { findings.add(fault, at: 0, by: nil) }
  }

  /// Adds the effects of the actions in a state. Expansions are added in the order of their states,
  /// so that the result does not depend on the session that found them.
  mutating func add(_ expansion: StateExpansion, of state: Int) {
    if expansion.isUnstable {
      findings.addUnstable(state)
      graph.expand(state, [])
      return
    }
    let transitions = expansion.steps.map { add($0, from: state) }
    if expansion.failure == nil { graph.expand(state, transitions) }
  }

  /// Adds the effect of one action in a state.
  mutating func add(_ step: StateExpansion.Step, from state: Int)
    -> StateGraph<ExplorationAction>.Transition
  {
    for fault in step.faults { findings.add(fault, at: state, by: step.action) }
    if let link = step.handledLink { handledLinks.insert(link) }
    // The state after an action that was stopped is unknown.
    let target = step.target.flatMap { number(of: $0, from: state, by: step.action) } ?? state
    return StateGraph.Transition(action: step.action, target: target)
  }

  /// Returns the number of a state. A new state is added.
  private mutating func number(
    of state: ExploredState, from parent: Int?, by action: ExplorationAction?
  ) -> Int? {
    if let known = graph.number(of: state.key) {
      if let parent, let action { note(state.variables, of: known, from: parent, by: action) }
      return known
    }
    guard let evaluation = state.evaluation else { return nil }
    for error in evaluation.errors {
      findings.addError(
        error.error.message, at: error.error.location, of: error.property, in: graph.states.count)
    }
    if state.isIncomplete { findings.hasIncompleteState = true }
    variables.append(state.variables)
    return graph.add(
      state.key, from: parent, by: action, front: evaluation.front, holds: evaluation.holds)
  }

  /// Schedules a comparison of a known state that was reached with other variables.
  private mutating func note(
    _ values: StateKey, of state: Int, from parent: Int, by action: ExplorationAction
  ) {
    guard values != variables[state], rechecked.insert(state).inserted else { return }
    rechecks.append((state, graph.path(to: parent) + [action]))
  }

  /// Returns the variables of a state at the first visit.
  func variables(of state: Int) -> StateKey { variables[state] }

  /// Whether a state must be compared on a second path.
  var hasRecheck: Bool { !rechecks.isEmpty }

  /// Removes and returns the next state to compare, and the second path to it.
  mutating func takeRecheck() -> (state: Int, path: [ExplorationAction]) { rechecks.removeFirst() }

  /// Adds a mistake that the comparison of a state has revealed.
  mutating func change(
    _ body: (inout ExplorationFindings<ExplorationAction, ScriptLocation>) -> Void
  ) { body(&findings) }

  /// Adds the transitions of states whose actions were not all performed, and makes the path to
  /// each state the shortest known path.
  mutating func setPartialTransitions(
    _ transitions: [Int: [StateGraph<ExplorationAction>.Transition]]
  ) {
    graph.shortenPaths(with: transitions)
  }

  /// Stores the transitions of a state in which the actions were performed one by one.
  mutating func expand(_ state: Int, _ transitions: [StateGraph<ExplorationAction>.Transition]) {
    graph.expand(state, transitions)
  }
}
