/// Explores every path through an application in breadth-first order, so that each state is found
/// on a shortest path.
///
/// The owner calls ``begin()`` once, and then ``advance(checking:)`` until it returns `false` or a
/// limit is reached.
package final class StateSearch<Application: Explorable> {
  /// An action of the explored application.
  package typealias Action = Application.Action
  /// The results of performing the actions of one state.
  package typealias Expansion = StateExpansion<Application>
  /// The states, transitions and findings so far.
  package typealias Record = ExplorationRecord<Application>

  /// A state to expand.
  package struct Job: Sendable {
    package let path: [Action]
    package let key: StateKey
  }

  /// Expands many states at once, in other applications.
  package struct Pool {
    /// A closure that returns the number of states to expand next, or 1 if too few are queued.
    let batchSize: (_ queued: Int) -> Int
    /// A closure that expands states and returns the expansions in the same order.
    let expand: ([Job], _ known: StateGraph<Action>) throws(Application.Failure) -> [Expansion]

    package init(
      batchSize: @escaping (_ queued: Int) -> Int,
      expand:
        @escaping ([Job], _ known: StateGraph<Action>) throws(Application.Failure) -> [Expansion]
    ) {
      (self.batchSize, self.expand) = (batchSize, expand)
    }
  }

  package let application: Application
  private let expander: StateExpander<Application>
  private let maxDepth: Int
  private let maxStates: Int
  /// The number of actions that remain for second paths. If it is not positive, no further state is
  /// compared.
  private var remainingRechecks: Int
  package private(set) var record = Record()
  /// The number of the next state to expand.
  private var next = 0
  /// The state that the application has expanded last.
  private var lastState = 0
  /// The path to ``lastState``. The path is kept, so that the cost of the path to a neighboring
  /// state does not depend on the depth.
  private var lastPath: [Action] = []
  /// The number of actions on the path to the first state that was not expanded because of the
  /// maximum length, or `nil` if there is none. Added expansions can make it exceed the maximum.
  package private(set) var cutDepth: Int?
  /// The pool that expands states in other applications. If `nil`, the application expands all
  /// states.
  package var pool: Pool?
  /// A closure that is called with each complete expansion before the expansion is added. It is not
  /// called once a second path has led to an unknown state, because another search finds the
  /// following states only when it compares the same paths.
  package var willAdd: ((Expansion, _ state: Int, Record) throws(Application.Failure) -> Void)?

  /// - Parameters:
  ///   - maxDepth: The maximum number of actions on a path.
  ///   - maxStates: The number of states after which the owner ends the search.
  ///   - maxRechecks: The number of actions on second paths after which no further state is
  ///     compared.
  package init(
    _ application: Application, maxDepth: Int = .max, maxStates: Int = .max,
    maxRechecks: Int = .max
  ) {
    (self.application, self.maxDepth, self.maxStates) = (application, maxDepth, maxStates)
    remainingRechecks = maxRechecks
    expander = StateExpander(application)
  }

  private var graph: StateGraph<Action> { record.graph }

  /// Whether the number of states exceeds the maximum.
  package var isFull: Bool { graph.count > maxStates }
  /// The number of states that have not been selected for expansion.
  package var queuedCount: Int { graph.count - next }
  /// The number of actions on the path to the state that was selected last, or 0 if none has been
  /// selected.
  package var currentDepth: Int { next > 0 ? graph.depth(of: next - 1) : 0 }

  /// Starts the application.
  ///
  /// - Returns: Whether the first state can be compared. Otherwise, no exploration is possible.
  package func begin() throws(Application.Failure) -> Bool {
    let faults = try application.go(along: [])
    guard let start = try expander.state(isKnown: { _ in false }) else { return false }
    record.begin(start, faults)
    return true
  }

  /// Adds an expansion that an earlier search has found.
  package func add(_ expansion: Expansion, of state: Int) { record.add(expansion, of: state) }

  /// Expands the next states. If none are left, compares a state on a second path.
  ///
  /// - Parameter check: A closure that is called before each action. If it throws an error, the
  ///   search ends.
  /// - Returns: `false` if no work remains.
  /// - Throws: The application's error, which ends the search. The results so far are retained.
  package func advance(
    checking check: () throws(Application.Failure) -> Void
  ) throws(Application.Failure) -> Bool {
    let batch = takeBatch()
    if !batch.isEmpty {
      try expand(batch, check)
      return true
    }
    guard remainingRechecks > 0, let (state, path, second) = record.takeSecondPath() else {
      return false
    }
    try compare(state, after: path, second, check)
    return true
  }

  /// Returns the numbers of the states to expand next: one state, or many states for a pool.
  private func takeBatch() -> [Int] {
    var batch: [Int] = []
    let maximum = pool.map { $0.batchSize(queuedCount) } ?? 1
    while next < graph.count, batch.count < maximum {
      if !graph.isExpanded(next) {
        if graph.depth(of: next) < maxDepth {
          batch.append(next)
        } else {
          cutDepth = cutDepth ?? graph.depth(of: next)
        }
      }
      next += 1
    }
    return batch
  }

  /// Performs all actions of some states, and adds their effects in the order of the states.
  private func expand(
    _ states: [Int], _ check: () throws(Application.Failure) -> Void
  ) throws(Application.Failure) {
    if let pool, states.count > 1 {
      let jobs = states.map { Job(path: graph.path(to: $0), key: graph.key(of: $0)) }
      for (state, expansion) in zip(states, try pool.expand(jobs, graph)) {
        if isFull { break }
        try addNew(expansion, of: state)
      }
      return
    }
    for state in states {
      let shared = record.graph.move(&lastPath, from: lastState, to: state)
      lastState = state
      expander.forgetEvaluations()
      let expansion = expander.expand(
        lastPath, graph.key(of: state), sharing: shared,
        isKnown: { record.graph.number(of: $0) != nil }, check: check)
      try addNew(expansion, of: state)
    }
  }

  private func addNew(_ expansion: Expansion, of state: Int) throws(Application.Failure) {
    if expansion.failure == nil, !graph.hasDetours { try willAdd?(expansion, state, record) }
    record.add(expansion, of: state)
    if let failure = expansion.failure { throw failure }
  }

  // MARK: - Hidden state

  /// Evaluates the properties in a known state and performs its actions again, after a path that may
  /// have changed the values of variables. A state that only this path reaches is added, so that it
  /// is explored as well.
  private func compare(
    _ state: Int, after path: [Action], _ second: Int,
    _ check: () throws(Application.Failure) -> Void
  ) throws(Application.Failure) {
    guard graph.isExpanded(state) else { return }
    let transitions = graph.transitions(of: state)
    remainingRechecks -= transitions.count + 1
    (lastState, lastPath) = (0, [])
    try application.replay(path)
    guard try application.observe()?.key == graph.key(of: state) else {
      return record.change { $0.addUnstable(state) }
    }
    var difference: HiddenState<Action>.Difference?
    let evaluation = try application.evaluate()
    if record.compare(evaluation.holds, in: state, after: path) { difference = .conditions }
    // A condition with an error may have changed the state.
    if !evaluation.errors.isEmpty { try application.replay(path) }
    let actions = try application.actions()
    guard actions.map(\.source) == transitions.map(\.action.source) else {
      return try addHidden(state, path, .actions)
    }
    expander.forgetEvaluations()
    for (number, (action, transition)) in zip(actions, transitions).enumerated() {
      try check()
      if number > 0 { try application.replay(path) }
      let step = try expander.step(action, isKnown: { record.graph.number(of: $0) != nil })
      let differs = record.add(
        step, of: state, afterSecondPath: second, path, expecting: transition.target)
      if differs, difference == nil { difference = .effect(action) }
    }
    if let difference { try addHidden(state, path, difference) }
  }

  private func addHidden(
    _ state: Int, _ path: [Action], _ difference: HiddenState<Action>.Difference
  ) throws(Application.Failure) {
    guard record.findings.hidden == nil else { return }
    let names = try application.variablesThatDiffer(after: graph.path(to: state), and: path)
    record.change {
      $0.add(HiddenState(state: state, path: path, difference: difference, variables: names))
    }
  }
}
