/// The commands to which keys can be bound.
enum EditCommand: Hashable, Sendable, CaseIterable {
  case accept
  case newline
  case interrupt
  case deleteForwardOrEnd
  case suspend
  case clearScreen
  case editOutside
  case cancel

  case moveLeft
  case moveRight
  case moveWordLeft
  case moveWordRight
  case moveLineStart
  case moveLineEnd
  case moveUp
  case moveDown

  case olderEntry
  case newerEntry
  case oldestEntry
  case draftEntry
  case searchOlder
  case searchNewer

  case deleteBackward
  case deleteForward
  case killLineEnd
  case killLineStart
  case killWhitespaceWord
  case killWordBackward
  case killWordForward
  case yank
  case yankOlder
  case transpose
  case transposeWords
  case uppercaseWord
  case lowercaseWord
  case capitalizeWord
  case undo
  case redo

  case complete
  case completeBackward
}
