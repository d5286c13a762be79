internal import Signalbox
internal import SignalboxProtocol

/// The `gesture` tool, which performs a gesture of the simulated user.
enum GestureTool: AgentTool {
  struct Params: MessageFields {
    var gesture: String
    var label: String?
    var text: String?
    var tab: String?
    var coordinator: String?
    var isCancelled: Bool?

    static let fields = [
      MessageField(
        "gesture", .choice(GestureCatalog.gestures.map(\.signature.name).filter { $0 != "open" }),
        "the gesture"),
      MessageField(
        "label", .string, optional: true,
        "for tap: the action; for tapAlert: the button; for enterText: the field"),
      MessageField("text", .string, optional: true, "for enterText: the text"),
      MessageField("tab", .string, optional: true, "for tapTab: the identifier of the tab"),
      MessageField(
        "coordinator", .string, optional: true,
        "for tapTab: the path of the tab coordinator, if several are visible"),
      MessageField(
        "isCancelled", .boolean, optional: true,
        "for swipes: whether to cancel the swipe before "
          + "its end"),
    ]

    var call: NavigationArguments {
      var call: NavigationArguments = ["operation": .string(gesture)]
      // For a text field, `name` contains the label of the field. For all other gestures, `text`
      // contains the label.
      call["name"] = (text == nil ? tab : label).map { .string($0) }
      call["text"] = (text ?? label).map { .string($0) }
      call["coordinator"] = coordinator.map { .string($0) }
      if isCancelled == true { call["options"] = ["cancel": true] }
      return call
    }
  }

  typealias Result = ActionResult

  static let name = "gesture"
  static let title = "Perform a gesture"
  static let summary =
    "Acts as the user: taps an action, a tab or an alert's button, goes back, swipes, or enters "
    + "text. Returns the changes and the next possible gestures. Call inspect to list the possible "
    + "gestures."
  static let effect = AgentEffect.session

  static func run(_ params: Params, _ session: AgentSession) throws(ProtocolError) -> Result {
    try session.act { () throws(ProtocolError) in
      try session.request(GesturePerformMethod.self, CallDocument(params.call))
    }
  }
}
