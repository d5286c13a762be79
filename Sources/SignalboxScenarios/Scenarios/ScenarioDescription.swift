internal import SignalboxInspector
internal import SignalboxScripting

/// The description of a scenario in a file.
///
/// Copies share their contents, because a run copies descriptions many times. Benchmark: `runs`.
public struct ScenarioDescription: Sendable {
  private struct Facts: Hashable, Codable, Sendable {
    let file: String
    let line: Int
    let suites: [String]
    let name: String
    let options: ScenarioOptions
    let isCase: Bool
    let resources: [SharedResource]
  }

  private final class Shared: Sendable {
    let facts: Facts
    let title: String

    init(_ facts: Facts) {
      self.facts = facts
      title =
        facts.suites.isEmpty
        ? facts.name : (facts.suites + [facts.name]).joined(separator: " › ")
    }
  }

  private let shared: Shared

  /// Creates the description of a scenario.
  ///
  /// - Parameters:
  ///   - file: The path of the file, as specified by the caller.
  ///   - line: The line at which the scenario begins, counted from 1.
  ///   - suites: The names of the enclosing suites, outermost first.
  ///   - name: The name of the scenario.
  ///   - options: The tags, limits and marks of the scenario, including those of its suites.
  ///   - isCase: Whether other scenarios begin on the same line.
  ///   - resources: The shared resources that the file declares.
  public init(
    file: String, line: Int, suites: [String] = [], name: String,
    options: ScenarioOptions = ScenarioOptions(), isCase: Bool = false,
    resources: [SharedResource] = []
  ) {
    shared = Shared(
      Facts(
        file: file, line: line, suites: suites, name: name, options: options, isCase: isCase,
        resources: resources))
  }

  /// Describes a property or a rule that an exploration of a file checks.
  ///
  /// - Parameters:
  ///   - title: The property as declared in its file, or the rule as a sentence.
  ///   - location: The location of the declaration, or `nil` for a rule.
  init(checking title: String, at location: ScriptLocation?, of file: String) {
    self.init(
      file: file, line: location?.line ?? 1, name: DisplayText.line(title),
      isCase: location == nil)
  }

  /// A copy of the description, marked as one of several scenarios that begin on the same line.
  var asCase: ScenarioDescription {
    ScenarioDescription(
      file: file, line: line, suites: suites, name: name, options: options, isCase: true,
      resources: resources)
  }

  /// An identity that all copies of the description share. Repeated runs create such copies.
  public var identity: ObjectIdentifier { ObjectIdentifier(shared) }

  /// The path of the file, as specified by the caller.
  public var file: String { shared.facts.file }

  /// The line at which the scenario begins, counted from 1.
  public var line: Int { shared.facts.line }

  /// The names of the enclosing suites, outermost first.
  public var suites: [String] { shared.facts.suites }

  /// The name of the scenario.
  public var name: String { shared.facts.name }

  /// The options of the scenario, combined with those of its suites.
  public var options: ScenarioOptions { shared.facts.options }

  /// The shared resources that the file declares.
  public var resources: [SharedResource] { shared.facts.resources }

  /// The title, which is unique within the file, such as `Checkout › guest buys from a banner`.
  public var title: String { shared.title }

  /// The identifier, which consists of the file and the title, such as
  /// `scenarios/checkout.scenario.lua::Checkout › guest buys from a banner`.
  public var id: String { "\(file)::\(title)" }

  /// The location, such as `scenarios/checkout.scenario.lua:13`.
  public var place: String { "\(file):\(line)" }

  /// Whether other scenarios begin on the same line, as for the rows of an `each` and for scenarios
  /// declared in a loop.
  public var isCase: Bool { shared.facts.isCase }

  /// The command-line argument that selects only this scenario, which is the scenario's location or
  /// its quoted identifier. A location with characters that have a meaning in a shell is quoted.
  public var selection: String {
    isCase ? ShellWord.quoted(id, always: true) : ShellWord.quoted(place)
  }
}

extension ScenarioDescription: Hashable {
  /// Returns whether both descriptions have equal contents.
  public static func == (left: Self, right: Self) -> Bool {
    left.shared === right.shared || left.shared.facts == right.shared.facts
  }

  /// Hashes all contents.
  public func hash(into hasher: inout Hasher) { hasher.combine(shared.facts) }
}

extension ScenarioDescription: Codable {
  /// Decodes a description that ``encode(to:)`` has encoded.
  public init(from decoder: any Decoder) throws { shared = Shared(try Facts(from: decoder)) }

  /// Encodes `file`, `line`, `suites`, `name`, `options`, `isCase` and `resources`.
  public func encode(to encoder: any Encoder) throws { try shared.facts.encode(to: encoder) }
}

/// The options of a scenario or suite.
public struct ScenarioOptions: Hashable, Codable, Sendable {
  /// The tags, starting with the tags of the suites.
  public var tags: [String] = []
  /// The wall-clock limit, or `nil` to use the limit of the run.
  public var timeout: Duration?
  /// The maximum number of times that the scenario is retried after a failure, or `nil` to use the
  /// setting of the run.
  public var retries: Int?
  /// Whether unchecked changes, unfinished work and pending timers cause the scenario to fail, or
  /// `nil` to use the setting of the suite. Without a setting, they do not.
  public var isExhaustive: Bool?
  /// Whether only scenarios with this option are run.
  public var isOnly = false
  /// The reason why the scenario is skipped, or `nil` if it is not skipped. The string is empty if
  /// no reason is given.
  public var skip: String?
  /// The reason why the scenario cannot run yet, or `nil` if the scenario is not marked with
  /// `todo`. The string is empty if no reason is given.
  public var todo: String?
  /// The reason why the scenario is expected to fail, or `nil` if it is expected to pass. The
  /// string is empty if no reason is given.
  public var fails: String?
  /// The text that the message of one of the failures must contain if the scenario is expected to
  /// fail, or `nil` to accept any failure.
  public var failureMessage: String?
  /// Named strings for reports.
  public var properties: [String: String] = [:]
  /// URLs of related bug reports.
  public var bugs: [String] = []

  /// Creates the default options.
  public init() {}

  /// Returns whether failures are as expected: the scenario is expected to fail, there is at least
  /// one failure and, if a message is expected, the message of one of the failures contains it.
  func expects(_ failures: [ScenarioFailure]) -> Bool {
    guard fails != nil, !failures.isEmpty else { return false }
    guard let failureMessage else { return true }
    return failures.contains { $0.error.message.contains(failureMessage) }
  }

  /// Returns these options combined with the options of the enclosing suite.
  func within(_ outer: ScenarioOptions) -> ScenarioOptions {
    var result = self
    result.tags = outer.tags + tags.filter { !outer.tags.contains($0) }
    result.timeout = timeout ?? outer.timeout
    result.retries = retries ?? outer.retries
    result.isExhaustive = isExhaustive ?? outer.isExhaustive
    result.isOnly = isOnly || outer.isOnly
    result.skip = skip ?? outer.skip
    result.todo = todo ?? outer.todo
    result.failureMessage = fails == nil ? outer.failureMessage : failureMessage
    result.fails = fails ?? outer.fails
    result.properties = outer.properties.merging(properties) { $1 }
    result.bugs = outer.bugs + bugs.filter { !outer.bugs.contains($0) }
    return result
  }
}
