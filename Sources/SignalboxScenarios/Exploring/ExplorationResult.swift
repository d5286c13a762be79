public import SignalboxScripting

/// What an exploration has found.
public struct ExplorationResult {
  /// The answer for a property.
  public enum Answer: Hashable, Sendable {
    /// The property holds in all states of the application.
    case holds
    /// The property holds in all states that were explored; others exist.
    case holdsSoFar
    /// The property is violated.
    case violated
    /// No state decides the property, and states exist that were not explored.
    case undecided
  }

  /// A property of the file, or a rule that every application should follow, with its answer.
  public struct PropertyResult {
    /// The property as its file declares it, or the rule.
    public let title: String
    /// The line of the declaration; `nil` for a rule.
    public let location: ScriptLocation?
    /// The answer.
    public let answer: Answer
    /// The shortest path to the violation; `nil` if there is none.
    public let counterexample: Counterexample?
  }

  /// An action and what it has changed.
  public struct Step: Hashable, Sendable {
    /// The action as Lua source.
    public let lua: String
    /// The changes to the visible state, one sentence each.
    public let changes: [String]
  }

  /// A path from the start of the application.
  public struct Path: Hashable, Sendable {
    /// The actions after the start.
    public let steps: [Step]
    /// The names of the screens of the topmost coordinator after the last action, the root first.
    public let stack: [String]
    /// The name of the front screen after the last action; empty if nothing is shown.
    public let front: String
  }

  /// A path to a state that violates a property.
  public struct Counterexample {
    /// The actions after the start of the application.
    public let steps: [Step]
    /// What is wrong after the last step: one sentence without a full stop.
    public let finding: String
    /// The visible screen after the last step, as text; empty if there are no steps.
    public let screen: String
    /// The line of the error; `nil` if the violation is not an error of a script.
    public let location: ScriptLocation?
    /// How a scenario shows the violation at the end of the path.
    let check: Check
  }

  /// How a scenario shows a violation.
  enum Check: Hashable {
    /// It cannot: the violation is about several paths.
    case none
    /// The path itself fails.
    case path
    /// The property with this name does not hold at the end.
    case property(String)
    /// Something has leaked at the end.
    case leaks
  }

  /// Why the exploration ended before it had tried everything.
  public enum Cut: Hashable, Sendable {
    /// Paths with more actions than this were not followed.
    case depth(Int)
    /// The maximum number of states was reached.
    case states(Int)
    /// The time was over.
    case time(Duration)
    /// The user stopped it.
    case interrupted
    /// A function of the file raised an error (``ExplorationResult/failure``).
    case error
  }

  /// The Lua statement that starts the application.
  public let start: String
  /// The number of states.
  public let stateCount: Int
  /// The number of transitions.
  public let transitionCount: Int
  /// The number of actions on the longest of the shortest paths.
  public let depth: Int
  /// How long it took.
  public let duration: Duration
  /// Why it ended early; empty if everything was tried.
  public let cuts: [Cut]
  /// The answers: first those of the properties, in the order of their declarations, then those of
  /// the rules.
  public let properties: [PropertyResult]
  /// Remarks, such as values that could not be compared.
  public let notes: [String]
  /// The error that ended the exploration; `nil` if there was none.
  public let failure: ScriptError?

  /// The violated properties and rules.
  public var violations: [PropertyResult] { properties.filter { $0.answer == .violated } }
  /// Whether everything was tried.
  public var isExhaustive: Bool { cuts.isEmpty }
}
