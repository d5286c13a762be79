internal import SignalboxProtocol

/// The `undo` tool, which undoes or redoes changes.
enum UndoTool: AgentTool {
  struct Params: MessageFields {
    var count: Int?
    var redo: Bool?

    static let fields = [
      MessageField(
        "count", .integer(minimum: 1), optional: true, "the number of changes (default: 1)"),
      MessageField("redo", .boolean, optional: true, "whether to redo undone changes instead"),
    ]
  }

  typealias Result = ActionResult

  static let name = "undo"
  static let title = "Undo or redo"
  static let summary =
    "Undoes the last navigation changes, or redoes undone changes. Script variables keep their "
    + "values."
  static let effect = AgentEffect.session

  static func run(_ params: Params, _ session: AgentSession) throws(ProtocolError) -> Result {
    try session.act { () throws(ProtocolError) in
      let count = StepCount(count: params.count ?? 1)
      return params.redo == true
        ? try session.request(RedoMethod.self, count) : try session.request(UndoMethod.self, count)
    }
  }
}
