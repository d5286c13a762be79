public import Signalbox
public import SignalboxInspector
public import SignalboxScripting

/// The result of an exploration.
public struct ExplorationResult {
  /// The result for a property.
  public typealias Answer = ExplorationAnswer

  /// A property of the file, or a rule that every application should follow, with its result.
  public struct PropertyResult {
    /// The property as declared in its file, or the rule as a sentence.
    public let title: String
    /// The location of the declaration, or `nil` for a rule or a goal.
    public let location: ScriptLocation?
    /// The result.
    public let answer: Answer
    /// The shortest known path to the violation, or `nil` if there is none.
    public let counterexample: Counterexample?
  }

  /// An action and the changes that it caused.
  public struct Step: Hashable, Sendable {
    /// The action as Lua source.
    public let lua: String
    /// The changes to the visible state, one line each, such as `Shop stack: + product`.
    public let changes: [String]
  }

  /// A path from the start of the application.
  public struct Path: Hashable, Sendable {
    /// The actions after the start.
    public let steps: [Step]
    /// The names of the frontmost coordinator's screens after the last action, starting with the
    /// root.
    public let stack: [String]
    /// The name of the front screen after the last action. The string is empty if no screen is
    /// shown.
    public let front: String
  }

  /// A path to a violation of a property or rule.
  public struct Counterexample {
    /// The actions after the start of the application.
    public let steps: [Step]
    /// The problem after the last step: a sentence without a period.
    public let finding: String
    /// The visible screen after the last step, as text. The string is empty if there are no steps,
    /// or if the exploration ended before the steps were repeated.
    public let screen: String
    /// The location of the error that a script raised or, if there is no error, of the property's
    /// declaration. The value is `nil` if no location is known.
    public let location: ScriptLocation?
    /// The way in which a scenario shows the violation at the end of the path.
    let check: ExplorationJudge<ExplorationAction, ScriptLocation>.Check
    /// Whether the path was repeated. Otherwise, the changes, the screen and the recording are empty.
    let isRepeated: Bool
    /// The lines of a recording of the steps. The array is empty unless recordings were requested.
    var recording: [String] = []
  }

  /// The reason why the exploration ended before all paths were tried.
  public enum Cut: Hashable, Sendable {
    /// The limit on the number of actions on a path was reached.
    case depth(Int)
    /// The maximum number of states was reached.
    case states(Int)
    /// The time limit was reached.
    case time(Duration)
    /// The user stopped the exploration.
    case interrupted
    /// Only random paths were followed: the given number of walks with the given seed.
    case walks(Int, seed: UInt64)
    /// An error ended the exploration (``ExplorationResult/failure``).
    case error
  }

  /// The pairs of successive transitions between screens.
  package struct Pairs: Hashable, Sendable {
    /// The number of pairs that paths contain.
    package let taken: Int
    /// The pairs that no path contains, such as `list → product → payment`. The second transition
    /// of a pair begins at the screen where the first transition ends.
    package let missing: [String]

    /// The number of possible pairs, which are taken or missing.
    package var total: Int { taken + missing.count }
  }

  /// The Lua statement that starts the application. The string is empty if loading the file starts
  /// the application.
  public let start: String
  /// The number of states.
  public let stateCount: Int
  /// The number of transitions.
  public let transitionCount: Int
  /// The number of actions on the longest of the shortest paths to the states.
  public let depth: Int
  /// The wall-clock duration of the exploration.
  public let duration: Duration
  /// The reasons why the exploration ended early. The array is empty if it tried all paths.
  public let cuts: [Cut]
  /// The results of the properties in the order of their declarations, followed by the results of
  /// the rules.
  public private(set) var properties: [PropertyResult]
  /// Remarks, for example about values that could not be compared.
  public let notes: [String]
  /// The declared routes, transitions, actions, guards and links, and the number of times that
  /// paths used each of them.
  public let coverage: ScenarioCoverage
  /// The pairs of successive transitions between screens, or `nil` if they were not requested.
  package let pairs: Pairs?
  /// The screens in front and the transitions between them, or `nil` unless reports were requested.
  public let screens: ScreenGraph?
  /// The error that ended the exploration, or `nil` if there was none.
  public let failure: ScriptError?

  /// The violated properties and rules.
  public var violations: [PropertyResult] { properties.filter { $0.answer == .violated } }
  /// Whether all paths were tried.
  public var isExhaustive: Bool { cuts.isEmpty }

  /// Returns the result with only the properties and rules of the given titles.
  ///
  /// - Parameter titles: Titles as reports show them.
  package func selecting(_ titles: Set<String>) -> ExplorationResult {
    var result = self
    result.properties.removeAll { !titles.contains(DisplayText.line($0.title)) }
    return result
  }
}
