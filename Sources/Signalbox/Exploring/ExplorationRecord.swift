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
  private var secondPaths: [SecondPath] = []
  /// The number of second paths that have been compared.
  private var takenCount = 0
  /// The values of the variables with which each state is compared, keyed by state. The first value
  /// is not included. If the variables cannot be read, the set is empty.
  private var comparedValues: [Int: Set<UInt32>] = [:]

  /// The maximum number of values of the variables with which a state is compared, including the
  /// values on the first visit. The number is limited because variables such as counters have other
  /// values after each action.
  package static var maxValues: Int { 9 }

  /// A path to a state, without its last action.
  private enum PathStart {
    /// The shortest path to a state.
    case shortest(Int)
    /// The second path with an index in ``secondPaths``.
    case second(Int)
  }

  /// A path to a known state: a path to a parent state, followed by one of the parent's actions.
  private struct SecondPath {
    let state: Int
    let start: PathStart
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
  ///
  /// - Parameter detour: The path to the state if it does not begin with the parent's shortest path.
  private mutating func number(
    of state: FoundState<Application.Location>, from parent: Int?, by action: Application.Action?,
    detour: [Application.Action]? = nil
  ) -> Int? {
    let observation = state.observation
    findings.gaps.formUnion(observation.gaps)
    if let known = graph.number(of: observation.key) {
      if detour == nil, let parent, let action {
        note(observation, of: known, from: parent, by: action)
      }
      return known
    }
    guard let evaluation = state.evaluation else { return nil }
    for error in evaluation.errors {
      findings.addError(
        error.message, at: error.location, of: error.property, in: graph.count)
    }
    if let defect = evaluation.defect {
      findings.add(
        ActionFault(kind: .error, text: defect, location: nil), at: parent ?? 0, by: action,
        after: detour.map { Array($0.dropLast()) })
    }
    if let values = observation.variables { variables.append(values) }
    return graph.add(
      observation.key, from: parent, by: action, detour: detour, front: evaluation.front,
      holds: evaluation.holds)
  }

  /// Schedules a second visit to a known state that was reached with different variables. If the
  /// variables cannot be read, one path from another state is sufficient.
  private mutating func note(
    _ observation: StateObservation, of state: Int, from parent: Int, by action: Application.Action
  ) {
    guard let values = observation.variables else {
      guard state != parent, comparedValues.updateValue([], forKey: state) == nil else { return }
      return secondPaths.append(
        SecondPath(state: state, start: .shortest(parent), action: action))
    }
    note(values, of: state, after: .shortest(parent), by: action)
  }

  /// Schedules a second visit to a known state, unless the state is already compared with the given
  /// values of the variables or with the maximum number of values.
  private mutating func note(
    _ values: UInt32, of state: Int, after start: PathStart, by action: Application.Action
  ) {
    guard values != variables[state], comparedValues[state]?.contains(values) != true else {
      return
    }
    guard comparedValues[state]?.count ?? 0 < Self.maxValues - 1 else {
      findings.hasSkippedValues = true
      return
    }
    comparedValues[state, default: []].insert(values)
    secondPaths.append(SecondPath(state: state, start: start, action: action))
  }

  // MARK: - Second paths

  /// Compares the conditions of the properties in a state after a second path with those after the
  /// shortest path.
  ///
  /// - Returns: Whether any condition has another value.
  package mutating func compare(_ holds: [Bool], in state: Int, after path: [Application.Action])
    -> Bool
  {
    let others = holds.indices.filter { holds[$0] != graph.holds($0, in: state) }
    for condition in others { findings.add(path, toCondition: condition, that: holds[condition]) }
    return !others.isEmpty
  }

  /// Adds the effect of an action after a second path to a state.
  ///
  /// - Parameters:
  ///   - second: The index of the second path.
  ///   - path: The actions of the second path.
  ///   - target: The state to which the action leads after the shortest path, or `nil` if it is
  ///     unknown.
  /// - Returns: Whether the effect differs from that after the shortest path.
  package mutating func add(
    _ step: StateExpansion<Application>.Step, of state: Int, afterSecondPath second: Int,
    _ path: [Application.Action], expecting target: Int?
  ) -> Bool {
    var differs = false
    for fault in step.faults
    where findings.add(fault, at: state, by: step.action, after: path) { differs = true }
    if let link = step.handledLink { handledLinks.insert(link) }
    guard let found = step.target else { return differs }
    let number = self.number(of: found, from: state, by: step.action, detour: path + [step.action])
    if let number, number < variables.count, let values = found.observation.variables {
      note(values, of: number, after: .second(second), by: step.action)
    }
    return differs || target != nil && number != target
  }

  private func path(ofSecondPath index: Int) -> [Application.Action] {
    let second = secondPaths[index]
    switch second.start {
    case .shortest(let state): return graph.path(to: state) + [second.action]
    case .second(let start): return path(ofSecondPath: start) + [second.action]
    }
  }

  /// Returns the variables of a state on its first visit, or `nil` if they cannot be read.
  package func variables(of state: Int) -> UInt32? {
    state < variables.count ? variables[state] : nil
  }

  /// Returns the state to compare next, its second path and the index of this path, or `nil` if
  /// there is none.
  package mutating func takeSecondPath() -> (state: Int, path: [Application.Action], index: Int)? {
    guard takenCount < secondPaths.count else { return nil }
    takenCount += 1
    let index = takenCount - 1
    return (secondPaths[index].state, path(ofSecondPath: index), index)
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
