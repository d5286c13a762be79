internal import Signalbox
public import SignalboxScripting

/// Explores an application on random paths, and shortens the path to each violation.
///
/// The random numbers of a walk depend only on the seed and on the number of the walk, so each
/// violation can be found again. Several processes can share the walks and keep them in journals,
/// which another process combines.
public final class RandomWalks {
  /// The walks to take.
  public struct Plan: Hashable, Sendable {
    /// The number of walks.
    public var count: Int
    /// The seed from which the random numbers of all walks are derived.
    public var seed: UInt64
    /// The number of the first walk to take, counted from 0.
    public var first = 0
    /// The difference between the numbers of successive walks, which is the number of shards.
    public var stride = 1

    /// - Parameters:
    ///   - count: The number of walks, 1 or more.
    ///   - seed: The seed of the random numbers.
    public init(count: Int, seed: UInt64) { (self.count, self.seed) = (count, seed) }

    /// The numbers of the walks to take.
    var numbers: StrideTo<Int> { Swift.stride(from: first, to: count, by: max(1, stride)) }
  }

  /// The maximum number of actions in a walk unless a bound is given.
  static let defaultDepth = 50
  /// The maximum number of states that are visited to find the shortest path to a violation.
  private static let maxStatesToShorten = 20_000

  private let plan: Plan
  private let bounds: Explorer.Bounds
  private let application: ExploredApplication
  private let expander: StateExpander<ExploredApplication>
  private let coverage: CoverageCollector
  private let isStopped: () -> Bool
  private let note: (Explorer.Progress) -> Void
  private var record = ExplorationRecord<ExploredApplication>()
  /// The known transitions of states that are not expanded yet, keyed by state.
  private var taken: [Int: [StateGraph<ExplorationAction>.Transition]] = [:]
  private var cuts: [ExplorationResult.Cut] = []
  private var failure: ScriptError?
  private var walks = 0
  /// The walks that journals contain, keyed by number.
  private var known: [Int: (line: WalkLine, journal: String)] = [:]
  /// The first transition that led to a different state than before, and the path to its source
  /// state.
  private var difference: (state: Int, path: [ExplorationAction], action: ExplorationAction)?
  /// The actions of the first walk that showed each violation, up to the action that showed it.
  private var violations: [ViolationProbe: [ExplorationAction]] = [:]
  /// The number of walks that ``run()`` has taken because no journal contains them.
  public private(set) var newWalkCount = 0
  /// The journal that stores the walks for a later exploration and contains the walks of an
  /// earlier one, or `nil` to store nothing.
  public var journal: ExplorationJournal?
  /// The journals of shards, whose walks are not taken again.
  public var shards: [ExplorationJournal] = []
  /// Whether the result contains the data for reports: recordings of counterexamples, and the
  /// screens.
  public var keepsTraces = false
  /// Whether the result contains the pairs of transitions.
  package var findsPairs = false

  /// Creates an exploration on random paths and loads the file with the properties.
  ///
  /// - Parameters:
  ///   - file: The file, which usually requires the application.
  ///   - plan: The walks to take.
  ///   - bounds: The bounds, which take precedence over those of the file. Walks end after 50
  ///     actions unless a depth is given.
  ///   - source: The source that creates sessions.
  ///   - sources: The sources of scripts, for coverage.
  ///   - isStopped: A closure that returns whether the user has stopped the exploration. It is
  ///     called before each action.
  ///   - note: A closure that receives the progress after each walk.
  /// - Throws: The error that occurred while the file was loaded.
  public init(
    _ file: ScenarioFile, _ plan: Plan, _ bounds: Explorer.Bounds,
    source: any ScenarioSessionSource, sources: SourceCache,
    isStopped: @escaping () -> Bool = { false },
    noting note: @escaping (Explorer.Progress) -> Void = { _ in }
  ) throws(ScriptError) {
    (self.plan, self.bounds, self.isStopped, self.note) = (plan, bounds, isStopped, note)
    coverage = CoverageCollector(sources: sources)
    application = try ExploredApplication(file, source, goal: nil, timeout: bounds.timeout)
    expander = StateExpander(application)
  }

  private var graph: StateGraph<ExplorationAction> { record.graph }
  /// The properties and the rules that are checked, in the order of the results.
  package var checks: [ScenarioDescription] { application.checks }

  // MARK: - Walking

  /// Takes all walks, and shortens the paths to violations.
  ///
  /// - Returns: The results, which are incomplete if a limit was reached, an error occurred or the
  ///   user stopped the exploration.
  /// - Throws: An error that prevents any walk, in the same cases as in ``Explorer/run()``.
  public func run() throws(ScriptError) -> ExplorationResult {
    let stop = ExplorationStop(after: bounds.time, isStopped: isStopped, now: bounds.now)
    application.coverage = coverage
    application.coversExpansions = journal != nil
    let faults = try application.go(along: [])
    guard let first = try expander.state(isKnown: { _ in false }) else {
      throw ExploredApplication.unknownStart
    }
    record.begin(first, faults)
    try readJournals()
    application.stop = stop
    let maximum =
      bounds.states ?? application.settings.maximumStates ?? Explorer.defaultMaximumStates
    for number in plan.numbers {
      do throws(ScriptError) {
        if let (line, journal) = known.removeValue(forKey: number) {
          try stop.check()
          try add(line, of: journal)
        } else {
          try walk(number, stop)
          newWalkCount += 1
        }
        walks += 1
      } catch {
        if let reason = stop.cut(by: error) {
          cuts.append(reason)
        } else if graph.count > 1 {
          cuts.append(.error)
          failure = error
        } else {
          throw error
        }
        break
      }
      var progress = Explorer.Progress()
      progress.states = graph.count
      progress.transitions = graph.transitionCount
      progress.depth = graph.depth
      progress.duration = bounds.now() - stop.start
      note(progress)
      if graph.count > maximum {
        cuts.append(.states(maximum))
        break
      }
    }
    cuts.append(.walks(walks, seed: plan.seed))
    application.endCoverage()
    // Coverage is not collected while the paths to violations are shortened.
    application.coverage = nil
    defer { application.stop = nil }
    return try result(stop)
  }

  private var depth: Int {
    bounds.depth ?? application.settings.maximumDepth ?? Self.defaultDepth
  }

  /// Reads the walks of all journals.
  private func readJournals() throws(ScriptError) {
    let walks = ExplorationJournal.Walks(count: plan.count, seed: plan.seed, depth: depth)
    for journal in shards + (journal.map { [$0] } ?? []) {
      try journal.begin(
        graph.key(of: 0), application.collector.properties.map(\.title), walking: walks
      ) { (line: WalkLine) throws(ScriptError) in known[line.walk] = (line, journal.name) }
    }
  }

  /// Takes one walk.
  private func walk(_ number: Int, _ stop: ExplorationStop) throws(ScriptError) {
    var random = WalkRandom(seed: plan.seed, walk: number)
    var line = WalkLine(number)
    try application.go(along: [])
    var path: [ExplorationAction] = []
    var state = 0
    while path.count < depth {
      try stop.check()
      let actions = try application.actions()
      guard !actions.isEmpty else {
        line.isAtEnd = true
        record.expand(state, [])
        break
      }
      let action = actions[random.below(actions.count)]
      let faults = try application.perform(action)
      expander.forgetEvaluations()
      let target = try expander.state { record.graph.number(of: $0) != nil }
      let step = StateExpansion<ExploredApplication>.Step(
        action: action, faults: faults, target: target, handledLink: application.handledLink)
      if journal != nil { line.add(step, of: actions.count) }
      guard let next = add(step, of: actions.count, after: path, in: state),
        !application.wasStopped
      else { break }
      path.append(action)
      state = next
    }
    guard let journal else { return }
    line.coverage = application.takeUsage()
    try journal.append(line)
  }

  /// Adds a walk from the journal with the given name.
  private func add(_ line: WalkLine, of journal: String) throws(ScriptError) {
    coverage.add(line.coverage)
    var path: [ExplorationAction] = []
    var state = 0
    for step in line.steps {
      let action = try step.step.expansion(in: record, of: journal)
      guard let next = add(action, of: step.choices, after: path, in: state) else { return }
      path.append(action.action)
      state = next
    }
    if line.isAtEnd ?? false { record.expand(state, []) }
  }

  /// Adds an action of a walk. Once all actions of the state have been performed, the state is
  /// marked as expanded.
  ///
  /// - Parameters:
  ///   - count: The number of actions that are available in the state.
  ///   - path: The actions of the walk before this action.
  ///   - state: The number of the state in which the action was performed.
  /// - Returns: The number of the state after the action, or `nil` if it is unknown.
  private func add(
    _ step: StateExpansion<ExploredApplication>.Step, of count: Int,
    after path: [ExplorationAction], in state: Int
  ) -> Int? {
    let transition = record.add(step, from: state)
    for probe in ViolationProbe.shown(by: step, application.collector.properties)
    where violations[probe] == nil {
      violations[probe] = path + [step.action]
    }
    let isExpanded = graph.isExpanded(state)
    let known = isExpanded ? graph.transitions(of: state) : taken[state] ?? []
    if let same = known.first(where: { $0.action == transition.action }) {
      if same.target != transition.target, same.target != nil, transition.target != nil,
        difference == nil
      {
        difference = (state, path, transition.action)
      }
      return transition.target
    }
    if isExpanded { return transition.target }
    taken[state] = known + [transition]
    if known.count + 1 == count, let all = taken.removeValue(forKey: state) {
      record.expand(state, all)
    }
    return transition.target
  }

  /// Adds to the findings the transition that led to a different state than before, and the names
  /// of the variables that differ. The names are omitted if the paths cannot be repeated.
  private func addDifference() {
    guard let (state, path, action) = difference else { return }
    let names = try? application.variablesThatDiffer(after: graph.path(to: state), and: path)
    record.change {
      $0.add(
        HiddenState(
          state: state, path: path, difference: .effect(action), variables: names ?? []))
    }
  }

  // MARK: - Answers

  private func result(_ stop: ExplorationStop) throws(ScriptError) -> ExplorationResult {
    // The paths to visited states are replaced with the shortest known paths.
    record.setPartialTransitions(taken)
    addDifference()
    var summary = ExplorationSummary(
      application: application, record: record, coverage: coverage.coverage, cuts: cuts,
      duration: .zero, failure: failure)
    summary.hasPairs = findsPairs
    summary.keepsTraces = keepsTraces
    var judgements: [ExplorationJudge<ExplorationAction, ScriptLocation>.Judgement] = []
    for judgement in summary.judgements {
      var judgement = judgement
      if let violation = judgement.violation, let probe = judgement.probe {
        judgement.violation = shortened(violation, probe, stop)
      }
      judgements.append(judgement)
    }
    summary.duration = bounds.now() - stop.start
    application.stop = stop.forReport(after: cuts)
    return try summary.result(judgements)
  }

  /// Returns a violation with the shortest path that can be found within the limits.
  ///
  /// The actions on a path of the graph can come from several walks. If the violation depends on
  /// something that is not part of the state, only the path of a walk shows it.
  private func shortened(
    _ violation: ExplorationJudge<ExplorationAction, ScriptLocation>.Violation,
    _ probe: ViolationProbe, _ stop: ExplorationStop
  ) -> ExplorationJudge<ExplorationAction, ScriptLocation>.Violation {
    guard !violation.path.isEmpty, let walk = violations[probe] else { return violation }
    let shortener = PathShortener(application: application, probe: probe, stop: stop)
    var shorter = violation
    guard let shown = shortener.shown(by: violation.path) ?? shortener.shown(by: walk) else {
      shorter.path = walk
      return shorter
    }
    shorter.path = shortener.shortened(shown)
    var bounds = self.bounds
    bounds.depth = shorter.path.count
    bounds.states = Self.maxStatesToShorten
    bounds.time = stop.remaining
    // In breadth-first order, the first violation has the shortest path.
    let explorer = Explorer(
      application, bounds, CoverageCollector(sources: SourceCache()), isStopped: isStopped)
    explorer.goal = probe
    guard let shortest = try? explorer.found(violation, probe),
      shortener.shown(by: shortest.path) != nil
    else { return shorter }
    return shortest
  }
}

/// Shortens a path that ends in a violation by removing actions.
struct PathShortener {
  let application: ExploredApplication
  let probe: ViolationProbe
  let stop: ExplorationStop

  /// Returns a path from which no action can be removed without removing the violation, or the
  /// shortest path so far if the exploration must end.
  ///
  /// Removes ranges of actions, from halves to single actions. Cost: O(actions³) performed actions
  /// in the worst case.
  func shortened(_ path: [ExplorationAction]) -> [ExplorationAction] {
    var path = path
    // The only error is the end of the exploration. The path is then the shortest one so far.
    try? shorten(&path)
    return path
  }

  /// - Throws: `interrupted`.
  private func shorten(_ path: inout [ExplorationAction]) throws(ScriptError) {
    var length = max(1, path.count / 2)
    while true {
      var start = 0
      var isShorter = false
      while start < path.count {
        let end = min(start + length, path.count)
        let candidate = Array(path[..<start] + path[end...])
        if let shown = try shownPrefix(of: candidate) {
          path = shown
          isShorter = true
        } else {
          start = end
        }
      }
      if length > 1 { length /= 2 } else if !isShorter { return }
    }
  }

  /// Performs a path from the start, even if the exploration must end. Returns the actions up to
  /// the first one after which the violation is shown, or `nil` if the violation is not shown, an
  /// action is not available, or an error occurs.
  func shown(by path: [ExplorationAction]) -> [ExplorationAction]? {
    try? prefix(of: path) {}
  }

  /// Performs a path like ``shown(by:)``, unless the exploration must end.
  ///
  /// - Throws: `interrupted`.
  private func shownPrefix(
    of path: [ExplorationAction]
  ) throws(ScriptError) -> [ExplorationAction]? {
    do throws(ScriptError) {
      return try prefix(of: path) { () throws(ScriptError) in try stop.check() }
    } catch {
      if error.kind == .interrupted { throw error }
      return nil
    }
  }

  private func prefix(
    of path: [ExplorationAction], checking check: () throws(ScriptError) -> Void
  ) throws(ScriptError) -> [ExplorationAction]? {
    try application.go(along: [])
    for (index, action) in path.enumerated() {
      try check()
      guard try application.actions().contains(action) else { return nil }
      let faults = try application.perform(action)
      if try probe.isShown(by: faults, in: application) { return Array(path[...index]) }
      if application.wasStopped { return nil }
    }
    return nil
  }
}

/// The random number generator of a walk.
struct WalkRandom {
  private var generator: SplitMix

  init(seed: UInt64, walk: Int) {
    var mixer = SplitMix(state: seed)
    generator = SplitMix(state: mixer.next() &+ UInt64(walk))
    // The first number becomes the state, because generators with successive states begin with
    // similar numbers.
    generator.state = generator.next()
  }

  /// Returns a random number from 0 to one less than the count.
  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
}
