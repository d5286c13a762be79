package import SignalboxProtocol

/// The method `interface/shown`, which reports that the page shows an interface and that the
/// animation has ended.
package enum InterfaceShownMethod: ProtocolMethod {
  package struct Params: MessageFields {
    package var number: Int

    package static let fields = [
      MessageField("number", .integer(minimum: 1), "the number of the interface")
    ]
  }

  package typealias Result = NoFields

  package static let name = "interface/shown"
  package static let summary = "The page shows an interface, and its animation has ended."
  package static let example = MethodExample<Params, Result>(
    Params(number: 1), after: [#"{"method":"interface/open","params":{}}"#])
}
