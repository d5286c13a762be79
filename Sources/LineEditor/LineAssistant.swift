/// What a stretch of the line is, for its colour.
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
  /// What would be added, after the cursor.
  case hint
  /// What the input would do, under the line.
  case preview
  /// The chosen one of a menu.
  case selection
  /// The description next to a suggestion, and marks of the editor.
  case detail
  /// What a search has found.
  case match
}

/// A stretch of a text in one style; the range counts characters (grapheme clusters).
package struct StyledRange: Hashable, Sendable {
  package var range: Range<Int>
  package var style: LineStyle

  package init(_ range: Range<Int>, _ style: LineStyle) {
    self.range = range
    self.style = style
  }
}

/// One way to complete a word.
package struct LineSuggestion: Hashable, Codable, Sendable {
  /// Replaces the word.
  package var text: String
  /// One line that is shown next to it.
  package var detail: String

  package init(_ text: String, detail: String = "") {
    self.text = text
    self.detail = detail
  }
}

/// The ways to complete the word at the cursor.
package struct LineCompletion: Hashable, Codable, Sendable {
  /// Where the word begins, in characters.
  package var start: Int
  package var suggestions: [LineSuggestion]

  package init(start: Int, suggestions: [LineSuggestion]) {
    self.start = start
    self.suggestions = suggestions
  }
}

/// Knows the language of the line; the editor itself knows none.
package protocol LineAssistant: AnyObject {
  /// Whether Enter submits the text; else it makes a new line.
  func isComplete(_ text: String) -> Bool
  /// The colours of the text. Ranges may overlap, the last one counts.
  func styles(of text: String) -> [StyledRange]
  /// How the word before the cursor could go on; `cursor` counts characters.
  func completion(of text: String, at cursor: Int) -> LineCompletion
  /// What → would append; asked only with the cursor at the end. The history's own comes after it.
  func hint(for text: String) -> String?
  /// The spaces before the last line of a text, and before the line that follows it; nil where that is as
  /// the line before.
  func indentation(of text: String) -> LineIndentation?
  /// The text has changed. For work on other threads; must return at once.
  func textChanged(_ text: String)
}

/// What came of editing a line.
package enum LineInput: Hashable, Sendable {
  /// A text, of several lines perhaps.
  case line(String)
  /// Ctrl-C: what was typed so far is dropped.
  case interrupted
  /// Ctrl-D on an empty line, or no terminal any more.
  case end
}

/// The spaces at the beginning of lines.
package struct LineIndentation: Hashable, Sendable {
  /// The most that the line that ends may have, where it closes a block; nil where it stays as it is.
  package var line: Int?
  /// How many more, or fewer, the next one has.
  package var step: Int

  package init(line: Int?, step: Int) {
    self.line = line
    self.step = step
  }
}

extension LineAssistant {
  package func indentation(of text: String) -> LineIndentation? { nil }
}
