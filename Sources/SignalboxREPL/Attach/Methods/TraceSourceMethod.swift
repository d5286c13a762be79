package import Signalbox
package import SignalboxProtocol

/// The method `trace/source`, which returns the source of a script that the session has loaded.
package enum TraceSourceMethod: ProtocolMethod {
  package struct Params: MessageFields {
    package var path: String

    package static let fields = [
      MessageField("path", .string, "the path of the script, as in the lines of steps")
    ]

    package init(path: String) { self.path = path }
  }

  package struct Result: MessageFields {
    package var lines: [String]
    @Sparse package var isCut: Bool = false

    package static let fields = [
      MessageField("lines", .list(.string), "the lines of the source when it was loaded"),
      MessageField(
        "isCut", .boolean, optional: true, "whether further lines were omitted"),
    ]

    package init(lines: [String]) { self.lines = lines }
  }

  package static let name = "trace/source"
  package static let summary =
    "Returns the source of a script that the session has loaded, so that a client can show the line "
    + "that made a call. For a script that the session has not loaded, `lines` is empty."
  package static let example = MethodExample<Params, Result>(Params(path: "app.lua"))
}
