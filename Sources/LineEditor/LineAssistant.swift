/// The style of a part of the line.
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
  /// The description next to a suggestion, and marks of the editor.
  case detail
  /// The match of a search.
  case match
}

/// A range of text in one style, in characters (grapheme clusters).
package struct StyledRange: Hashable, Sendable {
  package var range: Range<Int>
  package var style: LineStyle

  package init(_ range: Range<Int>, _ style: LineStyle) {
    self.range = range
    self.style = style
  }
}

/// A suggestion for a word.
package struct LineSuggestion: Hashable, Codable, Sendable {
  /// The replacement of the word.
  package var text: String
  /// One line that is shown next to it.
  package var detail: String

  package init(_ text: String, detail: String = "") {
    self.text = text
    self.detail = detail
  }
}

/// The suggestions for the word at the cursor.
package struct LineCompletion: Hashable, Codable, Sendable {
  /// The beginning of the word, in characters.
  package var start: Int
  package var suggestions: [LineSuggestion]

  package init(start: Int, suggestions: [LineSuggestion]) {
    self.start = start
    self.suggestions = suggestions
  }
}

/// The language support of the line editor.
package protocol LineAssistant: AnyObject {
  /// Whether Enter submits the text; otherwise it begins a new line.
  func isComplete(_ text: String) -> Bool
  /// Returns the styles of the text. Ranges may overlap; the last one has priority.
  func styles(of text: String) -> [StyledRange]
  /// Returns the suggestions for the word before the cursor; `cursor` is in characters.
  func completion(of text: String, at cursor: Int) -> LineCompletion
  /// Returns the text that → appends; called only with the cursor at the end. It has priority over
  /// the history.
  func hint(for text: String) -> String?
  /// Returns the indentation of the last line of a string, and of the following line; nil to use
  /// that of the previous line.
  func indentation(of text: String) -> LineIndentation?
  /// Called when the text has changed, for work on other threads; must return immediately.
  func textChanged(_ text: String)
}

/// The result of editing a line.
package enum LineInput: Hashable, Sendable {
  /// A string, which may have several lines.
  case line(String)
  /// Ctrl-C: the typed text is discarded.
  case interrupted
  /// Ctrl-D on an empty line, or the terminal was closed.
  case end
}

/// The spaces at the beginning of lines.
package struct LineIndentation: Hashable, Sendable {
  /// The maximum indentation of the line that ends, if it closes a block; nil to keep it.
  package var line: Int?
  /// The change of indentation for the next line.
  package var step: Int

  package init(line: Int?, step: Int) {
    self.line = line
    self.step = step
  }
}

extension LineAssistant {
  package func indentation(of text: String) -> LineIndentation? { nil }
}
