public import Signalbox
internal import SignalboxInspector

/// The result of an exploration.
public struct ExplorationSummary: Sendable {
  /// A property of the test, or a rule that every application should follow, with its result.
  public struct PropertyResult: Sendable {
    /// The property as declared in the test, or the rule.
    public let title: String
    /// The result.
    public let answer: ExplorationAnswer
    /// The shortest known path to the violation, or `nil` if there is none.
    public let counterexample: Counterexample?
  }

  /// An action and the changes that it caused.
  public struct Step: Hashable, Sendable {
    /// The action as a Swift statement.
    public let statement: String
    /// The changes to the visible state, one line each, such as `Shop stack: + product`.
    public let changes: [String]
  }

  /// A path to a state that violates a property.
  public struct Counterexample: Hashable, Sendable {
    /// The actions after the start of the application.
    public let steps: [Step]
    /// A one-sentence description of the violation after the last step, without a period.
    public let finding: String
    /// The visible screen after the last step, as text. The string is empty if there are no steps.
    public let screen: String
    /// The coordinator types whose work the steps end. A test must hold their work before the start.
    public let heldTypes: [String]
  }

  /// A reason why an exploration did not follow every path.
  public enum Cut: Hashable, Sendable {
    /// Paths with more actions than this were not followed.
    case depth(Int)
    /// The maximum number of states was reached.
    case states(Int)
    /// The exploration did not wait for timers that fire after this virtual time.
    case time(Duration)
    /// The task of the test was cancelled, for example by a time limit.
    case cancelled
    /// A closure of the test has thrown an error, which is thrown again at the end.
    case error
  }

  /// The number of states.
  public let stateCount: Int
  /// The number of transitions.
  public let transitionCount: Int
  /// The number of actions on the longest of the shortest paths to the states.
  public let depth: Int
  /// The reasons why the exploration did not follow every path. The list is empty if every path was
  /// followed.
  public let cuts: [Cut]
  /// The results of the properties in the order of their declarations, followed by the results of
  /// the rules.
  public let properties: [PropertyResult]
  /// Remarks, for example about values that could not be compared.
  public let notes: [String]

  /// The error that ended the exploration after the first state, or `nil` if there was none.
  var failure: (any Error)?

  /// Whether every path was followed.
  public var isExhaustive: Bool { cuts.isEmpty }
  /// The violated properties and rules.
  public var violations: [PropertyResult] { properties.filter { $0.answer == .violated } }
}

extension ExplorationSummary.PropertyResult {
  /// Returns the violation as a message for a test.
  func message(in summary: ExplorationSummary) -> String {
    guard let example = counterexample else { return "explore: \(title) is violated" }
    let steps = example.steps
    let place =
      steps.isEmpty ? "" : " in \(counted(steps.count, "action"))"
    var parts = ["explore: \(title) is violated\(place)\n  \(example.finding)"]
    guard !steps.isEmpty else { return (parts + [summary.text]).joined(separator: "\n\n") }
    let lines = steps.enumerated().flatMap { number, step in
      ["\(number + 1)  \(step.statement)"] + step.changes.map { "     \($0)" }
    }
    parts.append("steps\n" + lines.joined(separator: "\n").indented)
    parts.append("shown\n" + example.screen.indented)
    parts.append("the path in a test, after the start\n" + example.statements.indented)
    return (parts + [summary.text]).joined(separator: "\n\n")
  }
}

extension ExplorationSummary.Counterexample {
  /// The path as Swift statements, for a test that has started the application. If the steps end
  /// asynchronous work, the first lines are comments with the statements that must precede the
  /// start.
  public var statements: String {
    let holds = heldTypes.map { "// before the start: app.holdWork(of: \($0.debugDescription))" }
    return (holds + steps.map(\.statement) + ["// \(finding)"]).joined(separator: "\n")
  }
}

extension ExplorationSummary {
  /// The limits that ended the exploration, such as `up to depth 4`.
  var limit: String {
    cuts.map { cut in
      switch cut {
      case .depth(let depth): "up to depth \(depth)"
      case .states(let count): "up to \(counted(count, "state"))"
      case .time(let time): "up to \(time) of virtual time"
      case .cancelled: "until the test was cancelled"
      case .error: "until an error occurred"
      }
    }.joined(separator: ", ")
  }

  /// The counts, the limits that were reached, if any, and the notes.
  var text: String {
    let states = counted(stateCount, "state")
    let transitions = counted(transitionCount, "transition")
    let how = isExhaustive ? "every path" : limit
    return (["\(states) · \(transitions) · depth \(depth) · \(how)"] + notes)
      .joined(separator: "\n")
  }
}

// MARK: - Reading an exploration

extension ExplorationSummary {
  /// Explores every path through an application.
  ///
  /// - Throws: The errors of the test's closures, and those that prevent any exploration.
  init(_ exploration: Exploration, _ application: ExploredFixture) throws {
    let search = StateSearch(
      application, maxDepth: exploration.maxDepth ?? .max, maxStates: exploration.maxStates,
      maxRechecks: Self.maxRechecks)
    guard try search.begin() else { throw Self.unknownStart }
    var cuts: [Cut] = []
    var failure: (any Error)?
    do {
      while !search.isFull, try search.advance(checking: { try Task.checkCancellation() }) {}
    } catch is CancellationError where Task.isCancelled {
      cuts.append(.cancelled)
    } catch {
      guard search.record.graph.count > 1 else { throw error }
      cuts.append(.error)
      failure = error
    }
    if search.isFull { cuts.append(.states(exploration.maxStates)) }
    if let depth = search.cutDepth { cuts.append(.depth(depth)) }
    if application.isCutByTime, let time = exploration.maxTime { cuts.append(.time(time)) }
    let (graph, findings) = (search.record.graph, search.record.findings)
    let judge = ExplorationJudge(
      graph: graph, findings: findings, properties: exploration.properties.map(\.property),
      isExhaustive: cuts.isEmpty, ignored: Set(exploration.ignoredRules.map(\.rawValue)),
      unreached: application.unreached, uncompared: application.uncompared.sorted())
    var results: [PropertyResult] = []
    for judgement in judge.judgements {
      let path = judgement.violation?.path
      let example = try path.map { try Self.steps($0, in: application) }
      results.append(
        PropertyResult(
          title: judgement.title, answer: judgement.answer,
          counterexample: example.map { steps in
            Counterexample(
              steps: steps, finding: judgement.violation?.finding ?? "",
              screen: steps.isEmpty ? "" : application.app.screen,
              heldTypes: application.heldTypes(on: path ?? []))
          }))
    }
    self.init(
      stateCount: graph.count, transitionCount: graph.transitionCount, depth: graph.depth,
      cuts: cuts, properties: results,
      notes: Self.notes(
        of: search.record, exploration, application, isExhaustive: cuts.isEmpty),
      failure: failure)
  }

  /// The number of actions on second paths to known states after which no further state is
  /// compared. Each of these actions starts the application again.
  private static var maxRechecks: Int { 2_000 }

  private static var unknownStart: NavigationError {
    NavigationError(
      .notSerializable, "explore: an argument of the first screens cannot be encoded as plain data",
      hint: "pass Codable values, or register factories for the objects that you pass")
  }

  private static func notes(
    of record: ExplorationRecord<ExploredFixture>, _ exploration: Exploration,
    _ application: ExploredFixture, isExhaustive: Bool
  ) -> [String] {
    var notes: [String] = []
    if record.findings.gaps.contains(.values) {
      notes.append(
        "States that differ only in these properties count as one, because values such as "
          + "closures and actors are not compared: "
          + "\(application.uncompared.sorted().joined(separator: ", ")).")
    }
    if record.hasUnknownState {
      notes.append(
        "States with an argument that cannot be encoded as plain data were not explored.")
    }
    if let obstacle = application.obstacle {
      notes.append("Paths were repeated from the start: \(obstacle).")
    }
    if application.hasUncheckedLeaks {
      notes.append("Not every action that removes a coordinator was checked for leaks.")
    }
    let shown = Set(record.graph.states.map { record.graph.front(of: $0).name }).union(
      application.screens)
    for property in exploration.properties {
      let names = property.conditions.reduce(into: Set<String>()) { $0.formUnion($1.fronts) }
      for name in names.subtracting(shown).sorted() {
        notes.append(
          FrontScreen.note(
            onUnknown: name, of: property.property.title, known: application.screens))
      }
    }
    for (number, ending) in exploration.endings.enumerated()
    where !application.usedEndings.contains(number) {
      notes.append(
        "No work of \(ending.type.debugDescription) has ended with \(ending.ending.source).")
    }
    let unhandled = isExhaustive ? "No state handles" : "No explored state has handled"
    for link in exploration.links where !record.handledLinks.contains(link) {
      notes.append("\(unhandled) the link \(link.debugDescription).")
    }
    return notes
  }

  /// Performs a path in a new application, and describes the changes that each action causes.
  private static func steps(
    _ path: [FixtureAction], in application: ExploredFixture
  ) throws -> [Step] {
    try application.replay([])
    var steps: [Step] = []
    var document = application.app.engine.tree
    for action in path {
      _ = application.perform(action)
      let next = application.app.engine.tree
      let changes = next.difference(from: document).changes.map(\.description)
      steps.append(Step(statement: action.statement, changes: changes))
      document = next
    }
    return steps
  }
}
