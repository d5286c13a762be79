public import Signalbox

/// The result of an exploration.
public struct ExplorationSummary: Sendable {
  /// A property of the test, or a rule that every application should follow, with its result.
  public struct PropertyResult: Sendable {
    /// The property and its name, or the rule.
    public let title: String
    /// The result.
    public let answer: ExplorationAnswer
    /// The shortest path to the violation, or `nil` if there is none.
    public let counterexample: Counterexample?
  }

  /// An action and its changes.
  public struct Step: Hashable, Sendable {
    /// The action as a Swift statement.
    public let statement: String
    /// The changes to the visible state, one sentence each.
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
  }

  /// The number of states.
  public let stateCount: Int
  /// The number of transitions.
  public let transitionCount: Int
  /// The number of actions on the longest of the shortest paths.
  public let depth: Int
  /// Whether every path was followed. Otherwise, a limit of the exploration was reached.
  public let isExhaustive: Bool
  /// The answers for the properties, in the order of their declarations, followed by the answers
  /// for the rules.
  public let properties: [PropertyResult]
  /// Remarks, such as values that could not be compared.
  public let notes: [String]

  /// The violated properties and rules.
  public var violations: [PropertyResult] { properties.filter { $0.answer == .violated } }
}

extension ExplorationSummary.PropertyResult {
  /// Returns the violation as a message for a test.
  func message(in summary: ExplorationSummary) -> String {
    guard let example = counterexample else { return "explore: \(title) is violated" }
    let steps = example.steps
    let place =
      steps.isEmpty ? "" : " in \(steps.count) action\(steps.count == 1 ? "" : "s")"
    var parts = ["explore: \(title) is violated\(place)\n  \(example.finding)"]
    guard !steps.isEmpty else { return (parts + [summary.text]).joined(separator: "\n\n") }
    let lines = steps.enumerated().flatMap { number, step in
      ["\(number + 1)  \(step.statement)"] + step.changes.map { "     \($0)" }
    }
    parts.append("steps\n" + lines.joined(separator: "\n").indented)
    parts.append("shown\n" + example.screen.indented)
    parts.append("the path in a test, after the start\n" + example.test.indented)
    return (parts + [summary.text]).joined(separator: "\n\n")
  }
}

extension ExplorationSummary.Counterexample {
  /// The path as Swift statements, for a test that has started the application.
  public var test: String {
    (steps.map(\.statement) + ["// \(finding)"]).joined(separator: "\n")
  }
}

extension ExplorationSummary {
  /// The counts, and whether every path was followed.
  var text: String {
    let states = "\(stateCount) state\(stateCount == 1 ? "" : "s")"
    let transitions = "\(transitionCount) transition\(transitionCount == 1 ? "" : "s")"
    let how = isExhaustive ? "every path" : "a limit was reached"
    return (["\(states) · \(transitions) · depth \(depth) · \(how)"] + notes)
      .joined(separator: "\n")
  }
}
