internal import SignalboxProtocol

/// The `advance` tool, which advances virtual time.
enum AdvanceTool: AgentTool {
  struct Params: MessageFields {
    var milliseconds: Int

    static let fields = [
      MessageField(
        "milliseconds", .integer(minimum: 0), "the virtual time by which the clock is advanced")
    ]
  }

  typealias Result = ActionResult

  static let name = "advance"
  static let title = "Advance the clock"
  static let summary =
    "Advances virtual time: finishes animations and fires timers. Returns the changes."
  static let effect = AgentEffect.session

  static func run(_ params: Params, _ session: AgentSession) throws(ProtocolError) -> Result {
    try session.act { () throws(ProtocolError) in
      _ = try session.request(
        ClockAdvanceMethod.self, ClockAdvanceMethod.Params(.milliseconds(params.milliseconds)))
      return nil
    }
  }
}
