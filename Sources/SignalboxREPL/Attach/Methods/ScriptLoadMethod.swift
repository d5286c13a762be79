package import SignalboxProtocol

/// The method `script/load`, which runs a script.
package enum ScriptLoadMethod: ProtocolMethod {
  package struct Params: MessageFields {
    package var path: String
    package var text: String

    package static let fields = [
      MessageField("path", .string, "the path of the script, as shown in messages"),
      MessageField("text", .string, "the contents of the file"),
    ]

    package init(path: String, text: String) { (self.path, self.text) = (path, text) }
  }

  package typealias Result = PromptState

  package static let name = "script/load"
  package static let summary =
    "Runs a script whose globals are available to later inputs, as `.load` does."
  package static let example = MethodExample<Params, Result>(
    Params(path: "tax.lua", text: "function tax(price) return price * 19 // 100 end"))
}
