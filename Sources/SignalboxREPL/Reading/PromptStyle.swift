/// How the prompt's output is laid out; a terminal sets what it supports.
package struct PromptStyle {
  /// The width of a line in cells.
  package var width: () -> Int = { 80 }
  /// Whether results are numbered and times are shown, for people instead of programs.
  package var showsMarks = false
  /// A monotonic clock; without one, no times are shown.
  package var now: (() -> Duration)?

  /// Creates the style for plain text of 80 cells per line.
  package init() {}
}
