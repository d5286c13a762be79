public import Signalbox
public import SignalboxScripting

/// What an exploration has found.
public struct ExplorationResult {
  /// The answer for a property.
  public typealias Answer = ExplorationAnswer

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
    let check: ExplorationJudge<ExplorationAction, ScriptLocation>.Check
    /// The lines of a recording of the steps; empty unless recordings were requested.
    var recording: [String] = []
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
    /// The paths were random.
    case walks(Int, seed: UInt64)
    /// A function of the file raised an error (``ExplorationResult/failure``).
    case error
  }

  /// Transitions between screens that follow each other.
  public struct Pairs: Hashable, Sendable {
    /// The number of pairs that some path contains.
    public let taken: Int
    /// The pairs that no path contains, although the second transition begins at the screen where
    /// the first one ends, such as `list → product → payment`.
    public let missing: [String]

    /// The number of pairs.
    public var total: Int { taken + missing.count }
  }

  /// The Lua statement that starts the application; empty if loading the file starts it.
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
  /// The routes, transitions, actions, guards and links that paths have used.
  public let coverage: ScenarioCoverage
  /// The pairs of successive transitions between screens; `nil` unless they were requested.
  public let pairs: Pairs?
  /// The error that ended the exploration; `nil` if there was none.
  public let failure: ScriptError?

  /// The violated properties and rules.
  public var violations: [PropertyResult] { properties.filter { $0.answer == .violated } }
  /// Whether everything was tried.
  public var isExhaustive: Bool { cuts.isEmpty }
}
