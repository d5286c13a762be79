internal import SignalboxProtocol

/// The `launch` tool, which starts the application.
enum LaunchTool: AgentTool {
  typealias Params = NoFields
  typealias Result = ActionResult

  static let name = "launch"
  static let title = "Launch the application"
  static let summary =
    "Starts the application, or starts it again from its first screen. Script variables keep their "
    + "values."
  static let effect = AgentEffect.session

  static func run(_ params: Params, _ session: AgentSession) throws(ProtocolError) -> Result {
    try session.act { () throws(ProtocolError) in
      if try session.request(StateInspectMethod.self).coordinators.isEmpty {
        try session.evaluate("app:launch()")
        guard session.hasFailed else { return nil }
        throw ProtocolError(
          code: "launchFailed", "app:launch() failed: \(session.takeOutput())",
          hint: "if no application is loaded, start the server with its script: "
            + "signalbox mcp app.lua")
      }
      return try session.request(ApplicationRelaunchMethod.self)
    }
  }
}
