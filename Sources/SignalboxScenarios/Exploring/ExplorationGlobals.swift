internal import Signalbox
internal import SignalboxScripting

/// The declarations in a properties file.
final class PropertyCollector {
  fileprivate(set) var properties: [ExplorationProperty] = []
  fileprivate(set) var settings = ExplorationSettings()
  /// The location of the call to `explore`, or `nil` if there is no such call or its location is
  /// unknown.
  fileprivate var settingsPlace: ScriptLocation?
  fileprivate var hasSettings = false

  /// Removes all declarations.
  func removeAll() {
    properties = []
    settings = ExplorationSettings()
    settingsPlace = nil
    hasSettings = false
  }

  /// Replaces the properties with a single one, which holds if a state that meets the expectations
  /// in a table is reachable.
  ///
  /// - Throws: The error of an invalid expectation.
  func setGoal(_ table: ScriptValue, in session: ScriptSession) throws(ScriptError) {
    let condition = try StateCondition(table, of: "the goal", in: session)
    properties = [
      ExplorationProperty(name: "the goal", location: nil, kind: .reachable, [condition])
    ]
  }

  /// Throws an error unless a property holds in the current state.
  ///
  /// - Throws: `violated` if the property does not hold, or `badArgument` if the property is
  ///   unknown or concerns several states. Also throws the errors that the condition raises.
  fileprivate func check(_ name: String) throws(ScriptError) {
    guard let property = properties.first(where: { $0.name == name }) else {
      throw .badArgument(
        "holds: there is no property \"\(name)\"",
        hint: properties.isEmpty
          ? "require the file that declares it"
          : "the declared properties are "
            + properties.map { "\"\($0.name)\"" }.joined(separator: ", "))
    }
    switch property.property.kind {
    case .always:
      for condition in property.conditions where try !condition.holds() {
        throw Self.violation(of: property)
      }
    case .never:
      for condition in property.conditions where try condition.holds() {
        throw Self.violation(of: property)
      }
    case .reachable, .fromEverywhere, .within:
      throw .badArgument(
        "holds: \(property.title) concerns several states, expected a property declared with "
          + "`always` or `never`",
        hint: "check it with signalbox explore")
    }
  }
}

extension PropertyCollector {
  private static func violation(of property: ExplorationProperty) -> ScriptError {
    ScriptError(
      .runtime, code: "violated", "violated: \(property.title) is violated in this state")
  }
}

/// The globals of properties files: `always`, `never`, `reachable`, `fromEverywhere`, `within`,
/// `explore`, `any` and `count`.
struct ExplorationGlobals {
  let session: ScriptSession
  let collector: PropertyCollector

  private static let condition = "fun(app: signalbox.App): boolean|signalbox.Expectations"

  /// The reference entries of the globals.
  static let entries: [ScriptReference.Entry] = [
    .function(
      "always", [.init("name", "string")], returns: "fun(condition: \(condition))",
      "declares a property that must hold in every state: "
        + "`always \"one sheet\" (function(app) return "
        + "#app:layers() < 3 end)`"
    ),
    .function(
      "never", [.init("name", "string")], returns: "fun(condition: \(condition))",
      "declares a property that must hold in no state: "
        + "`never \"an empty cart is paid\" { front = \"receipt\", "
        + "args = { total = 0 } }`"
    ),
    .function(
      "reachable", [.init("name", "string")], returns: "fun(condition: \(condition))",
      "declares a property that must hold in at least one state: `reachable \"the receipt\" "
        + "{ front = \"receipt\" }`"),
    .function(
      "fromEverywhere", [.init("name", "string")], returns: "fun(condition: \(condition))",
      "declares that a path leads from every state to a state that satisfies the property: "
        + "`fromEverywhere \"home\" { front = \"catalog\" }`"),
    .function(
      "within",
      [
        .init("count", "integer"), .init("name", "string"),
        .init("property", "signalbox.WithinTable"),
      ],
      "declares that at most `count` actions lead from every state that satisfies `when` to a "
        + "state that satisfies `reach`: "
        + "`within(3, \"close\", { when = { modal = any }, reach = { modal = {} } })`"),
    .function(
      "explore", [.init("settings", "signalbox.ExploreTable")],
      "declares additional actions and limits for `signalbox explore`"),
    .function(
      "any", [.init("value", "any")], returns: "boolean",
      "in an expectation, matches every value except nil, false and an empty table"),
    ElementCount.entry,
  ]

  /// The names of the globals.
  static let names = entries.map(\.name)

  /// The reference entry for the method that is added to `app`.
  static let method = ScriptReference.Entry.function(
    "holds", [.init("property", "string")], returns: "signalbox.App",
    "fails unless the given property, declared with `always` or `never`, holds in the current "
      + "state")

  /// The table that is passed to `within`.
  private struct Within {
    var when = ScriptValue.nil
    var reach = ScriptValue.nil
  }

  private static let withinSchema = ValueSchema<Within>(
    "WithinTable", "The conditions of `within`.",
    [
      .value(
        "when", "\(condition)", "a condition", "the condition of the states to check",
        { $0.when = $1 },
        { $0 }),
      .value(
        "reach", "\(condition)", "a condition", "the condition of the states to reach",
        { $0.reach = $1 },
        { $0 }),
    ])

  /// The descriptions of the tables that are passed to `explore` and `within`.
  static var tables: [TableDescription] {
    [ExplorationSettings.schema.description, withinSchema.description]
  }

  /// Defines the globals and the method `app:holds` in a session.
  static func define(
    in session: ScriptSession, _ collector: PropertyCollector, owner: ScriptOwner
  ) throws(ScriptError) {
    let words = ExplorationGlobals(session: session, collector: collector)
    try words.define(.always, owner)
    try words.define(.never, owner)
    try words.define(.reachable, owner)
    try words.define(.fromEverywhere, owner)
    try session.host.define("within", owner: owner) { call throws(ScriptError) in
      try words.within(call)
      return []
    }
    try session.host.define("explore", owner: owner) { call throws(ScriptError) in
      try words.explore(call)
      return []
    }
    try session.host.define(method.name, on: .app, owner: owner) { call throws(ScriptError) in
      guard let name = call[1].text else {
        throw .badArgument(
          "holds: got \(session.text(of: call[1])), expected the name of a property")
      }
      try collector.check(name)
      return [.handle(.app)]
    }
    try session.host.define("any", owner: owner) { call throws(ScriptError) in
      let isEmpty = call[1].table.map { $0.pairs.isEmpty } ?? false
      return [.boolean(call[1].isTrue && !isEmpty)]
    }
    try ElementCount.define(in: session, owner: owner)
  }

  private func define(
    _ kind: StateProperty<ScriptLocation>.Kind, _ owner: ScriptOwner
  ) throws(ScriptError) {
    let word = kind.word
    try session.host.define(declarator: word, owner: owner) { call throws(ScriptError) in
      let path = try self.path(word, call[1])
      try add(kind, [try StateCondition(call[2], of: path, in: session)], call[1], call)
      return []
    }
  }

  private func path(_ word: String, _ name: ScriptValue) throws(ScriptError) -> String {
    guard let text = name.text, !text.isEmpty else {
      throw .badArgument(
        "\(word): got \(session.text(of: name)), expected a name: \(word) \"name\" (function(app) … end)"
      )
    }
    return "\(word) \"\(text)\""
  }

  private func add(
    _ kind: StateProperty<ScriptLocation>.Kind, _ conditions: [StateCondition],
    _ name: ScriptValue, _ call: ScriptCall
  ) throws(ScriptError) {
    let name = name.text ?? ""
    if let other = collector.properties.first(where: { $0.name == name }) {
      let place = other.location.map { " in \($0)" } ?? ""
      throw .badArgument(
        "\(kind.word) \"\(name)\": a property with this name is already declared\(place)")
    }
    collector.properties.append(
      ExplorationProperty(name: name, location: call.location, kind: kind, conditions))
  }

  private func within(_ call: ScriptCall) throws(ScriptError) {
    guard let count = call[1].integer, count > 0 else {
      throw .badArgument(
        "within: got \(session.text(of: call[1])), expected the number of actions, 1 or more")
    }
    let path = try path("within", call[2])
    var table = Within()
    try Self.withinSchema.read(
      call[3], of: path, like: "{ when = { modal = any }, reach = { modal = {} } }", in: session,
      into: &table)
    guard !table.when.isNil, !table.reach.isNil else {
      throw .badArgument("\(path): requires both `when` and `reach`")
    }
    let when = try StateCondition(table.when, of: "\(path): when", in: session)
    let reach = try StateCondition(table.reach, of: "\(path): reach", in: session)
    try add(.within(count), [when, reach], call[2], call)
  }

  private func explore(_ call: ScriptCall) throws(ScriptError) {
    guard !collector.hasSettings else {
      let place = collector.settingsPlace.map { " in \($0)" } ?? ""
      throw .badArgument("explore was already called\(place)")
    }
    try ExplorationSettings.schema.read(
      call[1], of: "explore", like: "explore { links = { … } }", in: session,
      into: &collector.settings)
    collector.hasSettings = true
    collector.settingsPlace = call.location
  }
}
