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
  /// The description next to a suggestion, and the editor's own marks.
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
  /// A one-line description shown next to it.
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

/// Adds support for a language to the line editor.
package protocol LineAssistant: AnyObject {
  /// Returns whether Enter submits the text. If not, it begins a new line.
  func isComplete(_ text: String) -> Bool
  /// Returns the styles of the text. Ranges may overlap. The last one takes precedence.
  func styles(of text: String) -> [StyledRange]
  /// Returns the suggestions for the word before the cursor, whose position is in characters.
  func completion(of text: String, at cursor: Int) -> LineCompletion
  /// Returns the text that → would append; called only if the cursor is at the end. It takes
  /// precedence over the history.
  func hint(for text: String) -> String?
  /// Returns the indentation for the last line of the text and for the line after it; nil to use
  /// the previous line's.
  func indentation(of text: String) -> LineIndentation?
  /// Called when the text has changed, to start work on other threads. It must return at once.
  func textChanged(_ text: String)
}

/// The result of editing a line.
package enum LineInput: Hashable, Sendable {
  /// The text that the user entered, which may have several lines.
  case line(String)
  /// The user pressed Ctrl-C, and the typed text was discarded.
  case interrupted
  /// The user pressed Ctrl-D on an empty line, or the terminal was closed.
  case end
}

/// The indentation of lines, in spaces.
package struct LineIndentation: Hashable, Sendable {
  /// The maximum indentation of the line that ends, if it closes a block; nil keeps its
  /// indentation.
  package var line: Int?
  /// How the indentation of the next line differs.
  package var step: Int

  package init(line: Int?, step: Int) {
    self.line = line
    self.step = step
  }
}

extension LineAssistant {
  package func indentation(of text: String) -> LineIndentation? { nil }
}
