internal import Signalbox
internal import SignalboxScripting

/// The globals of scenario files: `suite`, `scenario`, `each`, `resource`, `match` and `env`.
struct ScenarioGlobals {
  let session: ScriptSession
  let collector: ScenarioCollector
  /// The values of resources that have already been set up, keyed by identifier.
  let values: [String: ResourceValue]

  /// The maximum length of a name, in bytes. The name is shown in every line about a scenario and
  /// is part of the names of its snapshots.
  static let maxNameBytes = 1_000

  /// The reference entries of the globals.
  static let entries: [ScriptReference.Entry] = [
    .function(
      "scenario", [.init("name", "string")],
      returns: "fun(scenario: { [integer]: fun(app: signalbox.App, ...: any) }"
        + "|signalbox.ScenarioTable): table",
      "declares a scenario: `scenario \"guest buys\" { function(app) … end }`"),
    .function(
      "suite", [.init("name", "string")],
      returns: "fun(suite: signalbox.ScenarioTable|table): table",
      "declares a group of scenarios: `suite \"Checkout\" { setup = function(app) … end, scenario "
        + "… }`"
    ),
    .function(
      "resource", [.init("name", "string")],
      returns: "fun(resource: signalbox.ResourceTable): fun(): any",
      "declares a value that scenarios use, and returns a function that returns the value: "
        + "`resource \"server\" { scope = \"file\", setup = function(app) … end, teardown = "
        + "function(value) … end }`"),
    .function(
      "each", [.init("rows", "any[]")], returns: "table",
      "declares a scenario for each row: `each { { 1, \"one\" } }:scenario \"name %s\" { "
        + "function(app, cell) … end }`. The field `marks` of a row contains options for that row: "
        + "`{ 2, marks = { skip = \"why\" } }`"),
    .value(
      "env", "table<string, string>",
      "the values of `--env NAME=VALUE` and `test.env`, keyed by name"),
    .function(
      "match", [.init("pattern", "string")], returns: "table",
      "in an expectation, matches strings with a Lua pattern"),
  ]

  /// The names of the globals.
  static let names = entries.map(\.name)

  /// Defines the globals in a session.
  ///
  /// - Parameter settings: The settings, which contain the values of `env` and of shared resources.
  static func define(
    in session: ScriptSession, _ collector: ScenarioCollector, _ settings: RunSettings,
    owner: ScriptOwner
  ) throws(ScriptError) {
    let words = ScenarioGlobals(session: session, collector: collector, values: settings.resources)
    try session.host.define(declarator: "scenario", owner: owner) { call throws(ScriptError) in
      [try words.scenario(call)]
    }
    try session.host.define(declarator: "suite", owner: owner) { call throws(ScriptError) in
      [try words.suite(call)]
    }
    try session.host.define(declarator: "resource", owner: owner) { call throws(ScriptError) in
      [try words.resource(call)]
    }
    try session.host.define("each", owner: owner) { call throws(ScriptError) in
      [try words.each(call)]
    }
    try TextPattern.define(in: session, owner: owner)
    let parameters = settings.parameters.sorted { $0.key < $1.key }.map {
      ($0.key, ScriptValue.string($0.value))
    }
    let env = try session.view(of: .table(ScriptTable(fields: parameters)), named: "env")
    try session.host.define("env", owner: owner, value: env)
  }

  private func name(after word: String, _ call: ScriptCall) throws(ScriptError) -> String {
    try checkOpen(word)
    guard let name = call[1].text, !name.isEmpty else {
      throw .badArgument(
        "\(word): got \(session.text(of: call[1])), expected a name: \(word) \"name\" { … }")
    }
    guard name.utf8.count <= Self.maxNameBytes else {
      throw .badArgument(
        "\(word): the name has \(name.utf8.count) bytes, expected at most \(Self.maxNameBytes)"
      )
    }
    return name
  }

  private func checkOpen(_ word: String) throws(ScriptError) {
    if case .file = collector.caller { return }
    throw ScriptError(
      .runtime, code: "scenarioRuns",
      "scenarioRuns: \(word) is called while a scenario runs; scenarios are declared while their file loads, "
        + "outside the functions of scenarios and resources")
  }

  private func scenario(_ call: ScriptCall) throws(ScriptError) -> ScriptValue {
    let name = try name(after: "scenario", call)
    let (options, body) = try contents(ofScenario: name, call[2])
    return collector.add(.scenario(.init(name, call.location, options, body)))
  }

  /// Returns the options and the function in a scenario's table.
  private func contents(
    ofScenario name: String, _ table: ScriptValue
  ) throws(ScriptError) -> (ScenarioOptions, ScriptFunction?) {
    let reader = try ScenarioTable(table, of: "scenario", name, session)
    guard reader.members.count <= 1, let body = reader.members.first?.function else {
      if reader.members.isEmpty, reader.options.todo != nil { return (reader.options, nil) }
      let came =
        reader.members.isEmpty
        ? "nothing" : reader.members.map(session.text(of:)).joined(separator: ", ")
      throw .badArgument(
        "\(reader.path) has \(came) to run, expected one function(app) … end, or todo = \"why\"")
    }
    return (reader.options, body)
  }

  private func suite(_ call: ScriptCall) throws(ScriptError) -> ScriptValue {
    let name = try name(after: "suite", call)
    let reader = try ScenarioTable(call[2], of: "suite", name, session)
    var members: [Int] = []
    for (index, member) in reader.members.enumerated() {
      guard let node = collector.adopt(member) else {
        throw .badArgument(
          "\(reader.path): element \(index + 1) is \(session.text(of: member)), expected scenario \"…\" { … }, "
            + "suite \"…\" { … } or each { … }:scenario \"…\" { … }, each in one suite only")
      }
      members.append(node)
    }
    let depth = collector.depth(of: members) + 1
    guard depth <= ScenarioCollector.maxDepth else {
      throw .badArgument(
        "\(reader.path) is the outermost of \(depth) nested suites, expected at most "
          + "\(ScenarioCollector.maxDepth)")
    }
    return collector.add(
      .suite(
        .init(name, reader.options, setup: reader.setup, members: members, depth: depth)))
  }

  /// Implements `resource "name" { … }`. The result is a function that returns the resource's value
  /// in scenarios.
  private func resource(_ call: ScriptCall) throws(ScriptError) -> ScriptValue {
    let name = try name(after: "resource", call)
    let resource = try ResourceDeclaration(name, call[2], call.location, session)
    try collector.add(resource)
    return .function(
      session.host.makeFunction(name) { [collector, values] call throws(ScriptError) in
        [try collector.value(of: resource, among: values, call.session)]
      })
  }

  // MARK: - Each

  /// Implements `each { … }`. The result is a table with the method `scenario`.
  private func each(_ call: ScriptCall) throws(ScriptError) -> ScriptValue {
    try checkOpen("each")
    guard let rows = call[1].table?.list, !rows.isEmpty else {
      throw .badArgument(
        "each: got \(session.text(of: call[1])), expected a list of cases: "
          + "each { { 1, \"one\" }, … }:scenario \"name %s\" { … }")
    }
    let number = collector.beginEach(call.location)
    let function = session.host.makeDeclarator("scenario") { [self] call throws(ScriptError) in
      collector.finishEach(number)
      guard !call[1].isNil else {
        throw .badArgument(
          "scenario: got no name; call it with a colon: each { … }:scenario \"name\" { … }")
      }
      return [try scenarios(call, rows)]
    }
    return ["scenario": .function(function)]
  }

  private func scenarios(_ call: ScriptCall, _ rows: [ScriptValue]) throws(ScriptError)
    -> ScriptValue
  {
    let name = try name(after: "scenario", call)
    let (options, body) = try contents(ofScenario: name, call[2])
    var group: [ScenarioCollector.ScenarioNode] = []
    var names: [String: Int] = [:]
    for (index, row) in rows.enumerated() {
      let (cells, marks) = try contents(ofRow: row, index + 1, of: name)
      var title = try CaseName(name, row, cells, session).text
      names[title, default: 0] += 1
      if let count = names[title], count > 1 { title += " (\(count))" }
      let own = marks?.within(options) ?? options
      group.append(.init(title, call.location, own, body, arguments: cells))
    }
    return collector.add(.group(group))
  }

  /// Returns the arguments for a row's scenario, and the options that the row contains under
  /// `marks`.
  private func contents(
    ofRow row: ScriptValue, _ number: Int, of name: String
  ) throws(ScriptError) -> (cells: [ScriptValue], marks: ScenarioOptions?) {
    guard let table = row.table else { return ([row], nil) }
    let (list, marks) = (table.list, table[Self.marks])
    guard !marks.isNil else { return (list.isEmpty ? [row] : list, nil) }
    let reader = try ScenarioTable(ofRow: number, of: name, marks, session)
    guard list.isEmpty else { return (list, reader.options) }
    let rest = table.pairs.filter { $0.key.text != Self.marks }
    return ([.table(ScriptTable(rest))], reader.options)
  }

  /// The key under which a row of an `each` contains its options.
  private static let marks = "marks"
}

/// The name of a case of an `each`.
private struct CaseName {
  let text: String

  /// - Parameters:
  ///   - form: The format, in which `%s`, `%d`, `%i`, `%f`, `%g` or `%q` is replaced with the next
  ///     cell, `%{key}` with the row's value for the key, and `%%` with a percent sign. If the
  ///     format contains no placeholder, the cells are appended in brackets.
  init(
    _ form: String, _ row: ScriptValue, _ cells: [ScriptValue], _ session: ScriptSession
  ) throws(ScriptError) {
    func word(_ value: ScriptValue) -> String { value.text ?? session.text(of: value) }
    var result = ""
    var rest = form[...]
    var next = 0
    var hasPlace = false
    while let percent = rest.firstIndex(of: "%") {
      result += rest[..<percent]
      rest = rest[percent...].dropFirst()
      if rest.hasPrefix("%") {
        result += "%"
        rest = rest.dropFirst()
      } else if rest.hasPrefix("{"), let end = rest.firstIndex(of: "}") {
        result += word(row.table?[String(rest[..<end].dropFirst())] ?? .nil)
        rest = rest[end...].dropFirst()
        hasPlace = true
      } else if let letter = rest.first, "sdifgq".contains(letter) {
        guard next < cells.count else {
          throw .badArgument(
            "scenario \"\(form)\": a case has only \(counted(cells.count, "value"))")
        }
        result += word(cells[next])
        next += 1
        rest = rest.dropFirst()
        hasPlace = true
      } else {
        result += "%"
      }
    }
    result += rest
    text = hasPlace ? result : "\(result) [\(cells.map(word).joined(separator: ", "))]"
  }
}
