package import SignalboxProtocol

/// The method `script/interrupt`, which reports that the user has pressed Ctrl-C in the client.
package enum ScriptInterruptMethod: ProtocolMethod {
  package typealias Params = NoFields
  package typealias Result = NoFields

  package static let name = "script/interrupt"
  package static let isImmediate = true
  package static let summary =
    "Stops the running request of the client, and cancels the client's waiting requests. Requests "
    + "of other clients are not affected."
  package static let example = MethodExample<Params, Result>(NoFields())
}
