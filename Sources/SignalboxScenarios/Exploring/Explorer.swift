internal import Signalbox
public import SignalboxInspector
public import SignalboxScripting

/// Explores every path through an application in breadth-first order, so that each state is found
/// on a shortest path.
public final class Explorer {
  /// The bounds of an exploration, which take precedence over the bounds in the file.
  public struct Bounds {
    /// The maximum number of actions on a path, or `nil` for the file's limit.
    public var depth: Int?
    /// The maximum number of states. `nil` selects the file's limit or, if there is none,
    /// 1,000,000.
    public var states: Int?
    /// The maximum wall-clock time of the exploration, or `nil` for no limit.
    public var time: Duration?
    /// The wall-clock limit for loading the file, and for each action and property.
    public var timeout: Duration = .seconds(10)
    /// A closure that returns the current wall-clock time. Tests replace it.
    package var now: () -> ContinuousClock.Instant = { .now }

    /// Creates the default bounds.
    public init() {}
  }

  /// The progress of an exploration.
  public struct Progress: Hashable, Sendable {
    /// The number of states that have been found.
    public var states = 0
    /// The number of transitions that have been found.
    public var transitions = 0
    /// The number of actions on the path to the state that was expanded last or, for random walks,
    /// on the longest known path to a state.
    public var depth = 0
    /// The number of states that are waiting to be expanded, or 0 for random walks.
    public var queued = 0
    /// The wall-clock time since the start of the exploration.
    public var duration = Duration.zero
  }

  private let bounds: Bounds
  private let maximumDepth: Int
  private let maximumStates: Int
  private let application: ExploredApplication
  private let search: StateSearch<ExploredApplication>
  private let coverage: CoverageCollector
  private let isStopped: () -> Bool
  private let note: (Progress) -> Void
  /// The number of states in which the goal was checked.
  private var checked = 0
  private var cuts: [ExplorationResult.Cut] = []
  /// The error that ended the exploration after the first state.
  private var failure: ScriptError?

  /// Further sessions that expand states, or `nil` if a single session expands all states.
  public var workers: ExplorationWorkers?
  /// The journal that stores the expansions for a later exploration, or `nil` to store nothing.
  public var journal: ExplorationJournal?
  /// Whether the result contains the data for reports: recordings of counterexamples, and the
  /// screens.
  public var keepsTraces = false
  /// Whether the result contains the pairs of transitions.
  public var findsPairs = false
  /// The violation at which the exploration ends, or `nil` to continue after violations.
  var goal: ViolationProbe?

  /// The number of states after which an exploration ends unless a bound is given.
  static let defaultMaximumStates = 1_000_000

  /// Creates an explorer and loads the file with the properties.
  ///
  /// - Parameters:
  ///   - file: The file, which usually requires the application.
  ///   - bounds: The bounds, which take precedence over those of the file.
  ///   - goal: The expectations that the states to find must meet, as the fields of a Lua table
  ///     such as `front = "payment"`. The goal replaces the properties of the file. If `nil`, there
  ///     is no goal.
  ///   - source: The source that creates sessions.
  ///   - sources: The sources of scripts, for coverage.
  ///   - isStopped: A closure that returns whether the user has stopped the exploration. It is
  ///     called before each action.
  ///   - note: A closure that receives the progress after each expanded state or batch of states.
  /// - Throws: The error that occurred while the file was loaded.
  public convenience init(
    _ file: ScenarioFile, _ bounds: Bounds = Bounds(), goal: String? = nil,
    source: any ScenarioSessionSource, sources: SourceCache,
    isStopped: @escaping () -> Bool = { false },
    noting note: @escaping (Progress) -> Void = { _ in }
  ) throws(ScriptError) {
    let application = try ExploredApplication(file, source, goal: goal, timeout: bounds.timeout)
    self.init(
      application, bounds, CoverageCollector(sources: sources), isStopped: isStopped, noting: note)
  }

  /// Creates an explorer for a loaded application.
  init(
    _ application: ExploredApplication, _ bounds: Bounds, _ coverage: CoverageCollector,
    isStopped: @escaping () -> Bool, noting note: @escaping (Progress) -> Void = { _ in }
  ) {
    (self.application, self.bounds, self.coverage) = (application, bounds, coverage)
    (self.isStopped, self.note) = (isStopped, note)
    maximumDepth = bounds.depth ?? application.settings.maximumDepth ?? .max
    maximumStates =
      bounds.states ?? application.settings.maximumStates ?? Self.defaultMaximumStates
    search = StateSearch(application, maxDepth: maximumDepth, maxStates: maximumStates)
  }

  private var graph: StateGraph<ExplorationAction> { search.record.graph }
  private var properties: [ExplorationProperty] { application.collector.properties }
  /// The properties and the rules that are checked, in the order of the results.
  package var checks: [ScenarioDescription] { application.checks }

  // MARK: - Exploring

  /// Explores the application.
  ///
  /// - Returns: The results, which are incomplete if a limit was reached, an error occurred or the
  ///   user stopped the exploration.
  /// - Throws: An error that prevents any exploration, for example because the application does not
  ///   start, a condition changes the first state, states cannot be compared, or the journal cannot
  ///   be read or written.
  public func run() throws(ScriptError) -> ExplorationResult {
    let duration = try explore()
    application.endCoverage()
    workers?.endCoverage()
    return try result(after: duration)
  }

  /// - Returns: The wall-clock duration of the exploration.
  private func explore() throws(ScriptError) -> Duration {
    let start = bounds.now()
    let end = bounds.time.map { start + $0 }
    var progress = Progress()
    try begin()
    let stop = ExplorationStop(end: end, isStopped: isStopped, now: bounds.now)
    useWorkers(until: end)
    loop: while !isAtGoal {
      do throws(ScriptError) {
        let isBusy = try search.advance { () throws(ScriptError) in try stop.check() }
        guard isBusy else { break loop }
      } catch {
        if error.kind == .interrupted {
          stop.noteTime()
          cut(stop.isTimeOver ? .time(bounds.time ?? .zero) : .interrupted)
        } else if graph.count > 1 {
          cut(.error)
          failure = error
        } else {
          throw error
        }
        break loop
      }
      if search.isFull {
        cut(.states(maximumStates))
        break
      }
      progress.states = graph.count
      progress.transitions = graph.transitionCount
      progress.depth = search.currentDepth
      progress.queued = search.queuedCount
      progress.duration = bounds.now() - start
      note(progress)
    }
    if search.isCutByDepth { cuts.insert(.depth(maximumDepth), at: 0) }
    return bounds.now() - start
  }

  private func cut(_ cut: ExplorationResult.Cut) {
    if !cuts.contains(cut) { cuts.append(cut) }
  }

  private func begin() throws(ScriptError) {
    if goal == nil { application.coverage = coverage }
    guard try search.begin() else { throw ExploredApplication.unknownStart }
    guard let journal else { return }
    application.coversExpansions = true
    try journal.begin(graph.key(of: 0), properties.map(\.title)) {
      (line: JournalLine) throws(ScriptError) in
      let (state, expansion) = try line.expansion(in: search.record, of: journal)
      if let usage = expansion.usage { coverage.add(usage) }
      search.add(expansion, of: state)
    }
    search.willAdd = { expansion, state, record throws(ScriptError) in
      try journal.append(expansion, of: state, in: record)
    }
  }

  private func useWorkers(until end: ContinuousClock.Instant?) {
    guard let workers else { return }
    search.pool = StateSearch.Pool(batchSize: workers.batchSize) {
      [coverage] jobs, graph throws(ScriptError) in
      try workers.expand(jobs, knowing: graph, coverage, until: end)
    }
  }

  private var isAtGoal: Bool {
    defer { checked = graph.count }
    return goal?.isFound(in: search.record, properties, from: checked) ?? false
  }

  // MARK: - Paths

  /// Returns the shortest paths to the states that satisfy the goal. Call this method after
  /// ``run()``.
  ///
  /// - Parameter all: Whether to return a path to each of these states, shortest first. If `false`,
  ///   only the shortest path is returned.
  /// - Throws: An error that occurs while the paths are repeated.
  public func pathsToGoal(all: Bool) throws(ScriptError) -> [ExplorationResult.Path] {
    let states = graph.states.filter { graph.holds(0, in: $0) }
    return try paths(states.prefix(all ? states.count : 1).map(graph.path(to:)))
  }

  /// Returns paths that together contain every known transition to another state. Call this method
  /// after ``run()``.
  ///
  /// Each path is extended with transitions that no earlier path contains, as long as such
  /// transitions are nearby. Cost: O(transitions · (states + transitions)) in the worst case, in
  /// addition to performing the actions of the paths.
  /// - Throws: An error that occurs while the paths are repeated.
  public func pathsOverTransitions() throws(ScriptError) -> [ExplorationResult.Path] {
    try paths(graph.cover())
  }

  /// The front screens that ``run()`` has found, and the transitions between them. Declared screens
  /// that no path has reached follow the others. Cost: O(transitions + declared screens).
  public var screenGraph: ScreenGraph {
    ExplorationScreens(graph: graph, declared: application.declaredScreens, unreached: unreached)
      .screenGraph
  }

  private func paths(
    _ paths: [[ExplorationAction]]
  ) throws(ScriptError) -> [ExplorationResult.Path] {
    let reader = CounterexampleReader(application: application)
    var result: [ExplorationResult.Path] = []
    for path in paths { result.append(try reader.path(path)) }
    return result
  }

  // MARK: - Answers

  private func result(after duration: Duration) throws(ScriptError) -> ExplorationResult {
    var summary = ExplorationSummary(
      application: application, record: search.record, coverage: coverage.coverage, cuts: cuts,
      duration: duration, failure: failure)
    summary.hasPairs = findsPairs
    summary.keepsTraces = keepsTraces
    return try summary.result()
  }

  /// Explores until a known violation is found. Returns the violation with the path on which it was
  /// found, or `nil` if it is not found within the bounds.
  func found(
    _ violation: ExplorationJudge<ExplorationAction, ScriptLocation>.Violation,
    _ probe: ViolationProbe
  ) throws(ScriptError) -> ExplorationJudge<ExplorationAction, ScriptLocation>.Violation? {
    _ = try explore()
    switch probe.subject {
    case .fault(let fault):
      let found = search.record.findings.faults.first { fault.matches($0.fault) }
      return found.map { found in
        var violation = violation
        violation.path = graph.path(to: found.state) + (found.action.map { [$0] } ?? [])
        return violation
      }
    case .property:
      return ExplorationSummary(
        application: application, record: search.record, coverage: ScenarioCoverage(), cuts: cuts,
        duration: .zero
      ).judgements.first { $0.probe == probe }?.violation
    }
  }

  /// The declared routes that no path has used.
  private var unreached: [String] { coverage.coverage.missing(.routes) }
}

/// The conditions under which an exploration ends early.
final class ExplorationStop {
  /// The time at which the exploration ends, or `nil` for no limit.
  let end: ContinuousClock.Instant?
  private let isStopped: () -> Bool
  private let now: () -> ContinuousClock.Instant
  /// Whether the time limit has been reached.
  private(set) var isTimeOver = false

  init(
    end: ContinuousClock.Instant?, isStopped: @escaping () -> Bool,
    now: @escaping () -> ContinuousClock.Instant = { .now }
  ) {
    (self.end, self.isStopped, self.now) = (end, isStopped, now)
  }

  /// The time until the limit, or `nil` for no limit.
  var remaining: Duration? { end.map { max(.zero, $0 - now()) } }

  /// - Throws: `interrupted` if the exploration must end.
  func check() throws(ScriptError) {
    if isStopped() { throw ScriptError(.interrupted, "stopped") }
    noteTime()
    if isTimeOver { throw ScriptError(.interrupted, "the time limit was reached") }
  }

  /// Stores whether the time limit has been reached.
  func noteTime() {
    if let end, now() >= end { isTimeOver = true }
  }
}
