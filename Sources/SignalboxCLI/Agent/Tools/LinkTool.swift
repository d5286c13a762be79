internal import SignalboxProtocol

/// The `open_link` tool, which opens a deep link.
enum LinkTool: AgentTool {
  typealias Params = LinkOpenMethod.Params
  typealias Result = ActionResult

  static let name = "open_link"
  static let title = "Open a deep link"
  static let summary =
    "Opens a deep link in the application. Returns the changes and the next possible gestures."
  static let effect = AgentEffect.session

  static func run(_ params: Params, _ session: AgentSession) throws(ProtocolError) -> Result {
    try session.act { () throws(ProtocolError) in
      try session.request(LinkOpenMethod.self, params)
    }
  }
}
