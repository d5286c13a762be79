internal import Signalbox
internal import SignalboxInspector
internal import SignalboxScripting

/// A scenario that can run in the session in which its file was loaded.
struct CollectedScenario {
  fileprivate(set) var description: ScenarioDescription
  /// The function, or `nil` for a scenario that is marked with `todo` and has no function.
  let body: ScriptFunction?
  /// The arguments that follow the application.
  let arguments: [ScriptValue]
  /// The setups of the enclosing suites, outermost first.
  let setups: [ScriptFunction]
}

/// Collects the suites, scenarios, `each` groups and resources that a file declares.
final class ScenarioCollector {
  /// The maximum nesting depth of suites.
  static let maxDepth = 100

  /// A member of a suite.
  enum Node {
    case scenario(ScenarioNode)
    case suite(SuiteNode)
    /// The scenarios declared by an `each`.
    case group([ScenarioNode])
  }

  final class ScenarioNode {
    let name: String
    let location: ScriptLocation?
    let options: ScenarioOptions
    let body: ScriptFunction?
    let arguments: [ScriptValue]

    init(
      _ name: String, _ location: ScriptLocation?, _ options: ScenarioOptions,
      _ body: ScriptFunction?,
      arguments: [ScriptValue] = []
    ) {
      self.name = name
      self.location = location
      self.options = options
      self.body = body
      self.arguments = arguments
    }
  }

  final class SuiteNode {
    let name: String
    let options: ScenarioOptions
    let setup: ScriptFunction?
    let members: [Int]
    /// The nesting depth of suites, including this suite.
    let depth: Int

    init(
      _ name: String, _ options: ScenarioOptions, setup: ScriptFunction?, members: [Int], depth: Int
    ) {
      self.depth = depth
      self.name = name
      self.options = options
      self.setup = setup
      self.members = members
    }
  }

  /// The code that is currently calling the file's functions.
  enum Caller {
    /// The file itself, which declares its scenarios.
    case file
    /// A scenario, including its setups and teardowns.
    case scenario
    /// The setup or teardown of a shared resource, in a session that runs no scenario.
    case resource(ResourceDeclaration)
  }

  /// The current caller. Only a file may declare scenarios.
  var caller = Caller.file
  /// The resources that scenarios can use, in the order in which the file declares them.
  private(set) var resources: [ResourceDeclaration] = []
  /// The resources that the running scenario has set up itself, in the order of setup.
  private var active: [ResourceDeclaration] = []
  /// The path of the loaded file.
  var file = ""
  private var nodes: [Node] = []
  private var isMember: [Bool] = []
  /// The locations of `each` declarations that are not followed by a scenario yet, keyed by number.
  private var unfinished: [Int: ScriptLocation?] = [:]
  private var lastEach = 0

  /// The key under which a node's number is stored in the table that represents the node.
  private let key = ScriptValue.string("scenario")

  /// Removes all declarations.
  func removeAll() {
    caller = .file
    resources = []
    active = []
    nodes = []
    isMember = []
    unfinished = [:]
    lastEach = 0
  }

  // MARK: - Resources

  /// Adds a resource.
  ///
  /// - Throws: `badArgument` if a resource with the same name already exists.
  func add(_ resource: ResourceDeclaration) throws(ScriptError) {
    if let other = resources.first(where: { $0.name == resource.name }) {
      let place = other.location.map { " in \($0)" } ?? ""
      throw .badArgument("\(resource.path) is already declared\(place)")
    }
    resources.append(resource)
  }

  /// Returns the value of a resource. If a scenario is running, sets up the resource if necessary.
  ///
  /// - Parameter values: The values that have already been set up, keyed by the identifiers of the
  ///   resources.
  /// - Throws: `resourceNotReady` while the file loads, or if a shared resource uses a resource
  ///   that is not set up yet. Also throws the errors of the setup.
  func value(
    of resource: ResourceDeclaration, among values: [String: ResourceValue],
    _ session: ScriptSession
  ) throws(ScriptError) -> ScriptValue {
    if case .file = caller {
      throw Self.notReady(
        "\(resource.path) is called while its file loads; call it in the functions of scenarios, setups and "
          + "resources")
    }
    if let id = resource.shared(by: file)?.id, let value = values[id] { return value.scriptValue }
    if case .resource(let other) = caller {
      throw Self.notReady(
        "\(resource.path) is called by \(other.path), which is shared: only resources of a wider scope are "
          + "set up by then (\"run\" before \"file\" before \"scenario\")")
    }
    let value = try resource.value(in: session)
    if !active.contains(where: { $0 === resource }) { active.append(resource) }
    return value
  }

  private static func notReady(_ reason: String) -> ScriptError {
    ScriptError(.runtime, code: "resourceNotReady", "resourceNotReady: \(reason)")
  }

  /// Removes and returns the resources that the scenario has set up itself, in the order in which
  /// to tear them down.
  func takeActive() -> [(resource: ResourceDeclaration, value: ScriptValue)] {
    defer { active = [] }
    return active.reversed().compactMap { resource in resource.takeOwn().map { (resource, $0) } }
  }

  // MARK: - Nodes

  /// Stores a node and returns the table that represents it in scripts.
  func add(_ node: Node) -> ScriptValue {
    nodes.append(node)
    isMember.append(false)
    return .table(ScriptTable([(key, .integer(nodes.count))]))
  }

  /// Returns the index of a node that a script adds to a suite, or `nil` if the value is not a node
  /// or already belongs to a suite.
  func adopt(_ value: ScriptValue) -> Int? {
    guard let number = value.table?["scenario"].integer, nodes.indices.contains(number - 1),
      !isMember[number - 1]
    else { return nil }
    isMember[number - 1] = true
    return number - 1
  }

  /// Returns the maximum nesting depth of suites in the given nodes.
  func depth(of members: [Int]) -> Int {
    members.map { if case .suite(let suite) = nodes[$0] { suite.depth } else { 0 } }.max() ?? 0
  }

  /// Records an `each`, which must be followed by a scenario, and returns its number.
  func beginEach(_ location: ScriptLocation?) -> Int {
    lastEach += 1
    unfinished.updateValue(location, forKey: lastEach)
    return lastEach
  }

  func finishEach(_ number: Int) { unfinished[number] = nil }

  /// Returns the scenarios in the order in which the file declares them.
  ///
  /// - Throws: An error if a declaration is incomplete, or if scenarios have the same title or
  ///   would share snapshots.
  func scenarios(
    of file: String, _ text: [UInt8], in session: ScriptSession
  ) throws(ScriptError) -> [CollectedScenario] {
    if let (word, name, location) = session.host.unfinishedDeclaration {
      let path = ScenarioTable.path(of: word, name)
      throw Self.unfinished("\(path) is not followed by a table", hint: "\(path) { … }", location)
    }
    if let location = unfinished.min(by: { $0.key < $1.key })?.value {
      throw Self.unfinished(
        "each { … } is not followed by a "
          + "scenario", hint: "each { … }:scenario \"name\" { … }", location
      )
    }
    var scenarios: [CollectedScenario] = []
    let top = Surroundings(file: file, shared: resources.compactMap { $0.shared(by: file) })
    for (index, node) in nodes.enumerated() where !isMember[index] {
      gather(node, top, into: &scenarios)
    }
    try checkSnapshots(scenarios, of: file, text)
    try checkTitles(scenarios, of: file)
    markCases(among: &scenarios)
    return scenarios
  }

  /// Sets `isCase` for the scenarios that begin on the same line as another scenario.
  private func markCases(among scenarios: inout [CollectedScenario]) {
    var places: [Int: Int] = [:]
    for index in scenarios.indices {
      let line = scenarios[index].description.line
      guard let first = places.updateValue(index, forKey: line) else { continue }
      scenarios[index].description = scenarios[index].description.asCase
      if !scenarios[first].description.isCase {
        scenarios[first].description = scenarios[first].description.asCase
      }
    }
  }

  /// Checks that titles differ in their letters and digits, because the names of snapshot files are
  /// derived from the letters and digits.
  private func checkSnapshots(
    _ scenarios: [CollectedScenario], of file: String, _ text: [UInt8]
  ) throws(ScriptError) {
    guard scenarios.count > 1, text.contains(Array("snapshot".utf8)) else { return }
    var known: [String: ScenarioDescription] = [:]
    for index in scenarios.indices {
      let scenario = scenarios[index].description
      let slug = SnapshotNaming.slug(scenario.title)
      guard let other = known.updateValue(scenario, forKey: slug), other.title != scenario.title
      else {
        continue
      }
      throw ScriptError(
        .runtime, code: "sameSnapshots",
        "sameSnapshots: \"\(scenario.title)\" and \"\(other.title)\" on line \(other.line) would share "
          + "the snapshots \(slug)--….txt",
        hint: "choose titles that differ in letters or digits, ignoring case",
        location: ScriptLocation(file: file, line: scenario.line))
    }
  }

  private func checkTitles(_ scenarios: [CollectedScenario], of file: String) throws(ScriptError) {
    guard scenarios.count > 1 else { return }
    var known: [String: ScenarioDescription] = [:]
    known.reserveCapacity(scenarios.count)
    for index in scenarios.indices {
      let scenario = scenarios[index].description
      if let other = known.updateValue(scenario, forKey: scenario.title) {
        throw ScriptError(
          .runtime, code: "duplicateScenario",
          "duplicateScenario: \"\(scenario.title)\" already exists on line \(other.line)",
          location: ScriptLocation(file: file, line: scenario.line))
      }
    }
  }

  private static func unfinished(
    _ text: String, hint: String, _ location: ScriptLocation?
  ) -> ScriptError {
    ScriptError(
      .runtime, code: "badArgument", "badArgument: \(text)", hint: hint, location: location)
  }

  /// The file and the enclosing suites of a node.
  private struct Surroundings {
    let file: String
    let shared: [SharedResource]
    var suites: [String] = []
    /// The combined options of the suites, or `nil` outside suites.
    var options: ScenarioOptions?
    var setups: [ScriptFunction] = []
  }

  private func gather(
    _ node: Node, _ outer: Surroundings, into scenarios: inout [CollectedScenario]
  ) {
    switch node {
    case .scenario(let scenario): scenarios.append(collected(scenario, outer))
    case .group(let group): scenarios += group.map { collected($0, outer) }
    case .suite(let suite):
      var inner = outer
      inner.suites.append(suite.name)
      inner.options = outer.options.map(suite.options.within) ?? suite.options
      if let setup = suite.setup { inner.setups.append(setup) }
      for member in suite.members { gather(nodes[member], inner, into: &scenarios) }
    }
  }

  private func collected(_ scenario: ScenarioNode, _ outer: Surroundings) -> CollectedScenario {
    let description = ScenarioDescription(
      file: outer.file, line: scenario.location?.line ?? 0, suites: outer.suites,
      name: scenario.name,
      options: outer.options.map(scenario.options.within) ?? scenario.options,
      resources: outer.shared)
    return CollectedScenario(
      description: description, body: scenario.body, arguments: scenario.arguments,
      setups: outer.setups)
  }
}
