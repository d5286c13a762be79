/// The layout of the prompt's output; a terminal sets its capabilities.
package struct PromptStyle {
  /// The width of a line in cells.
  package var width: () -> Int = { 80 }
  /// Whether results have numbers and inputs have times: for human readers, not for programs.
  package var showsMarks = false
  /// A monotonic clock; without one there are no times.
  package var now: (() -> Duration)?

  /// Creates the style of plain text with 80 cells.
  package init() {}
}
