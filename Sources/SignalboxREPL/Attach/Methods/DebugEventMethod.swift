package import Signalbox
package import SignalboxProtocol

/// The method `debug/event`, which reports a debugger event.
package enum DebugEventMethod: ProtocolMethod {
  package struct Params: MessageFields {
    package var event: String
    package var body: NavigationArguments?

    package static let fields = [
      MessageField(
        "event", .string,
        "the event of the Debug Adapter Protocol: `initialized`, `stopped`, `continued`, `output`, …"
      ),
      MessageField("body", .table, optional: true, "the body of the event, if it has one"),
    ]

    package init(_ event: String, _ body: NavigationArguments? = nil) {
      (self.event, self.body) = (event, body)
    }
  }

  package typealias Result = NoFields

  package static let name = "debug/event"
  package static let kind = MethodKind.serverNotification
  package static let summary =
    "Reports a debugger event to the client that is debugging the session."
  package static let example = MethodExample<Params, Result>(
    Params(
      "stopped", ["reason": "breakpoint", "threadId": 1, "allThreadsStopped": true]))
}
