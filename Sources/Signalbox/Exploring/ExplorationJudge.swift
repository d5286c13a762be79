/// Evaluates the properties and the rules on the graph of an exploration.
package struct ExplorationJudge<Action: ExplorableAction, Location: Hashable & Sendable> {
  /// The check that fails after a path to a violation.
  package enum Check: Hashable, Sendable {
    /// No check fails after the path, for example because the violation concerns several paths.
    case none
    /// The path itself fails when it is repeated.
    case path
    /// The property with the given name does not hold at the end of the path.
    case property(String)
    /// An object has leaked at the end of the path.
    case leaks
  }

  /// The property or the rule that a result belongs to.
  package enum Subject: Sendable {
    case property(StateProperty<Location>)
    case rule(ExplorationRule)
  }

  /// A violation of a property or a rule, with the path that leads to the violation.
  package struct Violation {
    package var path: [Action]
    /// A description of the violation, as a sentence without a period.
    package let finding: String
    package fileprivate(set) var location: Location?
    /// The check that makes a scenario with this path fail.
    package fileprivate(set) var check = Check.none
  }

  /// The result of a property or a rule, with the violation if there is one.
  package struct Judgement {
    package let subject: Subject
    package let answer: ExplorationAnswer
    package var violation: Violation?

    /// The property as declared in its file, or the rule as a sentence.
    package var title: String {
      switch subject {
      case .property(let property): property.title
      case .rule(let rule): rule.title
      }
    }

    /// The location of the declaration, or `nil` for a rule or if the location is unknown.
    package var location: Location? {
      switch subject {
      case .property(let property): property.location
      case .rule: nil
      }
    }
  }

  private let graph: StateGraph<Action>
  private let findings: ExplorationFindings<Action, Location>
  private let properties: [StateProperty<Location>]
  private let isExhaustive: Bool
  private let ignored: Set<String>
  private let unreached: [String]
  private let uncompared: [String]

  /// - Parameters:
  ///   - properties: The properties, in the order of their conditions in the graph.
  ///   - isExhaustive: Whether the exploration followed every path.
  ///   - ignored: The names of the rules that are not checked.
  ///   - unreached: The routes that no path has reached.
  ///   - uncompared: The coordinator properties that are part of states but cannot be compared.
  package init(
    graph: StateGraph<Action>, findings: ExplorationFindings<Action, Location>,
    properties: [StateProperty<Location>], isExhaustive: Bool, ignored: Set<String>,
    unreached: [String], uncompared: [String] = []
  ) {
    (self.graph, self.findings, self.properties) = (graph, findings, properties)
    (self.isExhaustive, self.ignored) = (isExhaustive, ignored)
    (self.unreached, self.uncompared) = (unreached, uncompared)
  }

  /// The results of the properties, in the order of their declarations, followed by the results of
  /// the rules.
  package var judgements: [Judgement] {
    var first = 0
    var judgements: [Judgement] = []
    for property in properties {
      judgements.append(judge(property, first))
      first += property.kind.conditionCount
    }
    let rules = ExplorationRule.allCases.filter { !ignored.contains($0.rawValue) }
    return judgements + rules.map(judge)
  }

  private static var noWay: String { "from here, no path leads to such a state" }

  // MARK: - Properties

  private func judge(_ property: StateProperty<Location>, _ condition: Int) -> Judgement {
    func answered(_ answer: ExplorationAnswer, _ violation: Violation? = nil) -> Judgement {
      Judgement(subject: .property(property), answer: answer, violation: violation)
    }
    func violated(_ path: [Action], _ finding: String, named: Bool = false) -> Judgement {
      answered(
        .violated,
        Violation(
          path: path, finding: finding, location: property.location,
          check: named ? .property(property.name) : .none))
    }
    if let error = findings.errors[property.name] {
      return answered(
        .violated,
        Violation(
          path: graph.path(to: error.state),
          finding: "its condition raises an error: \(error.message)",
          location: error.location ?? property.location,
          check: property.kind.isOfEveryState ? .property(property.name) : .none))
    }
    let whole: ExplorationAnswer = isExhaustive ? .holds : .holdsSoFar
    switch property.kind {
    case .always:
      guard let path = path(toCondition: condition, that: false) else { return answered(whole) }
      return violated(path, "it does not hold here", named: true)
    case .never:
      guard let path = path(toCondition: condition, that: true) else { return answered(whole) }
      return violated(path, "it holds here", named: true)
    case .reachable:
      if path(toCondition: condition, that: true) != nil { return answered(.holds) }
      guard isExhaustive else { return answered(.undecided) }
      return violated([], "no state satisfies it")
    case .fromEverywhere:
      guard let state = distances(to: condition).firstWithout else { return answered(whole) }
      return violated(graph.path(to: state), Self.noWay)
    case .within(let count):
      let distances = distances(to: condition + 1)
      let state = graph.states.first {
        graph.holds(condition, in: $0) && (distances[$0] ?? .max) > count
      }
      guard let state else { return answered(whole) }
      let finding = distances[state].map {
        "from here, the nearest such state is \(counted($0, "action")) away"
      }
      return violated(graph.path(to: state), finding ?? Self.noWay)
    }
  }

  /// Returns the shortest known path after which a condition has the given value, or `nil` if there
  /// is none.
  private func path(toCondition condition: Int, that holds: Bool) -> [Action]? {
    let state = graph.nearest { graph.holds(condition, in: $0) == holds }
    return state.map(graph.path(to:)) ?? findings.path(toCondition: condition, that: holds)
  }

  /// Returns the distance from each state to the nearest state in which a condition holds. A state
  /// from which an action may lead to an unknown state also counts as such a state.
  private func distances(to condition: Int) -> StateGraph<Action>.Distances {
    graph.distances(to: { graph.holds(condition, in: $0) || graph.isOpen($0) })
  }

  // MARK: - Rules

  private func judge(_ rule: ExplorationRule) -> Judgement {
    let violation =
      switch rule {
      case .errors: fault(.error)
      case .leaks: fault(.leak)
      case .deadEnds: deadEnd
      case .traps: trap
      case .routes: unreachedRoutes
      case .determinism: difference
      }
    let whole: ExplorationAnswer = isExhaustive ? .holds : .holdsSoFar
    let isUndecided = rule == .routes && !isExhaustive && !unreached.isEmpty
    return Judgement(
      subject: .rule(rule),
      answer: violation != nil ? .violated : isUndecided ? .undecided : whole,
      violation: violation)
  }

  private func fault(_ kind: ActionFault<Location>.Kind) -> Violation? {
    findings.faults.first { $0.fault.kind == kind }.map { found in
      Violation(
        path: found.path(in: graph), finding: found.fault.text, location: found.fault.location,
        check: kind == .leak ? .leaks : .path)
    }
  }

  private var deadEnd: Violation? {
    guard graph.count > 1, let state = graph.states.first(where: graph.isDeadEnd) else {
      return nil
    }
    let isEmpty = graph.transitions(of: state).isEmpty
    return Violation(
      path: graph.path(to: state),
      finding: isEmpty ? "no action is available here" : "no action changes anything here")
  }

  private var trap: Violation? {
    let distances = graph.distances(to: { $0 == 0 || graph.isOpen($0) })
    guard let state = distances.firstWithout else { return nil }
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
      let unknown =
        uncompared.isEmpty
        ? "no variable is known to differ"
        : "no variable is known to differ; \(uncompared.joined(separator: ", ")) cannot be compared"
      let names = hidden.variables.joined(separator: ", ")
      var path = hidden.path
      let what: String
      switch hidden.difference {
      case .conditions: what = "the values of the properties differ from those"
      case .actions: what = "the available actions differ from those"
      case .effect(let action):
        what = "\(action.source) behaves differently than"
        path.append(action)
      }
      return Violation(
        path: path,
        finding:
          "\(what) after the shorter path to the same state; "
          + (names.isEmpty ? unknown : "these variables differ: \(names)"))
    }
    guard let state = findings.unstable else { return nil }
    return Violation(
      path: graph.path(to: state),
      finding: "repeating these actions leads to a different state")
  }
}
