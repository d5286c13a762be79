/// A command and the keys that run it.
package struct KeyBinding: Sendable {
  let keys: [KeyChord]
  let command: EditCommand
  /// A one-sentence description without a period.
  package let summary: String

  init(_ command: EditCommand, _ summary: String, _ keys: [KeyChord]) {
    self.keys = keys
    self.command = command
    self.summary = summary
  }

  /// The keys in the usual notation, such as `Ctrl-R`.
  package var title: String { keys.map(\.description).joined(separator: " ") }
}

/// The table of all keys except the keys that insert a character. The editor uses this table, and
/// help texts show it.
package enum KeyTable {
  /// A group of bindings with a heading.
  package struct Section: Sendable {
    package let title: String
    package let bindings: [KeyBinding]
  }

  package static let sections = [
    Section(title: "Line", bindings: line), Section(title: "Moving", bindings: moving),
    Section(title: "History", bindings: history), Section(title: "Changing", bindings: changing),
    Section(title: "Completion", bindings: completion),
  ]

  static func command(for chord: KeyChord) -> EditCommand? { commands[chord] }

  private static let commands: [KeyChord: EditCommand] = {
    var commands: [KeyChord: EditCommand] = [:]
    for binding in sections.flatMap(\.bindings) {
      for chord in binding.keys { commands[chord] = binding.command }
    }
    return commands
  }()

  private static let line = [
    KeyBinding(
      .accept, "Runs the input, or starts a new line if it is incomplete", [KeyChord(.enter)]),
    KeyBinding(
      .newline, "Starts a new line in the input",
      [KeyChord(.enter, .alt), KeyChord(.enter, .shift), .control("j")]),
    KeyBinding(.interrupt, "Discards the input, or stops a running script", [.control("c")]),
    KeyBinding(
      .deleteForwardOrEnd, "Ends the session if the input is empty, otherwise deletes forward",
      [.control("d")]),
    KeyBinding(.suspend, "Suspends signalbox; fg in the shell resumes it", [.control("z")]),
    KeyBinding(
      .editOutside, "Followed by Ctrl-E: opens the input in $VISUAL or $EDITOR", [.control("x")]),
    KeyBinding(.clearScreen, "Clears the screen and keeps the input", [.control("l")]),
  ]

  private static let moving = [
    KeyBinding(.moveLeft, "Moves one character left", [KeyChord(.left), .control("b")]),
    KeyBinding(
      .moveRight, "Moves one character right; at the end of the input, accepts the hint",
      [KeyChord(.right), .control("f")]),
    KeyBinding(
      .moveWordLeft, "Moves one word left",
      [KeyChord(.left, .control), .alt("b"), KeyChord(.left, .alt)]),
    KeyBinding(
      .moveWordRight, "Moves one word right; at the end of the input, accepts one word of the hint",
      [KeyChord(.right, .control), .alt("f"), KeyChord(.right, .alt)]),
    KeyBinding(.moveLineStart, "Moves to the start of the line", [KeyChord(.home), .control("a")]),
    KeyBinding(
      .moveLineEnd, "Moves to the end of the line; at the end of the input, accepts the hint",
      [KeyChord(.end), .control("e")]),
  ]

  private static let history = [
    KeyBinding(
      .moveUp, "Moves one line up; on the first line, recalls the previous input with this prefix",
      [KeyChord(.up), .control("p")]),
    KeyBinding(
      .moveDown, "Moves one line down; on the last line, recalls the next input",
      [KeyChord(.down), .control("n")]),
    KeyBinding(
      .olderEntry, "Recalls the previous input with this prefix, on any line",
      [KeyChord(.pageUp)]),
    KeyBinding(.newerEntry, "Recalls the next input", [KeyChord(.pageDown)]),
    KeyBinding(.oldestEntry, "Recalls the first input", [.alt("<")]),
    KeyBinding(.draftEntry, "Returns to the input that you were typing", [.alt(">")]),
    KeyBinding(.searchOlder, "Searches previous inputs, newest first", [.control("r")]),
    KeyBinding(.searchNewer, "Searches in the other direction", [.control("s")]),
  ]

  private static let changing = [
    KeyBinding(.deleteBackward, "Deletes the character before the cursor", [KeyChord(.backspace)]),
    KeyBinding(.deleteForward, "Deletes the character under the cursor", [KeyChord(.delete)]),
    KeyBinding(.killLineEnd, "Cuts up to the end of the line", [.control("k")]),
    KeyBinding(.killLineStart, "Cuts back to the start of the line", [.control("u")]),
    KeyBinding(.killWhitespaceWord, "Cuts back to the previous white space", [.control("w")]),
    KeyBinding(
      .killWordBackward, "Cuts the word before the cursor",
      [KeyChord(.backspace, .alt), KeyChord(.backspace, .control)]),
    KeyBinding(
      .killWordForward, "Cuts the word under the cursor",
      [.alt("d"), KeyChord(.delete, .control), KeyChord(.delete, .alt)]),
    KeyBinding(.yank, "Inserts the most recently cut text", [.control("y")]),
    KeyBinding(
      .yankOlder, "Right after Ctrl-Y: inserts the previously cut text instead", [.alt("y")]),
    KeyBinding(.transpose, "Swaps the characters around the cursor", [.control("t")]),
    KeyBinding(.transposeWords, "Swaps the words around the cursor", [.alt("t")]),
    KeyBinding(.uppercaseWord, "Changes the word to upper case", [.alt("u")]),
    KeyBinding(.lowercaseWord, "Changes the word to lower case", [.alt("l")]),
    KeyBinding(.capitalizeWord, "Capitalizes the word", [.alt("c")]),
    KeyBinding(.undo, "Undoes the last change", [.control("_")]),
    KeyBinding(.redo, "Redoes the last undone change", [.alt("_"), .alt("/")]),
  ]

  private static let completion = [
    KeyBinding(
      .complete, "Completes the word; lists several candidates, then selects the next one",
      [KeyChord(.tab)]),
    KeyBinding(.completeBackward, "Selects the previous candidate", [KeyChord(.tab, .shift)]),
    KeyBinding(.cancel, "Closes the menu or ends the search", [KeyChord(.escape), .control("g")]),
  ]
}
