/// How the prompt lays out what it writes; a terminal sets what it can do.
package struct PromptStyle {
  /// The cells of a line.
  package var width: () -> Int = { 80 }
  /// Whether results show their numbers and inputs their times: for people, not for programs.
  package var showsMarks = false
  /// A clock that only goes forward; without one there are no times.
  package var now: (() -> Duration)?

  /// Plain text for 80 cells.
  package init() {}
}
