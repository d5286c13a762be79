package import SignalboxProtocol

/// The method `script/changed`, which reports changes that the host or another client has made in
/// the session.
package enum ScriptChangedMethod: ProtocolMethod {
  package struct Params: MessageFields {
    package var text: String?
    package var label: String?

    package static let fields = [
      MessageField(
        "text", .string, optional: true,
        "the description of a change by another client or by the host"),
      MessageField("label", .string, optional: true, "the prompt for the next line"),
    ]

    package init(text: String? = nil, label: String? = nil) {
      (self.text, self.label) = (text, label)
    }
  }

  package typealias Result = NoFields

  package static let name = "script/changed"
  package static let kind = MethodKind.serverNotification
  package static let summary =
    "Reports a change by another client or by the host. Sent to clients that have called "
    + "`script/evaluate`, `script/load` or `script/complete`."
  package static let example = MethodExample<Params, Result>(
    Params(text: "client 2: ✓ push product", label: "shop ▸ product> "))
}
