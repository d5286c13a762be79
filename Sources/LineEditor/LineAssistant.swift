/// The style of a range in the line.
package enum LineStyle: Hashable, Sendable, CaseIterable {
  case plain
  case keyword
  case string
  case number
  case constant
  case comment
  case name
  case method
  case command
  case `operator`
  case error
  /// The suggested continuation after the cursor.
  case hint
  /// The preview below the line.
  case preview
  /// The selected item of a menu.
  case selection
  /// The description next to a suggestion, and text that the editor adds.
  case detail
  /// The match of a history search.
  case match
}

/// A range of text with a style. Positions are in characters (grapheme clusters).
package struct StyledRange: Hashable, Sendable {
  package var range: Range<Int>
  package var style: LineStyle

  package init(_ range: Range<Int>, _ style: LineStyle) {
    self.range = range
    self.style = style
  }
}

/// A suggestion for completing a word.
package struct LineSuggestion: Hashable, Codable, Sendable {
  /// The text that replaces the word.
  package var text: String
  /// A one-line description, which is shown next to the suggestion.
  package var detail: String

  package init(_ text: String, detail: String = "") {
    self.text = text
    self.detail = detail
  }
}

/// The suggestions for the word at the cursor.
package struct LineCompletion: Hashable, Codable, Sendable {
  /// The position at which the word begins, in characters.
  package var start: Int
  package var suggestions: [LineSuggestion]

  package init(start: Int, suggestions: [LineSuggestion]) {
    self.start = start
    self.suggestions = suggestions
  }
}

/// Provides language support for the line editor.
package protocol LineAssistant: AnyObject {
  /// Returns whether Enter submits the text. If the input is incomplete, Enter begins a new line.
  func isComplete(_ text: String) -> Bool
  /// Returns the styles of the text. If ranges overlap, the last range takes precedence.
  func styles(of text: String) -> [StyledRange]
  /// Returns the suggestions for the word before the cursor. The cursor position is in characters.
  func completion(of text: String, at cursor: Int) -> LineCompletion
  /// Returns the text that the → key would append, or `nil` if there is none. This text takes
  /// precedence over the history. The editor calls this method only if the cursor is at the end of
  /// the text.
  func hint(for text: String) -> String?
  /// Returns the indentation for the last line of the text and for the line that follows, or `nil`
  /// to use the indentation of the previous line.
  func indentation(of text: String) -> LineIndentation?
  /// Called when the text has changed. Implementations can start work on other threads, but must
  /// return immediately.
  func textChanged(_ text: String)
}

/// The result of editing a line.
package enum LineInput: Hashable, Sendable {
  /// The text that the user entered. The text may have several lines.
  case line(String)
  /// The user pressed Ctrl-C, or another process sent SIGINT. The typed text was discarded.
  case interrupted
  /// The user pressed Ctrl-D in an empty input, the terminal was closed, or the host ended the
  /// input.
  case end
}

/// The indentation of lines, in spaces.
package struct LineIndentation: Hashable, Sendable {
  /// The maximum indentation of the current line, or `nil` to keep the line's indentation. Only a
  /// line that closes a block has a maximum indentation.
  package var line: Int?
  /// The change in indentation from the current line to the next line.
  package var step: Int

  package init(line: Int?, step: Int) {
    self.line = line
    self.step = step
  }
}

extension LineAssistant {
  package func indentation(of text: String) -> LineIndentation? { nil }
}
