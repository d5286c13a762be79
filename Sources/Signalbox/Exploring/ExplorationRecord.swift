/// The states, transitions and findings of an exploration so far.
package struct ExplorationRecord<Application: Explorable> {
  /// The graph of the explored application, whose edges are its actions.
  package typealias Graph = StateGraph<Application.Action>
  /// The findings in the explored application.
  package typealias Findings = ExplorationFindings<Application.Action, Application.Location>

  package private(set) var graph = Graph()
  package private(set) var findings = Findings()
  /// The links that a coordinator has handled in some state.
  package private(set) var handledLinks: Set<String> = []
  /// Whether an action has led to an unknown state.
  package private(set) var hasUnknownState = false
  /// The variables of each state on its first visit. The list is empty if they cannot be read.
  private var variables = ChunkedArray<UInt32>()
  /// Second paths to known states. After a second path, the actions of the state must have the same
  /// effects as before.
  private var rechecks: [SecondPath] = []
  /// The number of second paths that have been compared.
  private var takenRechecks = 0
  /// The states that are compared on a second path.
  private var rechecked: Set<Int> = []

  /// A path to a known state: the path to a parent state, followed by one of the parent's actions.
  private struct SecondPath {
    let state: Int
    let parent: Int
    let action: Application.Action
  }

  package init() {}

  /// Adds the state that the application has after its start.
  package mutating func begin(
    _ state: FoundState<Application.Location>, _ faults: [ActionFault<Application.Location>]
  ) {
    _ = number(of: state, from: nil, by: nil)
    for fault in faults { findings.add(fault, at: 0, by: nil) }
  }

  /// Adds the effects of a state's actions. Expansions are added in the order of their states, so
  /// that the result does not depend on the application that found them.
  package mutating func add(_ expansion: StateExpansion<Application>, of state: Int) {
    if expansion.isUnstable {
      findings.addUnstable(state)
      graph.expand(state, [])
      return
    }
    let transitions = expansion.steps.map { add($0, from: state) }
    if expansion.failure == nil { graph.expand(state, transitions) }
  }

  /// Adds the effect of one action of a state.
  package mutating func add(
    _ step: StateExpansion<Application>.Step, from state: Int
  ) -> Graph.Transition {
    for fault in step.faults { findings.add(fault, at: state, by: step.action) }
    if let link = step.handledLink { handledLinks.insert(link) }
    let target = step.target.flatMap { number(of: $0, from: state, by: step.action) }
    if target == nil { hasUnknownState = true }
    return StateGraph.Transition(action: step.action, target: target)
  }

  /// Returns the number of a state, and adds the state if it was not found before. Returns `nil` if
  /// a new state has no evaluation.
  private mutating func number(
    of state: FoundState<Application.Location>, from parent: Int?, by action: Application.Action?
  ) -> Int? {
    let observation = state.observation
    if let known = graph.number(of: observation.key) {
      if let parent, let action { note(observation, of: known, from: parent, by: action) }
      return known
    }
    guard let evaluation = state.evaluation else { return nil }
    for error in evaluation.errors {
      findings.addError(
        error.message, at: error.location, of: error.property, in: graph.count)
    }
    if let defect = evaluation.defect {
      findings.add(
        ActionFault(kind: .error, text: defect, location: nil), at: parent ?? 0, by: action)
    }
    if observation.isIncomplete { findings.hasIncompleteState = true }
    if let values = observation.variables { variables.append(values) }
    return graph.add(
      observation.key, from: parent, by: action, front: evaluation.front, holds: evaluation.holds)
  }

  /// Schedules a second visit to a known state that was reached with different variables. If the
  /// variables cannot be read, a path from another state is sufficient.
  private mutating func note(
    _ observation: StateObservation, of state: Int, from parent: Int, by action: Application.Action
  ) {
    let differs = observation.variables.map { $0 != variables[state] } ?? (state != parent)
    guard differs, rechecked.insert(state).inserted else { return }
    rechecks.append(SecondPath(state: state, parent: parent, action: action))
  }

  /// Returns the variables of a state on its first visit, or `nil` if they cannot be read.
  package func variables(of state: Int) -> UInt32? {
    state < variables.count ? variables[state] : nil
  }

  /// Returns the state to compare next, and its second path, or `nil` if there is none.
  package mutating func takeRecheck() -> (state: Int, path: [Application.Action])? {
    guard takenRechecks < rechecks.count else { return nil }
    let second = rechecks[takenRechecks]
    takenRechecks += 1
    return (second.state, graph.path(to: second.parent) + [second.action])
  }

  /// Updates the findings with a closure, for example when a second path reveals a problem.
  package mutating func change(_ body: (inout Findings) -> Void) { body(&findings) }

  /// Adds the transitions of states whose actions were not all performed, and makes the path to
  /// each state the shortest known path.
  package mutating func setPartialTransitions(_ transitions: [Int: [Graph.Transition]]) {
    graph.shortenPaths(with: transitions)
  }

  /// Stores the transitions of a state whose actions were performed one by one.
  package mutating func expand(_ state: Int, _ transitions: [Graph.Transition]) {
    graph.expand(state, transitions)
  }
}
