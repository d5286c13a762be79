package import SignalboxProtocol

/// The method `interface/open`, with which a page starts showing the application.
package enum InterfaceOpenMethod: ProtocolMethod {
  package typealias Params = NoFields
  package typealias Result = NoFields

  package static let name = "interface/open"
  package static let summary =
    "Makes the page the application's screen: the page receives the interface, and an earlier page "
    + "is closed."
  package static let example = MethodExample<Params, Result>(Params())
}
