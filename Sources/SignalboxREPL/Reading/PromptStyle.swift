/// The style of the prompt's output, which depends on the features of the terminal.
package struct PromptStyle {
  /// A closure that returns the width of a line in cells.
  package var width: () -> Int = { 80 }
  /// Whether the prompt numbers results and shows times, for interactive use.
  package var showsMarks = false
  /// A closure that returns the time of a monotonic clock, or `nil` to show no times.
  package var now: (() -> Duration)?

  /// Creates the style for plain text with 80 cells per line.
  package init() {}
}
