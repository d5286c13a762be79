internal import Signalbox
internal import SignalboxProtocol
internal import SignalboxREPL

/// The `explore` tool, which follows every path.
enum ExploreTool: AgentTool {
  struct Params: MessageFields {
    var file: String
    var maxDepth: Int?
    var maxStates: Int?
    var seconds: Int?

    static let fields = [
      MessageField("file", .string, "a file with properties, or an application"),
      MessageField(
        "maxDepth", .integer(minimum: 1), optional: true, "the maximum number of actions on a path"),
      MessageField(
        "maxStates", .integer(minimum: 1), optional: true,
        "the number of states after which the exploration stops (default: 100000)"),
      MessageField(
        "seconds", .integer(minimum: 1), optional: true,
        "the number of seconds after which the exploration stops (default: 60)"),
    ]
  }

  struct Result: AgentResult {
    var hasViolations: Bool
    var isExhaustive: Bool
    var states: Int
    var transitions: Int
    var properties: [String]
    var violations: [Violation]
    var notes: [String]

    static let fields = [
      MessageField("hasViolations", .boolean, "whether a property or rule is violated"),
      MessageField("isExhaustive", .boolean, "whether every path was followed"),
      MessageField("states", .integer(minimum: 0), "the number of states"),
      MessageField("transitions", .integer(minimum: 0), "the number of transitions"),
      MessageField("properties", .list(.string), "each property or rule with its result"),
      MessageField(
        "violations", .list(.fields(Violation.fields)),
        "at most five violations, each with the shortest path to it"),
      MessageField("notes", .list(.string), "remarks, and the error that ended the exploration"),
    ]

    var text: String {
      var text = "\(counted(states, "state")), \(counted(transitions, "transition")), "
      text += isExhaustive ? "every path followed\n" : "not every path followed\n"
      text += AgentText.section("Properties", properties) + AgentText.section("Notes", notes)
      for violation in violations {
        text += "Violation of \(violation.property): \(violation.finding)\n"
        text += AgentText.section("Path", violation.steps)
      }
      return text
        + (violations.isEmpty ? "" : "write_scenario can save a violation's path as a scenario.")
    }
  }

  /// A violation, and the shortest path to it.
  struct Violation: MessageFields {
    var property: String
    var finding: String
    var steps: [String]
    var source: String?

    static let fields = [
      MessageField("property", .string, "the property or rule"),
      MessageField("finding", .string, "the problem at the end of the path"),
      MessageField("steps", .list(.string), "the actions as Lua"),
      MessageField(
        "source", .string, optional: true,
        "the path as a scenario file; omitted if it is long"),
    ]
  }

  static let name = "explore"
  static let title = "Explore every path"
  static let summary =
    "Tries all user actions in every state of an application. Reports errors, leaks, dead ends, "
    + "unreachable routes and violations of the file's properties, with the shortest path to each "
    + "violation."
  static let effect = AgentEffect.nothing

  static func run(_ params: Params, _ session: AgentSession) throws(ProtocolError) -> Result {
    var exploration = ExploreRunMethod.Params(file: params.file, maxDepth: params.maxDepth)
    exploration.maxStates = params.maxStates ?? 100_000
    exploration.maxTime = (params.seconds ?? 60) * 1000
    let found = try session.request(ExploreRunMethod.self, exploration)
    let broken = found.properties.filter { $0.answer == "violated" }
    var rest = 2_500
    // A part of a scenario cannot be run, so a long scenario is omitted.
    func source(of property: ExploreRunMethod.Property) -> String? {
      guard let source = property.source, source.count <= rest else { return nil }
      rest -= source.count
      return source
    }
    let violations = broken.prefix(5).map { property in
      Violation(
        property: AgentText.shortened(property.title, to: 200),
        finding: AgentText.shortened(property.counterexample?.finding ?? "", to: 300),
        steps: AgentText.shortened(
          property.counterexample?.steps.map(\.action) ?? [], to: 30, characters: 800),
        source: source(of: property))
    }
    return Result(
      hasViolations: !broken.isEmpty, isExhaustive: found.exhaustive, states: found.states,
      transitions: found.transitions,
      properties: AgentText.shortened(
        found.properties.map { "\($0.title): \($0.answer)" }, to: 40, characters: 1_500,
        element: 200),
      violations: Array(violations),
      notes: AgentText.shortened(
        found.notes + [found.failure].compactMap(\.self), to: 20, characters: 1_000))
  }
}
