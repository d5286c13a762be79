internal import SignalboxProtocol

/// The `inspect` tool, which returns the visible state and the possible gestures.
enum InspectTool: AgentTool {
  typealias Params = NoFields

  struct Result: AgentResult {
    var state: String
    var actions: [String]
    var time: Int
    var undoable: Int
    var leaks: [String]
    var output: String

    static let fields = [
      MessageField(
        "state", .string,
        "the visible state: coordinators with their screens, as in Shop[list,product], and layers"),
      MessageField("actions", .list(.string), "the gestures that are possible next"),
      MessageField("time", .integer(minimum: 0), "the virtual time in milliseconds"),
      MessageField("undoable", .integer(minimum: 0), "the number of changes that can be undone"),
      MessageField("leaks", .list(.string), "removed coordinators and screens that still exist"),
      MessageField("output", .string, "the output of scripts since the last call"),
    ]

    var text: String {
      let printed = output.isEmpty ? "" : "Printed:\n\(output)\n"
      return "State: \(AgentText.shown(state))\n" + AgentText.section("Possible next", actions)
        + AgentText.section("Leaks", leaks) + printed + "Time: \(time) ms, undoable: \(undoable)"
    }
  }

  static let name = "inspect"
  static let title = "Inspect the application"
  static let summary =
    "Returns the visible state of the application and the gestures that are possible next."
  static let effect = AgentEffect.nothing

  static func run(_ params: Params, _ session: AgentSession) throws(ProtocolError) -> Result {
    let state = try session.state()
    let inspected = try session.request(StateInspectMethod.self)
    return Result(
      state: state.state, actions: state.actions, time: state.time, undoable: inspected.undoable,
      leaks: AgentText.shortened(
        inspected.leaks.map { "\($0.name) (\($0.id))" }, to: 20, characters: 1_000),
      output: AgentText.shortened(session.takeOutput(), to: 2_000))
  }
}
