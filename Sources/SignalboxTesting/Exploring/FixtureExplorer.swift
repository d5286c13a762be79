internal import Signalbox
internal import SignalboxInspector

/// Explores every path of an application in a fixture, in breadth-first order, so that each state
/// is found on a shortest path.
final class FixtureExplorer {
  private typealias Graph = StateGraph<FixtureAction>
  private typealias Judge = ExplorationJudge<FixtureAction, Int>

  private let exploration: Exploration
  private let application: ExploredFixture
  private var graph = Graph()
  private var findings = ExplorationFindings<FixtureAction, Int>()
  /// Other paths to known states. The actions must lead to the same states as before.
  private var rechecks: [(state: Int, path: [FixtureAction])] = []
  private var recheckedStates: Set<Int> = []
  private var remainingRechecks = maxRechecks
  private var isExhaustive = true
  private var hasUnnamedState = false

  /// The number of actions that are repeated on a second path to their state. Each repetition
  /// starts the application again.
  private static let maxRechecks = 2_000

  init(_ exploration: Exploration, _ application: ExploredFixture) {
    (self.exploration, self.application) = (exploration, application)
  }

  /// Explores the application.
  ///
  /// - Throws: The errors of the test's functions, and errors that prevent any exploration.
  func run() throws -> ExplorationSummary {
    let faults = try application.go(along: [])
    guard let start = application.observe() else { throw Self.unnamed }
    _ = add(start, from: nil, by: nil)
    for fault in faults { findings.add(fault, at: 0, by: nil) }
    var next = 0
    while next < graph.states.count {
      guard graph.states.count <= exploration.maxStates else {
        isExhaustive = false
        break
      }
      if graph.states[next].depth < exploration.maxDepth ?? .max {
        try expand(next)
      } else {
        isExhaustive = false
      }
      next += 1
    }
    for (state, path) in rechecks { try recheck(state, path) }
    return try summary()
  }

  private static let unnamed = NavigationError(
    .notSerializable, "explore: an argument of the first screens has no plain form",
    hint: "pass Codable values, or register a factory for the object")

  // MARK: - States

  /// Adds the current state of the application.
  private func add(
    _ observation: ExploredFixture.ObservedState, from parent: Int?, by action: FixtureAction?
  ) -> Int {
    var holds: [Bool] = []
    for property in exploration.properties {
      for condition in property.conditions { holds.append(self.holds(condition, of: property)) }
    }
    if observation.isIncomplete { findings.hasIncompleteState = true }
    let number = graph.add(
      observation.key, from: parent, by: action, front: application.front, holds: holds)
    if let defect = application.defect, let parent {
      findings.add(
        ActionFault(kind: .error, text: defect, location: nil), at: parent, by: action)
    }
    return number
  }

  private func holds(_ condition: StateCondition, of property: Exploration.Property) -> Bool {
    let engine = application.app.engine
    let (events, now) = (engine.eventCount, engine.now)
    var message: String?
    var isTrue = false
    do {
      isTrue = try condition.holds(in: application.state)
    } catch {
      message = "\(error)"
    }
    if engine.eventCount != events || engine.now != now {
      message = "the condition has changed the state; it must not change the state"
    }
    guard let message else { return isTrue }
    findings.addError(
      message, at: property.property.location, of: property.property.name, in: graph.states.count)
    return false
  }

  /// Performs all actions of a state.
  private func expand(_ state: Int) throws {
    let path = graph.path(to: state)
    try application.go(along: path)
    guard let here = application.observe(), here.key == graph.states[state].key else {
      findings.addUnstable(state)
      graph.expand(state, [])
      return
    }
    var transitions: [Graph.Transition] = []
    var isHere = true
    for action in try application.actions() {
      if !isHere { try application.go(along: path) }
      for fault in application.perform(action) { findings.add(fault, at: state, by: action) }
      guard let observation = application.observe() else {
        // The state after the action cannot be compared.
        hasUnnamedState = true
        isHere = false
        continue
      }
      isHere = false
      let target: Int
      if let known = graph.number(of: observation.key) {
        target = known
        if known != state { noteSecondPath(to: known, path + [action]) }
      } else {
        target = add(observation, from: state, by: action)
      }
      transitions.append(Graph.Transition(action: action, target: target))
    }
    graph.expand(state, transitions)
  }

  // MARK: - Hidden state

  private func noteSecondPath(to state: Int, _ path: [FixtureAction]) {
    guard rechecks.count < Self.maxRechecks, recheckedStates.insert(state).inserted else { return }
    rechecks.append((state, path))
  }

  /// Performs the actions of a known state again, in a new application and on another path.
  private func recheck(_ state: Int, _ path: [FixtureAction]) throws {
    guard let expected = graph.states[state].transitions, remainingRechecks > 0 else { return }
    remainingRechecks -= expected.count + 1
    try application.replay(path)
    guard application.observe()?.key == graph.states[state].key else {
      return findings.addUnstable(state)
    }
    let actions = try application.actions()
    guard actions.count >= expected.count,
      Set(expected.map(\.action)).isSubset(of: actions)
    else {
      return findings.add(HiddenState(state: state, path: path, action: nil, variables: []))
    }
    for (number, transition) in expected.enumerated() {
      if number > 0 { try application.replay(path) }
      _ = application.perform(transition.action)
      guard application.observe()?.key == graph.states[transition.target].key else {
        return findings.add(
          HiddenState(state: state, path: path, action: transition.action, variables: []))
      }
    }
  }

  // MARK: - Answers

  private func summary() throws -> ExplorationSummary {
    let judge = Judge(
      graph: graph, findings: findings, properties: exploration.properties.map(\.property),
      isExhaustive: isExhaustive, ignored: Set(exploration.ignoredRules.map(\.rawValue)),
      unreached: application.unreached, naming: \.statement)
    var results: [ExplorationSummary.PropertyResult] = []
    for judgement in judge.judgements {
      results.append(
        ExplorationSummary.PropertyResult(
          title: judgement.title, answer: judgement.answer,
          counterexample: try judgement.violation.map { try counterexample(of: $0) }))
    }
    return ExplorationSummary(
      stateCount: graph.states.count, transitionCount: graph.transitionCount, depth: graph.depth,
      isExhaustive: isExhaustive, properties: results, notes: notes)
  }

  private var notes: [String] {
    var notes: [String] = []
    if findings.hasIncompleteState {
      notes.append(
        "Closures and actors are not compared, so states that differ only in them count as one.")
    }
    if hasUnnamedState {
      notes.append("States with an argument that has no plain form were not explored.")
    }
    if let obstacle = application.obstacle {
      notes.append("Paths were repeated from the start: \(obstacle).")
    }
    for link in application.unhandledLinks {
      notes.append("No state handles the link \(link.debugDescription).")
    }
    return notes
  }

  /// Repeats the path of a violation in a new application, and describes the changes of each
  /// action.
  private func counterexample(
    of violation: Judge.Violation
  ) throws -> ExplorationSummary.Counterexample {
    try application.replay([])
    var steps: [ExplorationSummary.Step] = []
    var document = application.app.engine.tree
    for action in violation.path {
      _ = application.perform(action)
      let next = application.app.engine.tree
      let changes = next.difference(from: document).changes.map(\.description)
      steps.append(ExplorationSummary.Step(statement: action.statement, changes: changes))
      document = next
    }
    return ExplorationSummary.Counterexample(
      steps: steps, finding: violation.finding,
      screen: steps.isEmpty ? "" : application.app.screen)
  }
}
