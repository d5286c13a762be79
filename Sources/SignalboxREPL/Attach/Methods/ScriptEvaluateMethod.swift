package import Signalbox
package import SignalboxProtocol

/// The method `script/evaluate`, which runs an input at the prompt.
package enum ScriptEvaluateMethod: ProtocolMethod {
  /// A file that a command in the input reads.
  package struct File: MessageFields {
    package var path: String
    package var text: String

    package static let fields = [
      MessageField("path", .string, "the path of the file, as the command names it"),
      MessageField("text", .string, "the contents of the file"),
    ]

    package init(path: String, text: String) { (self.path, self.text) = (path, text) }
  }

  package struct Params: MessageFields {
    package var text: String
    package var line: Int?
    package var startsOver: Bool?
    package var endsInput: Bool?
    package var display: PromptDisplay?
    package var folder: String?
    package var files: [File]?

    package static let fields = [
      MessageField(
        "text", .string,
        "a Lua input or a command, or one of its lines; the text may have several lines"),
      MessageField(
        "line", .index(minimum: 1), optional: true,
        "the line number of the input in its source; if it is present, errors contain it and are "
          + "sent with `isFailure`"),
      MessageField(
        "startsOver", .boolean, optional: true, "whether earlier incomplete input is discarded"),
      MessageField(
        "endsInput", .boolean, optional: true,
        "whether no more input follows, so that incomplete input is an error"),
      MessageField(
        "display", .fields(PromptDisplay.fields), optional: true,
        "how results are shown (default: as plain text, 80 cells wide)"),
      MessageField(
        "folder", .string, optional: true,
        "the absolute path of the client's folder, to which paths of commands are relative"),
      MessageField(
        "files", .list(.fields(File.fields)), optional: true,
        "the files that a command of the input reads, such as `.load`"),
    ]

    package init(_ text: String, line: Int? = nil) { (self.text, self.line) = (text, line) }
  }

  package typealias Result = PromptState

  package static let name = "script/evaluate"
  package static let summary =
    "Evaluates input from the client's prompt. The output arrives before the response, as "
    + "`output/text`."
  package static let example = MethodExample<Params, Result>(
    Params("app.main.router:navigate(\"product\", { id = 42 })"))
}

/// The display options for results.
package struct PromptDisplay: MessageFields {
  package var isColored: Bool?
  package var columns: Int?
  package var showsMarks: Bool?

  package static let fields = [
    MessageField(
      "isColored", .boolean, optional: true, "whether text has escape sequences for colors"),
    MessageField(
      "columns", .integer(minimum: 20, maximum: 10_000), optional: true, "the width in cells"),
    MessageField(
      "showsMarks", .boolean, optional: true,
      "whether to show the numbers of results and the durations of inputs, for a user at a terminal"
    ),
  ]

  package init(isColored: Bool = false, columns: Int = 80, showsMarks: Bool = false) {
    (self.isColored, self.columns, self.showsMarks) = (isColored, columns, showsMarks)
  }
}

/// The state of a prompt after an input.
package struct PromptState: MessageFields {
  package var label: String
  @Sparse package var isPending: Bool = false
  @Sparse package var hasFailed: Bool = false
  @Sparse package var isFinished: Bool = false

  package static let title: String? = "Prompt state"
  package static let fields = [
    MessageField("label", .string, "the prompt for the next line"),
    MessageField(
      "isPending", .boolean, optional: true, "whether the input is incomplete and needs more lines"),
    MessageField(
      "hasFailed", .boolean, optional: true, "whether any input of this client has failed"),
    MessageField(
      "isFinished", .boolean, optional: true, "whether the input asked to leave the prompt"),
  ]

  package init(
    label: String, isPending: Bool = false, hasFailed: Bool = false, isFinished: Bool = false
  ) {
    self.label = label
    (self.isPending, self.hasFailed, self.isFinished) = (isPending, hasFailed, isFinished)
  }
}
