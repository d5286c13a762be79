package import Signalbox
package import SignalboxProtocol

/// The method `debug/request`, which passes a request to the debugger of the session.
package enum DebugRequestMethod: ProtocolMethod {
  package struct Params: MessageFields {
    package var command: String
    package var arguments: NavigationArguments?

    package static let fields = [
      MessageField(
        "command", .string,
        "the command of the Debug Adapter Protocol: `initialize`, `attach`, `setBreakpoints`, …"),
      MessageField(
        "arguments", .table, optional: true, "the arguments of the command"),
    ]

    package init(_ command: String, _ arguments: NavigationArguments? = nil) {
      (self.command, self.arguments) = (command, arguments)
    }
  }

  package struct Result: MessageFields {
    package var body: NavigationArguments?

    package static let fields = [
      MessageField(
        "body", .table, optional: true, "the body of the response, if it has one")
    ]

    package init(body: NavigationArguments?) { self.body = body }
  }

  package static let name = "debug/request"
  package static let isUrgent = true
  package static let summary =
    "Sends a request of the Debug Adapter Protocol to the debugger of the session, which answers even "
    + "while a script runs. Only one client can debug at a time, from the debugger's `initialize` "
    + "request to its `disconnect` request."
  package static let example = MethodExample<Params, Result>(
    Params(
      "setBreakpoints", ["source": ["path": "shop.lua"], "breakpoints": .list([["line": 3]])]),
    after: [
      #"{"method":"debug/request","params":{"command":"initialize"}}"#,
      #"{"method":"debug/request","params":{"command":"attach"}}"#,
    ])
}
