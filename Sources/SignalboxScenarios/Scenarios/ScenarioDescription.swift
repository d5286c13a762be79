internal import SignalboxScripting

/// A scenario in a file, without running it.
///
/// Copies share their contents, as a run passes its scenarios on many times. Guarded by bench:
/// runs.
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
  ///   - file: The path of the file as given.
  ///   - suites: The names of the enclosing suites, the outermost first.
  ///   - name: The name of the scenario.
  ///   - options: Its tags, limits and marks, with those of its suites.
  ///   - isCase: Whether other scenarios begin on the same line.
  ///   - resources: The shared resources that its file declares.
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

  /// The scenario, marked as one of several that begin on the same line.
  var asCase: ScenarioDescription {
    ScenarioDescription(
      file: file, line: line, suites: suites, name: name, options: options, isCase: true,
      resources: resources)
  }

  /// Equal for copies, which repeated runs create.
  public var identity: ObjectIdentifier { ObjectIdentifier(shared) }

  /// The path of the file as given.
  public var file: String { shared.facts.file }

  /// The first line of the scenario, counted from 1.
  public var line: Int { shared.facts.line }

  /// The enclosing suites, the outermost first.
  public var suites: [String] { shared.facts.suites }

  /// The name of the scenario.
  public var name: String { shared.facts.name }

  /// Its options, combined with those of its suites.
  public var options: ScenarioOptions { shared.facts.options }

  /// The shared resources of its file.
  public var resources: [SharedResource] { shared.facts.resources }

  /// `Checkout › guest buys from a banner`: unique within its file.
  public var title: String { shared.title }

  /// `scenarios/checkout.scenario.lua::Checkout › guest buys from a banner`: unique in a run.
  public var id: String { "\(file)::\(title)" }

  /// `scenarios/checkout.scenario.lua:13`.
  public var place: String { "\(file):\(line)" }

  /// Whether other scenarios begin on the same line: rows of `each`, and scenarios declared in a
  /// loop.
  public var isCase: Bool { shared.facts.isCase }

  /// The argument of the command line that selects only this scenario: its location, or its
  /// identifier in quotes.
  public var selection: String {
    isCase ? "'\(id.replacing("'", with: "'\\''"))'" : place
  }
}

extension ScenarioDescription: Hashable {
  /// Whether both have equal contents.
  public static func == (left: Self, right: Self) -> Bool {
    left.shared === right.shared || left.shared.facts == right.shared.facts
  }

  /// Hashes all contents.
  public func hash(into hasher: inout Hasher) { hasher.combine(shared.facts) }
}

extension ScenarioDescription: Codable {
  /// Reads the output of ``encode(to:)``.
  public init(from decoder: any Decoder) throws { shared = Shared(try Facts(from: decoder)) }

  /// Writes `file`, `line`, `suites`, `name`, `options`, `isCase` and `resources`.
  public func encode(to encoder: any Encoder) throws { try shared.facts.encode(to: encoder) }
}

/// The options of a scenario or suite.
public struct ScenarioOptions: Hashable, Codable, Sendable {
  /// The tags, those of suites first.
  public var tags: [String] = []
  /// The wall-clock time limit; `nil` uses that of the run.
  public var timeout: Duration?
  /// How often it is retried after a failure; `nil` uses the setting of the run.
  public var retries: Int?
  /// Whether it fails for changes that it does not expect, open work and timers that are set; `nil`
  /// uses the setting of the suite.
  public var isExhaustive: Bool?
  /// Whether only this scenario and others with the option run.
  public var isOnly = false
  /// The reason why it is skipped; empty without a reason.
  public var skip: String?
  /// What must be done before it can run.
  public var todo: String?
  /// The reason why it is known to fail.
  public var fails: String?
  /// The message of one of its failures, if it is expected to fail; `nil` for any.
  public var failureMessage: String?
  /// Named texts for reports.
  public var properties: [String: String] = [:]
  /// URLs of related bug reports.
  public var bugs: [String] = []

  /// Creates the default options.
  public init() {}

  /// Whether the failures are expected: there are some, and one has the expected message.
  func expects(_ failures: [ScenarioFailure]) -> Bool {
    guard fails != nil, !failures.isEmpty else { return false }
    guard let failureMessage else { return true }
    return failures.contains { $0.error.message.contains(failureMessage) }
  }

  /// Returns these options combined with those of the enclosing suite.
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
