package import SignalboxProtocol

/// The method `trace/changed`, which reports that the session has changed since the last
/// `trace/read`.
package enum TraceChangedMethod: ProtocolMethod {
  package struct Params: MessageFields {
    package var count: Int

    package static let fields = [
      MessageField("count", .integer(minimum: 0), "the number of all steps so far")
    ]

    package init(count: Int) { self.count = count }
  }

  package typealias Result = NoFields

  package static let name = "trace/changed"
  package static let kind = MethodKind.serverNotification
  package static let summary =
    "Reports that the session has changed since the client's last `trace/read`. The next "
    + "notification is sent only after the client has read again."
  package static let example = MethodExample<Params, Result>(Params(count: 3))
}
