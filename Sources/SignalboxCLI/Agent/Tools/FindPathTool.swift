internal import SignalboxProtocol
internal import SignalboxREPL

/// The `find_path` tool, which finds a path to a state.
enum FindPathTool: AgentTool {
  struct Params: MessageFields {
    var file: String
    var to: String
    var maxDepth: Int?
    var seconds: Int?

    static let fields = [
      MessageField("file", .string, "an application, or a file with properties"),
      MessageField(
        "to", .string,
        "expectations as in app:expect, such as front = \"payment\" or modal = { \"address\" }"),
      MessageField(
        "maxDepth", .integer(minimum: 1), optional: true, "the maximum number of actions"),
      MessageField(
        "seconds", .integer(minimum: 1), optional: true,
        "the number of seconds after which the search stops (default: 60)"),
    ]
  }

  struct Result: AgentResult {
    var isFound: Bool
    var isExhaustive: Bool
    var steps: [String]
    var source: String?

    static let fields = [
      MessageField("isFound", .boolean, "whether a state satisfies the expectations"),
      MessageField(
        "isExhaustive", .boolean,
        "whether every path was followed; if so, and if isFound is false, there is no such state"),
      MessageField("steps", .list(.string), "the actions as Lua, after app:launch()"),
      MessageField("source", .string, optional: true, "the path as a scenario file"),
    ]

    var text: String {
      guard isFound else {
        return isExhaustive
          ? "No state satisfies the expectations; every path was followed."
          : "No state was found, but not every path was followed; increase maxDepth or seconds."
      }
      return AgentText.section("Path", steps) + "\n\(source ?? "")"
    }
  }

  static let name = "find_path"
  static let title = "Find a path"
  static let summary =
    "Finds the shortest sequence of user actions that leads to a state, and returns it as Lua and as "
    + "a scenario."
  static let effect = AgentEffect.nothing

  static func run(_ params: Params, _ session: AgentSession) throws(ProtocolError) -> Result {
    var exploration = ExploreRunMethod.Params(file: params.file, maxDepth: params.maxDepth)
    (exploration.goal, exploration.maxStates) = (params.to, 100_000)
    exploration.maxTime = (params.seconds ?? 60) * 1000
    let found = try session.request(ExploreRunMethod.self, exploration)
    let path = found.paths.first
    return Result(
      isFound: path != nil, isExhaustive: found.exhaustive,
      steps: AgentText.shortened(
        path?.steps.map(\.action) ?? [], to: 60, characters: 2_000),
      source: path.map { AgentText.shortened($0.source, to: 5_000) })
  }
}
