internal import SignalboxScripting

/// What a file says of one scenario, without running it.
///
/// Copies share what it holds: a run hands its scenarios on many times. Guarded by bench: runs.
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

  /// A scenario of a file.
  ///
  /// - Parameter isCase: Whether others begin in the same line.
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

  /// The same scenario as one of several that begin in its line.
  var asCase: ScenarioDescription {
    ScenarioDescription(
      file: file, line: line, suites: suites, name: name, options: options, isCase: true,
      resources: resources)
  }

  /// The same for copies, which are made where scenarios are repeated.
  public var identity: ObjectIdentifier { ObjectIdentifier(shared) }

  /// The file as it was named.
  public var file: String { shared.facts.file }

  /// The line where the scenario begins, counted from 1.
  public var line: Int { shared.facts.line }

  /// The suites around it, the outermost first.
  public var suites: [String] { shared.facts.suites }

  /// What the scenario is called.
  public var name: String { shared.facts.name }

  /// What it says of itself, with what its suites say.
  public var options: ScenarioOptions { shared.facts.options }

  /// The resources of its file that scenarios share.
  public var resources: [SharedResource] { shared.facts.resources }

  /// `Checkout › guest buys from a banner`: unique within its file.
  public var title: String { shared.title }

  /// `scenarios/checkout.scenario.lua::Checkout › guest buys from a banner`: unique in a run.
  public var id: String { "\(file)::\(title)" }

  /// `scenarios/checkout.scenario.lua:13`.
  public var place: String { "\(file):\(line)" }

  /// Whether others begin in the same line: rows of `each`, and what a loop declares.
  public var isCase: Bool { shared.facts.isCase }

  /// What selects this scenario alone at a shell: its place, or its whole name in quotes.
  public var selection: String {
    isCase ? "'\(id.replacing("'", with: "'\\''"))'" : place
  }
}

extension ScenarioDescription: Hashable {
  /// Whether both say the same.
  public static func == (left: Self, right: Self) -> Bool {
    left.shared === right.shared || left.shared.facts == right.shared.facts
  }

  /// Feeds all that it says.
  public func hash(into hasher: inout Hasher) { hasher.combine(shared.facts) }
}

extension ScenarioDescription: Codable {
  /// Reads what ``encode(to:)`` wrote.
  public init(from decoder: any Decoder) throws { shared = Shared(try Facts(from: decoder)) }

  /// Writes `file`, `line`, `suites`, `name`, `options`, `isCase` and `resources`.
  public func encode(to encoder: any Encoder) throws { try shared.facts.encode(to: encoder) }
}

/// What can stand beside a scenario's function, or a suite's scenarios.
public struct ScenarioOptions: Hashable, Codable, Sendable {
  /// Words to select by, those of suites first.
  public var tags: [String] = []
  /// The wall-clock time that it may take; `nil` is what the run says.
  public var timeout: Duration?
  /// How often it is tried again when it fails; `nil` is what the run says.
  public var retries: Int?
  /// Whether, in a run of everything, only this and others like it are run.
  public var isOnly = false
  /// Why it is not run; empty for no reason given.
  public var skip: String?
  /// What has to be done before it can be run.
  public var todo: String?
  /// Why it is known to fail.
  public var fails: String?
  /// What one of its failures must say, where it is known to fail; `nil` for anything.
  public var failureMessage: String?
  /// Named texts for reports.
  public var properties: [String: String] = [:]
  /// Addresses of reports that it is about.
  public var bugs: [String] = []

  /// Nothing said.
  public init() {}

  /// Whether failures are those that are known: there are some, and one says what is said of them.
  func expects(_ failures: [ScenarioFailure]) -> Bool {
    guard fails != nil, !failures.isEmpty else { return false }
    guard let failureMessage else { return true }
    return failures.contains { $0.error.message.contains(failureMessage) }
  }

  /// These on top of what the suite around says.
  func within(_ outer: ScenarioOptions) -> ScenarioOptions {
    var result = self
    result.tags = outer.tags + tags.filter { !outer.tags.contains($0) }
    result.timeout = timeout ?? outer.timeout
    result.retries = retries ?? outer.retries
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
