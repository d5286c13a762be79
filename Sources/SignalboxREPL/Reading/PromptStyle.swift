/// The layout of the prompt's output; a terminal sets the features that it supports.
package struct PromptStyle {
  /// The width of a line in cells.
  package var width: () -> Int = { 80 }
  /// Whether the prompt numbers results and shows times, for interactive use.
  package var showsMarks = false
  /// A monotonic clock; without a clock, no times are shown.
  package var now: (() -> Duration)?

  /// Creates the style for plain text of 80 cells per line.
  package init() {}
}
