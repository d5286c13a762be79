package import LineEditor
package import SignalboxProtocol

/// The method `script/complete`, which suggests completions for the word at the cursor.
package enum ScriptCompleteMethod: ProtocolMethod {
  package struct Params: MessageFields {
    package var text: String
    package var cursor: Int?
    package var isPassive: Bool?

    package static let fields = [
      MessageField("text", .string, "the text of the input"),
      MessageField(
        "cursor", .integer(minimum: 0), optional: true,
        "the position of the cursor in characters, by default the end"),
      MessageField(
        "isPassive", .boolean, optional: true,
        "whether the user is typing and has not requested suggestions; if true, the response "
          + "contains the hint but no suggestions, and a preview may follow"),
    ]

    package init(_ text: String, cursor: Int? = nil, isPassive: Bool? = nil) {
      (self.text, self.cursor, self.isPassive) = (text, cursor, isPassive)
    }
  }

  /// A suggestion for a word.
  package struct Suggestion: MessageFields {
    package var text: String
    package var detail: String

    package static let fields = [
      MessageField("text", .string, "the replacement of the word"),
      MessageField("detail", .string, "a description of the suggestion in one line"),
    ]
  }

  package struct Result: MessageFields {
    package var start: Int
    package var suggestions: [Suggestion]
    package var hint: String?

    package static let fields = [
      MessageField(
        "start", .integer(minimum: 0),
        "the position at which the word before the cursor begins, in "
          + "characters"),
      MessageField(
        "suggestions", .list(.fields(Suggestion.fields)),
        "the suggestions that can "
          + "replace the word"),
      MessageField(
        "hint", .string, optional: true, "the text that most likely follows the end of the input"),
    ]

    package init(_ completion: LineCompletion, hint: String? = nil) {
      start = completion.start
      suggestions = completion.suggestions.map { Suggestion(text: $0.text, detail: $0.detail) }
      self.hint = hint
    }

    package var completion: LineCompletion {
      LineCompletion(
        start: start, suggestions: suggestions.map { LineSuggestion($0.text, detail: $0.detail) })
    }
  }

  package static let name = "script/complete"
  package static let summary =
    "Returns suggestions for the word before the cursor, without running application code in the "
    + "session."
  package static let example = MethodExample<Params, Result>(Params(".qu", cursor: 3))
}
