internal import Signalbox
public import SignalboxInspector
public import SignalboxScripting

/// Explores every path of an application, breadth first, so that each state is found on a shortest
/// path.
public final class Explorer {
  /// The bounds of an exploration, in addition to those of the file.
  public struct Bounds {
    /// The maximum number of actions on a path; `nil` for the file's.
    public var depth: Int?
    /// The maximum number of states; `nil` for the file's, or 1,000,000.
    public var states: Int?
    /// The maximum wall-clock time of the exploration; `nil` for none.
    public var time: Duration?
    /// The wall-clock limit for loading the file, and for each action and property.
    public var timeout: Duration = .seconds(10)

    /// Creates the bounds that files and users can change.
    public init() {}
  }

  /// What has been explored so far.
  public struct Progress: Hashable, Sendable {
    /// The number of states.
    public var states = 0
    /// The number of transitions.
    public var transitions = 0
    /// The number of actions on the current path.
    public var depth = 0
    /// The number of states that have not been expanded.
    public var queued = 0
    /// The wall-clock time.
    public var duration = Duration.zero
  }

  private let file: ScenarioFile
  private let bounds: Bounds
  private let application: ExploredApplication
  private let coverage: CoverageCollector
  private let isStopped: () -> Bool
  private let note: (Progress) -> Void

  private var graph = StateGraph()
  private var findings = ExplorationFindings()
  /// The variables of each state on its first visit.
  private var variables: [StateKey] = []
  /// Paths to a known state with other variables, whose actions must lead to the same states.
  private var rechecks: [(state: Int, path: [ExplorationAction])] = []
  /// The states that have been compared on a second path.
  private var rechecked: Set<Int> = []
  private var cuts: [ExplorationResult.Cut] = []
  /// The error that ended the exploration after the first state.
  private var failure: ScriptError?

  /// The number of states after which an exploration ends unless a bound is given.
  static let defaultMaximumStates = 1_000_000

  /// Loads the file with the properties.
  ///
  /// - Parameters:
  ///   - file: The file; it usually requires the application.
  ///   - bounds: The bounds, which take precedence over those of the file.
  ///   - goal: The expectations of the states to find, as the fields of a Lua table such as
  ///     `front = "payment"`; it replaces the properties of the file. `nil` for none.
  ///   - source: Creates sessions.
  ///   - sources: The sources of scripts, for coverage.
  ///   - isStopped: Whether the user has stopped the exploration; called before each action.
  ///   - note: Receives the progress after each expanded state.
  /// - Throws: The error that ended the loading of the file.
  public init(
    _ file: ScenarioFile, _ bounds: Bounds = Bounds(), goal: String? = nil,
    source: any ScenarioSessionSource, sources: SourceCache,
    isStopped: @escaping () -> Bool = { false },
    noting note: @escaping (Progress) -> Void = { _ in }
  ) throws(ScriptError) {
    self.file = file
    self.bounds = bounds
    self.isStopped = isStopped
    self.note = note
    coverage = CoverageCollector(sources: sources)
    application = try ExploredApplication(
      file, source, goal: goal, timeout: bounds.timeout)
  }

  deinit { application.close() }

  private var properties: [ExplorationProperty] { application.collector.properties }
  private var maximumDepth: Int { bounds.depth ?? application.settings.maximumDepth ?? .max }
  private var maximumStates: Int {
    bounds.states ?? application.settings.maximumStates ?? Self.defaultMaximumStates
  }

  // MARK: - Exploring

  /// Explores the application.
  ///
  /// - Returns: The answers; those found so far if a bound was reached, an error occurred or the user
  ///   stopped it.
  /// - Throws: The error that prevents any exploration: the application does not start, a condition
  ///   changes the first state, or states cannot be compared.
  public func run() throws(ScriptError) -> ExplorationResult {
    let clock = ContinuousClock()
    let start = clock.now
    var progress = Progress()
    var isTimeOver = false
    try begin()
    var next = 0
    loop: while next < graph.states.count || !rechecks.isEmpty {
      do throws(ScriptError) {
        guard next < graph.states.count else {
          try recheck()
          continue
        }
        let state = next
        next += 1
        guard graph.states[state].depth < maximumDepth else {
          cut(.depth(maximumDepth))
          continue
        }
        progress.depth = graph.states[state].depth
        try expand(state) { () throws(ScriptError) in
          if isStopped() { throw ScriptError(.interrupted, "stopped") }
          if let limit = bounds.time, clock.now - start >= limit {
            isTimeOver = true
            throw ScriptError(.interrupted, "the time is over")
          }
        }
      } catch {
        if error.kind == .interrupted {
          cut(isTimeOver ? .time(bounds.time ?? .zero) : .interrupted)
        } else if graph.states.count > 1 {
          cut(.error)
          failure = error
        } else {
          throw error
        }
        break loop
      }
      if graph.states.count > maximumStates {
        cut(.states(maximumStates))
        break
      }
      progress.states = graph.states.count
      progress.transitions = graph.transitionCount
      progress.queued = graph.states.count - next
      progress.duration = clock.now - start
      note(progress)
    }
    application.endCoverage()
    return try result(after: clock.now - start)
  }

  private func cut(_ cut: ExplorationResult.Cut) {
    if !cuts.contains(cut) { cuts.append(cut) }
  }

  private func begin() throws(ScriptError) {
    application.coverage = coverage
    let faults = try application.go(along: [])
    let observation = try application.observe()
    _ = try add(observation, from: nil, by: nil)
    for fault in faults { findings.add(fault, at: 0, by: nil) }
  }

  /// Adds the state that the application is in.
  private func add(
    _ observation: ExploredApplication.ObservedState, from parent: Int?,
    by action: ExplorationAction?
  ) throws(ScriptError) -> Int {
    var holds: [Bool] = []
    for property in properties {
      for condition in property.kind.conditions {
        do throws(ScriptError) {
          holds.append(try application.holds(condition))
        } catch {
          if error.kind == .interrupted || error.code == "notPure" { throw named(error, property) }
          // A condition that raises is not fulfilled.
          holds.append(false)
          findings.add(error, of: property.name, at: graph.states.count)
        }
      }
    }
    if observation.isIncomplete { findings.hasIncompleteState = true }
    variables.append(observation.variables)
    return graph.add(
      observation.key, from: parent, by: action, front: application.front, holds: holds)
  }

  private func named(_ error: ScriptError, _ property: ExplorationProperty) -> ScriptError {
    var error = error
    error.message = "\(property.title): \(error.message)"
    error.location = error.location ?? property.location
    return error
  }

  /// Performs all actions of a state.
  private func expand(_ state: Int, _ check: () throws(ScriptError) -> Void) throws(ScriptError) {
    let path = graph.path(to: state)
    try application.go(along: path)
    let here = try application.observe()
    guard here.key == graph.states[state].key else {
      findings.addUnstable(state)
      graph.expand(state, [])
      return
    }
    var transitions: [StateGraph.Transition] = []
    var isHere = true
    for action in try application.actions() {
      try check()
      if !isHere { try application.go(along: path) }
      let faults = try application.perform(action)
      for fault in faults { findings.add(fault, at: state, by: action) }
      guard !application.wasStopped else {
        // The state after it is not known.
        transitions.append(StateGraph.Transition(action: action, target: state))
        isHere = false
        continue
      }
      let observation = try application.observe()
      isHere = observation.key == here.key && observation.variables == here.variables
      let target: Int
      if let known = graph.number(of: observation.key) {
        target = known
        noteVariables(observation, of: known, after: path + [action])
      } else {
        target = try add(observation, from: state, by: action)
      }
      if application.wasStopped { isHere = false }
      transitions.append(StateGraph.Transition(action: action, target: target))
    }
    graph.expand(state, transitions)
  }

  // MARK: - Paths

  /// Returns the shortest paths to the states that fulfil the goal, after ``run()``.
  ///
  /// - Parameter all: Whether to return a path to each of these states, shortest first; otherwise the
  ///   shortest one only.
  /// - Throws: The errors of actions that the path repeats.
  public func pathsToGoal(all: Bool) throws(ScriptError) -> [ExplorationResult.Path] {
    let states = graph.states.indices.filter { graph.states[$0].holds.first ?? false }
    return try paths(states.prefix(all ? states.count : 1).map(graph.path(to:)))
  }

  /// Returns paths that together take every transition that changes the state, after ``run()``.
  ///
  /// A path follows transitions that no other path has taken as long as there are any. Cost:
  /// O(transitions · depth).
  /// - Throws: The errors of actions that the paths repeat.
  public func pathsOverTransitions() throws(ScriptError) -> [ExplorationResult.Path] {
    try paths(graph.cover())
  }

  /// The screens in front and the transitions between them, after ``run()``. Declared screens that no
  /// path has reached follow the others. Cost: O(transitions).
  public var screenGraph: ScreenGraph {
    var screens = ScreenGraph()
    let numbers = graph.states.map { state in
      screens.add(state.front.name, of: state.front.coordinator, states: 1)
    }
    for (number, state) in graph.states.enumerated() {
      for transition in state.transitions ?? [] {
        screens.connect(
          numbers[number], to: numbers[transition.target], by: transition.action.lua)
      }
    }
    let missing = Set(unreached)
    for screen in application.declaredScreens
    where missing.contains("\(screen.coordinator).\(screen.name)") {
      screens.add(screen.name, of: screen.coordinator)
    }
    return screens
  }

  private func paths(
    _ paths: [[ExplorationAction]]
  ) throws(ScriptError) -> [ExplorationResult.Path] {
    let reader = CounterexampleReader(application: application, graph: graph)
    var result: [ExplorationResult.Path] = []
    for path in paths { result.append(try reader.path(path)) }
    return result
  }

  // MARK: - Hidden state

  /// Schedules a second look at a known state that was reached with other variables.
  private func noteVariables(
    _ observation: ExploredApplication.ObservedState, of state: Int, after path: [ExplorationAction]
  ) {
    guard observation.variables != variables[state], rechecked.insert(state).inserted else {
      return
    }
    rechecks.append((state, path))
  }

  /// Performs the actions of a known state again, after a path that left other variables.
  private func recheck() throws(ScriptError) {
    let (state, path) = rechecks.removeFirst()
    guard let expected = graph.states[state].transitions else { return }
    try application.go(along: graph.path(to: state))
    let before = application.variables
    try application.go(along: path)
    let now = application.variables
    let names = Set(before.keys).union(now.keys).filter { before[$0] != now[$0] }.sorted()
    guard try application.observe().key == graph.states[state].key else {
      return findings.addUnstable(state)
    }
    let actions = try application.actions()
    guard actions == expected.map(\.action) else {
      return findings.add(
        HiddenState(state: state, path: path, action: nil, variables: names))
    }
    for transition in expected {
      if isStopped() { return cut(.interrupted) }
      try application.go(along: path)
      _ = try application.perform(transition.action)
      if application.wasStopped { continue }
      let key = try application.observe().key
      guard key == graph.states[transition.target].key else {
        return findings.add(
          HiddenState(state: state, path: path, action: transition.action, variables: names))
      }
    }
  }

  // MARK: - Answers

  private func result(after duration: Duration) throws(ScriptError) -> ExplorationResult {
    let judge = ExplorationJudge(
      graph: graph, findings: findings, properties: properties, isExhaustive: cuts.isEmpty,
      ignored: application.settings.ignored, unreached: unreached)
    let writer = CounterexampleReader(application: application, graph: graph)
    var results: [ExplorationResult.PropertyResult] = []
    for judgement in judge.judgements {
      let example = try judgement.violation.map { violation throws(ScriptError) in
        try writer.counterexample(of: violation)
      }
      results.append(
        ExplorationResult.PropertyResult(
          title: judgement.title, location: judgement.location, answer: judgement.answer,
          counterexample: example))
    }
    var notes: [String] = []
    if findings.hasIncompleteState {
      notes.append(
        "Coroutines and tables as keys are not compared, so states that differ only in them count as one."
      )
    }
    for link in application.unhandledLinks {
      notes.append("No state handles the link \(NavigationValue.string(link)).")
    }
    return ExplorationResult(
      start: application.settings.start, stateCount: graph.states.count,
      transitionCount: graph.transitionCount, depth: graph.depth,
      duration: duration, cuts: cuts, properties: results, notes: notes,
      failure: failure)
  }

  /// The declared routes and links that no path has used.
  private var unreached: [String] {
    coverage.coverage.missing(.routes)
  }
}

/// A state in which the same actions do different things, depending on variables.
struct HiddenState {
  let state: Int
  /// A path to the state that is not the shortest one.
  let path: [ExplorationAction]
  /// The action that leads to another state; `nil` if the available actions differ.
  let action: ExplorationAction?
  /// The variables whose values differ.
  let variables: [String]
}

/// The mistakes that were found on the way, the first of each kind.
struct ExplorationFindings {
  /// A fault and the transition that revealed it.
  struct Fault {
    let fault: ActionFault
    let state: Int
    /// The action; `nil` for a fault of the start.
    let action: ExplorationAction?
  }

  private(set) var faults: [Fault] = []
  private(set) var hidden: HiddenState?
  /// A state that its path does not reach again.
  private(set) var unstable: Int?
  /// The first error that each property's condition has raised, by the name of the property.
  private(set) var errors: [String: (error: ScriptError, state: Int)] = [:]
  /// Whether a state contains a value that cannot be compared.
  var hasIncompleteState = false

  mutating func add(_ fault: ActionFault, at state: Int, by action: ExplorationAction?) {
    guard !faults.contains(where: { $0.fault == fault }) else { return }
    faults.append(Fault(fault: fault, state: state, action: action))
  }

  mutating func add(_ found: HiddenState) { if hidden == nil { hidden = found } }

  mutating func addUnstable(_ state: Int) { if unstable == nil { unstable = state } }

  mutating func add(_ error: ScriptError, of property: String, at state: Int) {
    if errors[property] == nil { errors[property] = (error, state) }
  }
}
