/// Keys with the same command.
package struct KeyBinding: Sendable {
  let keys: [KeyChord]
  let command: EditCommand
  /// One sentence without a full stop.
  package let summary: String

  init(_ command: EditCommand, _ summary: String, _ keys: [KeyChord]) {
    self.keys = keys
    self.command = command
    self.summary = summary
  }

  /// The notation of the keys.
  package var title: String { keys.map(\.description).joined(separator: " ") }
}

/// All keys that do not insert themselves: the editor uses this table, and help shows it.
package enum KeyTable {
  /// Bindings under one heading.
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
    KeyBinding(.accept, "Runs the input, or goes on where it is not whole", [KeyChord(.enter)]),
    KeyBinding(
      .newline, "Begins a new line of the input",
      [KeyChord(.enter, .alt), KeyChord(.enter, .shift), .control("j")]),
    KeyBinding(.interrupt, "Drops the input; stops a script that runs", [.control("c")]),
    KeyBinding(
      .deleteForwardOrEnd, "Ends the session where nothing is typed, else deletes under the cursor",
      [.control("d")]),
    KeyBinding(.suspend, "Goes back to the shell; fg comes back here", [.control("z")]),
    KeyBinding(
      .editOutside, "Ctrl-E behind it: writes the input in $VISUAL or $EDITOR", [.control("x")]),
    KeyBinding(.clearScreen, "Empties the screen and keeps the input", [.control("l")]),
  ]

  private static let moving = [
    KeyBinding(.moveLeft, "One character to the left", [KeyChord(.left), .control("b")]),
    KeyBinding(
      .moveRight, "One character to the right; at the end takes the hint",
      [KeyChord(.right), .control("f")]),
    KeyBinding(
      .moveWordLeft, "One word to the left",
      [KeyChord(.left, .control), .alt("b"), KeyChord(.left, .alt)]),
    KeyBinding(
      .moveWordRight, "One word to the right; at the end takes a word of the hint",
      [KeyChord(.right, .control), .alt("f"), KeyChord(.right, .alt)]),
    KeyBinding(.moveLineStart, "To the start of the line", [KeyChord(.home), .control("a")]),
    KeyBinding(
      .moveLineEnd, "To the end of the line; at the end takes the hint",
      [KeyChord(.end), .control("e")]),
  ]

  private static let history = [
    KeyBinding(
      .moveUp, "A line up; on the first one the input before that begins the same",
      [KeyChord(.up), .control("p")]),
    KeyBinding(
      .moveDown, "A line down; on the last one the input after", [KeyChord(.down), .control("n")]),
    KeyBinding(
      .olderEntry, "The input before that begins the same, also from within lines",
      [KeyChord(.pageUp)]),
    KeyBinding(.newerEntry, "The input after", [KeyChord(.pageDown)]),
    KeyBinding(.oldestEntry, "The first input there is", [.alt("<")]),
    KeyBinding(.draftEntry, "Back to what was typed", [.alt(">")]),
    KeyBinding(.searchOlder, "Searches inputs for a text, from the latest on", [.control("r")]),
    KeyBinding(.searchNewer, "Searches the other way", [.control("s")]),
  ]

  private static let changing = [
    KeyBinding(.deleteBackward, "Deletes before the cursor", [KeyChord(.backspace)]),
    KeyBinding(.deleteForward, "Deletes under the cursor", [KeyChord(.delete)]),
    KeyBinding(.killLineEnd, "Cuts up to the end of the line", [.control("k")]),
    KeyBinding(.killLineStart, "Cuts back to the start of the line", [.control("u")]),
    KeyBinding(.killWhitespaceWord, "Cuts back to white space", [.control("w")]),
    KeyBinding(
      .killWordBackward, "Cuts the word before the cursor",
      [KeyChord(.backspace, .alt), KeyChord(.backspace, .control)]),
    KeyBinding(
      .killWordForward, "Cuts the word under the cursor",
      [.alt("d"), KeyChord(.delete, .control), KeyChord(.delete, .alt)]),
    KeyBinding(.yank, "Puts back what was cut last", [.control("y")]),
    KeyBinding(.yankOlder, "Right after that, what was cut before", [.alt("y")]),
    KeyBinding(.transpose, "Exchanges the characters around the cursor", [.control("t")]),
    KeyBinding(.transposeWords, "Exchanges the words around the cursor", [.alt("t")]),
    KeyBinding(.uppercaseWord, "Makes the word upper case", [.alt("u")]),
    KeyBinding(.lowercaseWord, "Makes the word lower case", [.alt("l")]),
    KeyBinding(.capitalizeWord, "Makes the word begin upper case", [.alt("c")]),
    KeyBinding(.undo, "Takes back the last change", [.control("_")]),
    KeyBinding(.redo, "Makes it again", [.alt("_"), .alt("/")]),
  ]

  private static let completion = [
    KeyBinding(
      .complete, "Completes the word; with several ways shows them, then the next one",
      [KeyChord(.tab)]),
    KeyBinding(.completeBackward, "The one before", [KeyChord(.tab, .shift)]),
    KeyBinding(.cancel, "Closes the menu or ends the search", [KeyChord(.escape), .control("g")]),
  ]
}
