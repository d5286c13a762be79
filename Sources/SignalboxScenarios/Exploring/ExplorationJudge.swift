internal import SignalboxScripting

/// Answers the properties and the rules from a graph.
struct ExplorationJudge {
  /// A path that violates a property.
  struct Violation {
    var path: [ExplorationAction]
    /// One sentence without a full stop.
    let finding: String
    var location: ScriptLocation?
    /// How a scenario shows the violation at the end of the path.
    var check = ExplorationResult.Check.none
  }

  /// An answer with the violation.
  struct Judgement {
    let title: String
    var location: ScriptLocation?
    let answer: ExplorationResult.Answer
    var violation: Violation?
    /// How paths show the violation; `nil` if a single path does not.
    var probe: ViolationProbe?
  }

  /// The rules that apply to every application.
  enum Rule: String, CaseIterable {
    case errors, leaks, deadEnds, traps, routes, determinism

    /// The kind of mistakes that the rule is about; `nil` for a rule about states.
    var fault: ActionFault.Kind? {
      switch self {
      case .errors: .error
      case .leaks: .leak
      case .deadEnds, .traps, .routes, .determinism: nil
      }
    }

    /// The rule as one sentence.
    var title: String {
      switch self {
      case .errors: "no handler raises an error"
      case .leaks: "nothing stays alive after it was removed"
      case .deadEnds: "every state has an action that changes something"
      case .traps: "the start can be reached from everywhere"
      case .routes: "every route is reached"
      case .determinism: "equal states behave alike"
      }
    }
  }

  let graph: StateGraph
  let findings: ExplorationFindings
  let properties: [ExplorationProperty]
  let isExhaustive: Bool
  /// The rules that the file does not check.
  let ignored: Set<String>
  /// The routes that no path has reached.
  let unreached: [String]

  /// The answers: properties in the order of their declarations, then rules.
  var judgements: [Judgement] {
    var first = 0
    var judgements: [Judgement] = []
    for property in properties {
      judgements.append(judge(property, first))
      first += property.kind.conditions.count
    }
    let rules = Rule.allCases.filter { !ignored.contains($0.rawValue) }
    return judgements + rules.map(judge)
  }

  private static let noWay = "from here, no path leads to such a state"

  // MARK: - Properties

  private func judge(_ property: ExplorationProperty, _ condition: Int) -> Judgement {
    func answered(_ answer: ExplorationResult.Answer, _ violation: Violation? = nil) -> Judgement {
      Judgement(
        title: property.title, location: property.location, answer: answer, violation: violation,
        probe: property.kind.isOfEveryState
          ? ViolationProbe(subject: .property(property.name)) : nil)
    }
    func violated(_ state: Int, _ finding: String, named: Bool = false) -> Judgement {
      answered(
        .violated,
        Violation(
          path: graph.path(to: state), finding: finding, location: property.location,
          check: named ? .property(property.name) : .none))
    }
    if let (error, state) = findings.errors[property.name] {
      return answered(
        .violated,
        Violation(
          path: graph.path(to: state), finding: "its condition raises: \(error.message)",
          location: error.location ?? property.location,
          check: property.kind.isOfEveryState ? .property(property.name) : .none))
    }
    let whole: ExplorationResult.Answer = isExhaustive ? .holds : .holdsSoFar
    switch property.kind {
    case .always:
      guard let state = graph.nearest(where: { !$0.holds[condition] }) else {
        return answered(whole)
      }
      return violated(state, "it does not hold here", named: true)
    case .never:
      guard let state = graph.nearest(where: { $0.holds[condition] }) else {
        return answered(whole)
      }
      return violated(state, "it holds here", named: true)
    case .reachable:
      if graph.states.contains(where: { $0.holds[condition] }) { return answered(.holds) }
      guard isExhaustive else { return answered(.undecided) }
      return violated(0, "no state fulfils it")
    case .fromEverywhere:
      let distances = distances(to: condition)
      guard let state = distances.firstIndex(of: nil) else { return answered(whole) }
      return violated(state, Self.noWay)
    case .within(let count, _, _):
      let distances = distances(to: condition + 1)
      let state = graph.states.indices.first { number in
        graph.states[number].holds[condition] && (distances[number] ?? .max) > count
      }
      guard let state else { return answered(whole) }
      let finding = distances[state].map { "from here, such a state needs \($0) actions" }
      return violated(state, finding ?? Self.noWay)
    }
  }

  /// Returns the distance of each state to the nearest one that fulfils a condition. A state that was
  /// not expanded counts as one that does, as its actions are unknown.
  private func distances(to condition: Int) -> [Int?] {
    graph.distances(
      to: graph.states.indices.filter { number in
        graph.states[number].holds[condition] || graph.states[number].transitions == nil
      })
  }

  // MARK: - Rules

  private func judge(_ rule: Rule) -> Judgement {
    let violation =
      switch rule {
      case .errors: fault(.error)
      case .leaks: fault(.leak)
      case .deadEnds: deadEnd
      case .traps: trap
      case .routes: unreachedRoutes
      case .determinism: difference
      }
    let whole: ExplorationResult.Answer = isExhaustive ? .holds : .holdsSoFar
    let isUndecided = rule == .routes && !isExhaustive && !unreached.isEmpty
    return Judgement(
      title: rule.title, answer: violation != nil ? .violated : isUndecided ? .undecided : whole,
      violation: violation, probe: rule.fault.map { ViolationProbe(subject: .fault($0)) })
  }

  private func fault(_ kind: ActionFault.Kind) -> Violation? {
    findings.faults.first { $0.fault.kind == kind }.map { found in
      Violation(
        path: graph.path(to: found.state) + (found.action.map { [$0] } ?? []),
        finding: found.fault.text, location: found.fault.location,
        check: kind == .leak ? .leaks : .path)
    }
  }

  private var deadEnd: Violation? {
    let state = graph.states.indices.first { number in
      graph.states[number].transitions?.allSatisfy { $0.target == number } ?? false
    }
    guard let state, graph.states.count > 1 else { return nil }
    let isEmpty = graph.states[state].transitions?.isEmpty ?? true
    return Violation(
      path: graph.path(to: state),
      finding: isEmpty ? "no action is available here" : "no action changes anything here")
  }

  private var trap: Violation? {
    let unexpanded = graph.states.indices.filter { graph.states[$0].transitions == nil }
    let distances = graph.distances(to: [0] + unexpanded)
    guard let state = distances.firstIndex(of: nil) else { return nil }
    return Violation(
      path: graph.path(to: state), finding: "from here, no path leads back to the start")
  }

  private var unreachedRoutes: Violation? {
    guard isExhaustive, !unreached.isEmpty else { return nil }
    return Violation(
      path: [], finding: "no path reaches \(unreached.joined(separator: ", "))")
  }

  private var difference: Violation? {
    if let hidden = findings.hidden {
      let names = hidden.variables.joined(separator: ", ")
      let what = hidden.action.map { "\($0.lua) does" } ?? "the available actions are"
      return Violation(
        path: hidden.path + (hidden.action.map { [$0] } ?? []),
        finding:
          "\(what) something else than after the shorter path to the same state; these variables "
          + "differ: \(names.isEmpty ? "none that is known" : names)")
    }
    guard let state = findings.unstable else { return nil }
    return Violation(
      path: graph.path(to: state),
      finding: "the same actions lead to another state when they are repeated")
  }
}
