package import SignalboxProtocol

/// The method `interface/closed`, which reports that the page no longer shows the application.
package enum InterfaceClosedMethod: ProtocolMethod {
  package struct Params: MessageFields {
    package var reason: String

    package static let fields = [MessageField("reason", .string, "the reason")]
  }

  package typealias Result = NoFields

  package static let name = "interface/closed"
  package static let kind = MethodKind.serverNotification
  package static let summary = "The page is no longer the application's screen."
  package static let example = MethodExample<Params, Result>(
    Params(reason: "the application is open in another browser tab or window"))
}
