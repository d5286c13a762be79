package import SignalboxProtocol

/// The method `script/preview`, which describes the effect of a typed call.
package enum ScriptPreviewMethod: ProtocolMethod {
  package struct Params: MessageFields {
    package var text: String
    package var preview: String

    package static let fields = [
      MessageField("text", .string, "the text that was passed to `script/complete`"),
      MessageField("preview", .string, "the effect that the text would have, in one line"),
    ]

    package init(text: String, preview: String) { (self.text, self.preview) = (text, preview) }
  }

  package typealias Result = NoFields

  package static let name = "script/preview"
  package static let kind = MethodKind.serverNotification
  package static let summary =
    "Reports the effect that the text of a passive `script/complete` would have. The effect is "
    + "computed in a copy of the session; a host that cannot make a copy sends no previews."
  package static let example = MethodExample<Params, Result>(
    Params(text: "app.main.router:pop()", preview: "⤷ pop product"))
}
