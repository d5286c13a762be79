internal import Signalbox
internal import SignalboxScripting

/// A flow that can be run in the session that its file was loaded in.
struct CollectedFlow {
  fileprivate(set) var description: FlowDescription
  /// What it does; `nil` for one that is only planned.
  let body: ScriptFunction?
  /// What it is given behind the application.
  let arguments: [ScriptValue]
  /// The fixtures of the suites around it, the outermost first.
  let fixtures: [ScriptFunction]
}

/// Gathers what a file says with `suite`, `flow` and `each`.
final class FlowCollector {
  /// Suites nest at most so deep.
  static let maxDepth = 100

  /// What a script puts into suites.
  enum Node {
    case flow(FlowNode)
    case suite(SuiteNode)
    /// The flows that `each` makes.
    case group([FlowNode])
  }

  final class FlowNode {
    let name: String
    let location: ScriptLocation?
    let options: FlowOptions
    let body: ScriptFunction?
    let arguments: [ScriptValue]

    init(
      _ name: String, _ location: ScriptLocation?, _ options: FlowOptions, _ body: ScriptFunction?,
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
    let options: FlowOptions
    let fixture: ScriptFunction?
    let members: [Int]
    /// How many suites nest in it, itself included.
    let depth: Int

    init(
      _ name: String, _ options: FlowOptions, fixture: ScriptFunction?, members: [Int], depth: Int
    ) {
      self.depth = depth
      self.name = name
      self.options = options
      self.fixture = fixture
      self.members = members
    }
  }

  /// Whether a flow runs: nothing is declared then.
  var isClosed = false
  /// The fixtures that scenarios call, in the order of the file.
  private(set) var fixtures: [FixtureDeclaration] = []
  /// Those that the flow which runs has set up itself, in order.
  private var active: [FixtureDeclaration] = []
  /// The file that is loaded.
  var file = ""
  private var nodes: [Node] = []
  private var isMember: [Bool] = []
  /// Where each `each` stands that waits for its flow, by number.
  private var unfinished: [Int: ScriptLocation?] = [:]
  private var lastEach = 0

  /// Where the table that stands for a node has its number.
  private let key = ScriptValue.string("flow")

  /// Forgets everything.
  func removeAll() {
    isClosed = false
    fixtures = []
    active = []
    nodes = []
    isMember = []
    unfinished = [:]
    lastEach = 0
  }

  // MARK: - Fixtures

  /// Takes in a fixture.
  ///
  /// - Throws: where there is another of its name.
  func add(_ fixture: FixtureDeclaration) throws(ScriptError) {
    if let other = fixtures.first(where: { $0.name == fixture.name }) {
      let place = other.location.map { " in \($0)" } ?? ""
      throw .badArgument("\(fixture.path) is declared twice: there is one\(place) already")
    }
    fixtures.append(fixture)
  }

  /// The value of a fixture in the flow that runs.
  ///
  /// - Parameter values: Those that were set up before, by the fixtures' identifiers.
  func value(
    of fixture: FixtureDeclaration, among values: [String: FixtureValue], _ session: ScriptSession
  ) throws(ScriptError) -> ScriptValue {
    guard isClosed else {
      throw ScriptError(
        .runtime, code: "fixtureNotReady",
        "fixtureNotReady: \(fixture.path) is called while its file loads; call it in the functions of "
          + "flows and fixtures")
    }
    if let id = fixture.shared(by: file)?.id, let value = values[id] { return value.scriptValue }
    let value = try fixture.value(in: session)
    if !active.contains(where: { $0 === fixture }) { active.append(fixture) }
    return value
  }

  /// What the flow has set up itself, to be cleaned up in this order.
  func takeActive() -> [(fixture: FixtureDeclaration, value: ScriptValue)] {
    defer { active = [] }
    return active.reversed().compactMap { fixture in fixture.takeOwn().map { (fixture, $0) } }
  }

  // MARK: - Nodes

  /// Keeps a node and gives what stands for it in scripts.
  func add(_ node: Node) -> ScriptValue {
    nodes.append(node)
    isMember.append(false)
    return .table(ScriptTable([(key, .integer(nodes.count))]))
  }

  /// Takes the node that a script put into a suite; `nil` where the value is none.
  func adopt(_ value: ScriptValue) -> Int? {
    guard let number = value.table?["flow"].integer, nodes.indices.contains(number - 1),
      !isMember[number - 1]
    else { return nil }
    isMember[number - 1] = true
    return number - 1
  }

  /// How many suites nest in nodes.
  func depth(of members: [Int]) -> Int {
    members.map { if case .suite(let suite) = nodes[$0] { suite.depth } else { 0 } }.max() ?? 0
  }

  /// Notes an `each`, which needs a flow behind it; the number ends the wait.
  func beginEach(_ location: ScriptLocation?) -> Int {
    lastEach += 1
    unfinished.updateValue(location, forKey: lastEach)
    return lastEach
  }

  func finishEach(_ number: Int) { unfinished[number] = nil }

  /// The flows in the order of the file.
  ///
  /// - Throws: where a word has no table, or two flows have one name.
  func flows(
    of file: String, _ text: [UInt8], in session: ScriptSession
  ) throws(ScriptError) -> [CollectedFlow] {
    if let (word, name, location) = session.unfinishedDeclaration {
      let path = FlowTable.path(of: word, name)
      throw Self.unfinished("\(path) has no table behind it", hint: "\(path) { … }", location)
    }
    if let location = unfinished.min(by: { $0.key < $1.key })?.value {
      throw Self.unfinished(
        "each { … } has no flow behind it", hint: "each { … }:flow \"name\" { … }", location)
    }
    var flows: [CollectedFlow] = []
    let top = Surroundings(file: file, shared: fixtures.compactMap { $0.shared(by: file) })
    for (index, node) in nodes.enumerated() where !isMember[index] {
      gather(node, top, into: &flows)
    }
    try checkFrames(flows, of: file, text)
    try checkTitles(flows, of: file)
    markCases(among: &flows)
    return flows
  }

  /// Marks the flows that begin in one line.
  private func markCases(among flows: inout [CollectedFlow]) {
    var places: [Int: Int] = [:]
    for index in flows.indices {
      let line = flows[index].description.line
      guard let first = places.updateValue(index, forKey: line) else { continue }
      flows[index].description = flows[index].description.asCase
      if !flows[first].description.isCase {
        flows[first].description = flows[first].description.asCase
      }
    }
  }

  /// Flows of files that take snapshots need titles that differ in letters and digits: files are
  /// named by those.
  private func checkFrames(
    _ flows: [CollectedFlow], of file: String, _ text: [UInt8]
  ) throws(ScriptError) {
    guard flows.count > 1, text.contains(Array("snapshot".utf8)) else { return }
    var known: [String: FlowDescription] = [:]
    for index in flows.indices {
      let flow = flows[index].description
      let slug = FrameRecorder.slug(flow.title)
      guard let other = known.updateValue(flow, forKey: slug), other.title != flow.title else {
        continue
      }
      throw ScriptError(
        .runtime, code: "sameSnapshots",
        "sameSnapshots: \"\(flow.title)\" and \"\(other.title)\" in line \(other.line) would share "
          + "the snapshots \(slug)--….txt",
        hint: "give them titles that differ in letters or digits",
        location: ScriptLocation(file: file, line: flow.line))
    }
  }

  private func checkTitles(_ flows: [CollectedFlow], of file: String) throws(ScriptError) {
    guard flows.count > 1 else { return }
    var known: [String: FlowDescription] = [:]
    known.reserveCapacity(flows.count)
    for index in flows.indices {
      let flow = flows[index].description
      if let other = known.updateValue(flow, forKey: flow.title) {
        throw ScriptError(
          .runtime, code: "duplicateFlow",
          "duplicateFlow: \"\(flow.title)\" is in line \(other.line) already",
          location: ScriptLocation(file: file, line: flow.line))
      }
    }
  }

  private static func unfinished(
    _ text: String, hint: String, _ location: ScriptLocation?
  ) -> ScriptError {
    ScriptError(
      .runtime, code: "badArgument", "badArgument: \(text)", hint: hint, location: location)
  }

  /// What the suites around a node say.
  private struct Surroundings {
    let file: String
    let shared: [SharedFixture]
    var suites: [String] = []
    /// `nil` outside of suites.
    var options: FlowOptions?
    var fixtures: [ScriptFunction] = []
  }

  private func gather(
    _ node: Node, _ outer: Surroundings, into flows: inout [CollectedFlow]
  ) {
    switch node {
    case .flow(let flow): flows.append(collected(flow, outer))
    case .group(let group): flows += group.map { collected($0, outer) }
    case .suite(let suite):
      var inner = outer
      inner.suites.append(suite.name)
      inner.options = outer.options.map(suite.options.within) ?? suite.options
      if let fixture = suite.fixture { inner.fixtures.append(fixture) }
      for member in suite.members { gather(nodes[member], inner, into: &flows) }
    }
  }

  private func collected(_ flow: FlowNode, _ outer: Surroundings) -> CollectedFlow {
    let description = FlowDescription(
      file: outer.file, line: flow.location?.line ?? 0, suites: outer.suites, name: flow.name,
      options: outer.options.map(flow.options.within) ?? flow.options, fixtures: outer.shared)
    return CollectedFlow(
      description: description, body: flow.body, arguments: flow.arguments,
      fixtures: outer.fixtures)
  }
}
