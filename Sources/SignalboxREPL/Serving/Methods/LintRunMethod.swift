package import Signalbox
package import SignalboxProtocol

/// The method `lint/run`, which reports mistakes without running scenarios.
package enum LintRunMethod: ProtocolMethod {
  package struct Params: MessageFields {
    package var paths: [String]?

    package static let fields = [
      MessageField(
        "paths", .list(.string), optional: true,
        "files and folders, relative to the folder of the server (default: `test.roots` of "
          + "signalbox.lua, or the folder of the server)")
    ]

    package init(paths: [String]? = nil) { self.paths = paths }
  }

  /// A mistake.
  package struct Finding: MessageFields {
    package var severity: String
    package var code: String
    package var message: String
    package var hint: String?
    package var file: String
    package var line: Int?
    package var column: Int?

    package static let fields = [
      MessageField(
        "severity", .choice(["error", "warning"]),
        "`error` for code that makes a scenario fail; `warning` for code that is probably "
          + "unintended"),
      MessageField("code", .string, "the stable code, such as `unknownRoute`"),
      MessageField("message", .string, "a sentence"),
      MessageField("hint", .string, optional: true, "a suggestion"),
      MessageField("file", .string, "the file"),
      MessageField("line", .integer(minimum: 1), optional: true, "the line"),
      MessageField(
        "column", .integer(minimum: 1), optional: true, "the column of the first character"),
    ]
  }

  package struct Result: MessageFields {
    @Sparse package var files: [String] = []
    package var scenarios: Int
    package var errors: Int
    package var warnings: Int
    @Sparse package var findings: [Finding] = []

    package static let fields = [
      MessageField("files", .list(.string), optional: true, "the files that were linted"),
      MessageField("scenarios", .integer(minimum: 0), "the number of scenarios in them"),
      MessageField("errors", .integer(minimum: 0), "the number of errors"),
      MessageField("warnings", .integer(minimum: 0), "the number of warnings"),
      MessageField(
        "findings", .list(.fields(Finding.fields)), optional: true,
        "the mistakes, sorted by file and line"),
    ]
  }

  package static let name = "lint/run"
  package static let summary =
    "Reports mistakes in scenarios and applications, as `signalbox lint` does, in a separate process."
  package static let example = MethodExample<Params, Result>(Params(paths: ["shop.scenario.lua"]))
}
