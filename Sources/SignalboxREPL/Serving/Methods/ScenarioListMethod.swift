package import Signalbox
package import SignalboxProtocol

/// The method `scenario/list`, which lists scenarios without running them.
package enum ScenarioListMethod: ProtocolMethod {
  package typealias Params = ScenarioSelection

  /// A scenario and its location.
  package struct Entry: MessageFields {
    package var id: String
    package var name: String
    @Sparse package var suites: [String] = []
    package var file: String
    package var line: Int
    package var column: Int?
    package var endLine: Int?
    package var endColumn: Int?
    @Sparse package var tags: [String] = []
    package var skip: String?
    package var todo: String?
    package var fails: String?
    @Sparse package var isOnly: Bool = false

    package static let fields = [
      MessageField("id", .string, "`FILE::TITLE`, which `paths` accepts"),
      MessageField("name", .string, "the name"),
      MessageField(
        "suites", .list(.string), optional: true, "the enclosing suites, outermost first"),
      MessageField("file", .string, "the path of the file"),
      MessageField("line", .integer(minimum: 1), "the line at which the scenario begins"),
      MessageField(
        "column", .integer(minimum: 1), optional: true,
        "the column of the word `scenario`, in characters; omitted if the line contains none"),
      MessageField(
        "endLine", .integer(minimum: 1), optional: true, "the line of the last character"),
      MessageField(
        "endColumn", .integer(minimum: 1), optional: true, "the column after the last character"),
      MessageField("tags", .list(.string), optional: true, "the tags, those of suites first"),
      MessageField("skip", .string, optional: true, "the reason why the scenario is skipped"),
      MessageField(
        "todo", .string, optional: true, "the work that remains before the scenario can run"),
      MessageField(
        "fails", .string, optional: true, "the reason why the scenario is expected to fail"),
      MessageField("isOnly", .boolean, optional: true, "whether the scenario is marked `only`"),
    ]
  }

  package struct Result: MessageFields {
    package var scenarios: [Entry]
    @Sparse package var unloaded: [UnloadedEntry] = []

    package static let fields = [
      MessageField("scenarios", .list(.fields(Entry.fields)), "the scenarios, in file order"),
      MessageField(
        "unloaded", .list(.shared("Unloaded file", UnloadedEntry.fields)), optional: true,
        "files that failed to load, whose scenarios are unknown"),
    ]
  }

  package static let name = "scenario/list"
  package static let summary =
    "Lists scenarios without running them. The files are loaded in a separate process."
  package static let example = MethodExample<Params, Result>(
    ScenarioSelection(paths: ["shop.scenario.lua"]))
}

/// A file that failed to load.
package struct UnloadedEntry: MessageFields {
  package var path: String
  package var error: ErrorDocument

  package static let title: String? = "Unloaded file"
  package static let fields = [
    MessageField("path", .string, "the path of the file"),
    MessageField("error", .shared("Error", ErrorDocument.fields), "the error"),
  ]
}

/// An error in a script.
package struct ErrorDocument: MessageFields {
  /// The line of an error.
  package struct Location: MessageFields {
    package var file: String
    package var line: Int

    package static let fields = [
      MessageField("file", .string, "the file"),
      MessageField("line", .integer(minimum: 0), "the line"),
    ]
  }

  package var kind: String
  package var code: String?
  package var message: String
  package var hint: String?
  package var location: Location?

  package static let title: String? = "Error"
  package static let fields = [
    MessageField("kind", .string, "the kind, such as `syntax` or `runtime`"),
    MessageField("code", .string, optional: true, "the stable code"),
    MessageField("message", .string, "a sentence"),
    MessageField("hint", .string, optional: true, "a suggestion"),
    MessageField(
      "location", .fields(Location.fields), optional: true, "the line that caused the error"),
  ]
}
