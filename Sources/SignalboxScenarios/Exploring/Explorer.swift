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
  package var findsPairs = false
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
    let stop = makeStop()
    let duration = try explore(until: stop)
    application.endCoverage()
    workers?.endCoverage()
    application.stop = stop.forReport(after: cuts)
    defer { application.stop = nil }
    return try result(after: duration)
  }

  private func makeStop() -> ExplorationStop {
    ExplorationStop(after: bounds.time, isStopped: isStopped, now: bounds.now)
  }

  /// - Returns: The wall-clock duration of the exploration.
  private func explore(until stop: ExplorationStop) throws(ScriptError) -> Duration {
    var progress = Progress()
    try begin()
    application.stop = stop
    useWorkers(until: stop.end)
    loop: while !isAtGoal {
      do throws(ScriptError) {
        let isBusy = try search.advance { () throws(ScriptError) in try stop.check() }
        guard isBusy else { break loop }
      } catch {
        if let reason = stop.cut(by: error) {
          cut(reason)
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
      progress.duration = bounds.now() - stop.start
      note(progress)
    }
    if let depth = search.cutDepth { cuts.insert(.depth(depth), at: 0) }
    return bounds.now() - stop.start
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
    try ProcessSignals.ignoringEarlierTermination { () throws(ScriptError) in
      for path in paths { result.append(try reader.path(path)) }
    }
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
    _ = try explore(until: makeStop())
    switch probe.subject {
    case .fault(let fault):
      let found = search.record.findings.faults.first { fault.matches($0.fault) }
      return found.map { found in
        var violation = violation
        violation.path = found.path(in: graph)
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
  /// The time at which the exploration began.
  let start: ContinuousClock.Instant
  /// The maximum duration of the exploration, or `nil` for no limit.
  private let time: Duration?
  private let isStopped: () -> Bool
  private let now: () -> ContinuousClock.Instant
  /// Whether the time limit of the last script was the remaining time.
  private var isShortened = false

  /// The minimum time for repeating the paths of counterexamples after the exploration has ended.
  private static let timeToReport = Duration.seconds(2)

  /// - Parameters:
  ///   - time: The maximum duration of the exploration, or `nil` for no limit.
  ///   - isStopped: A closure that returns whether the user has stopped the exploration.
  ///   - now: A closure that returns the current wall-clock time.
  init(
    after time: Duration?, isStopped: @escaping () -> Bool,
    now: @escaping () -> ContinuousClock.Instant = { .now }
  ) {
    (self.time, self.isStopped, self.now) = (time, isStopped, now)
    start = now()
  }

  /// The time at which the exploration ends, or `nil` for no limit.
  var end: ContinuousClock.Instant? { time.map { start + $0 } }

  /// The time until the limit, or `nil` for no limit.
  var remaining: Duration? { end.map { max(.zero, $0 - now()) } }

  /// - Throws: `interrupted` if the exploration must end.
  func check() throws(ScriptError) {
    if isStopped() { throw ScriptError(.interrupted, "stopped") }
    if remaining == .zero { throw Self.timeError }
  }

  private static var timeError: ScriptError {
    ScriptError(.interrupted, "the time limit was reached")
  }

  // MARK: - Scripts

  /// Returns the time limit of a script: the given limit, or the remaining time if it is shorter.
  func limit(_ timeout: Duration) -> Duration {
    guard let remaining else { return timeout }
    isShortened = remaining < timeout
    return min(remaining, timeout)
  }

  /// Returns the error of a script. The error is `interrupted` if the script ran until the end of
  /// the exploration.
  func error(_ error: ScriptError) -> ScriptError {
    error.kind == .timeout && isShortened ? Self.timeError : error
  }

  // MARK: - Results

  /// Returns the reason why an error ended the exploration early, or `nil` if the error is neither
  /// a stop by the user nor the time limit.
  func cut(by error: ScriptError) -> ExplorationResult.Cut? {
    guard self.error(error).kind == .interrupted else { return nil }
    guard let time, !isStopped() else { return .interrupted }
    return .time(time)
  }

  /// Returns the conditions under which the paths of counterexamples are no longer repeated. If the
  /// exploration has a time limit or the user has stopped it, the remaining time is limited.
  func forReport(after cuts: [ExplorationResult.Cut]) -> ExplorationStop {
    let left = cuts.contains(.interrupted) ? .zero : remaining
    return ExplorationStop(
      after: left.map { max($0, Self.timeToReport) }, isStopped: { false }, now: now)
  }
}
