internal import Signalbox
internal import SignalboxProtocol

/// The `operation` tool, which calls an operation of a router.
enum OperationTool: AgentTool {
  struct Params: MessageFields {
    var operation: String
    var caller: String?
    var name: String?
    var arguments: NavigationValue?
    var count: Int?
    var value: NavigationValue?
    var options: NavigationValue?

    static let fields = [
      MessageField(
        "operation", .string,
        "the operation, such as navigate, pop, popToRoot, present, dismiss, setRoot or finishFlow"),
      MessageField(
        "caller", .string, optional: true, "the path of the calling coordinator, such as Home/Shop"),
      MessageField(
        "name", .string, optional: true, "the route, coordinator type, tab or screen"),
      MessageField("arguments", .table, optional: true, "the arguments of the route"),
      MessageField(
        "count", .integer(minimum: -1), optional: true,
        "the number of screens to pop, or the index for popTo, which is -1 for the root"),
      MessageField("value", .any, optional: true, "the result of a flow, for finishFlow"),
      MessageField("options", .table, optional: true, "the options of the operation"),
    ]

    var call: NavigationArguments {
      var call: NavigationArguments = ["operation": .string(operation)]
      call["caller"] = caller.map { .string($0) }
      call["name"] = name.map { .string($0) }
      call["arguments"] = arguments
      call["count"] = count.map { .integer($0) }
      call["value"] = value
      call["options"] = options
      return call
    }
  }

  typealias Result = ActionResult

  static let name = "operation"
  static let title = "Call an operation"
  static let summary =
    "Calls an operation of a coordinator's router, as the application's code does. Returns the "
    + "changes and the next possible gestures. To simulate user actions, call gesture."
  static let effect = AgentEffect.session

  static func run(_ params: Params, _ session: AgentSession) throws(ProtocolError) -> Result {
    try session.act { () throws(ProtocolError) in
      try session.request(OperationPerformMethod.self, CallDocument(params.call))
    }
  }
}
