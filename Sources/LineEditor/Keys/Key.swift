/// A unit of keyboard input.
enum Key: Hashable, Sendable {
  /// Printable characters that arrived together.
  case text(String)
  /// Text that the terminal marks as pasted.
  case paste(String)
  case chord(KeyChord)
}

/// A key, with its modifiers.
struct KeyChord: Hashable, Sendable {
  enum Base: Hashable, Sendable {
    /// A letter or symbol. With Control, letters are lowercase.
    case character(Character)
    case up
    case down
    case left
    case right
    case home
    case end
    case pageUp
    case pageDown
    case insert
    case delete
    case backspace
    case tab
    case enter
    case escape
    case function(Int)
  }

  struct Modifiers: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let shift = Modifiers(rawValue: 1)
    static let alt = Modifiers(rawValue: 2)
    static let control = Modifiers(rawValue: 4)
  }

  var base: Base
  var modifiers: Modifiers = []

  init(_ base: Base, _ modifiers: Modifiers = []) {
    self.base = base
    self.modifiers = modifiers
  }

  static func control(_ character: Character) -> KeyChord {
    KeyChord(.character(character), .control)
  }

  static func alt(_ character: Character) -> KeyChord { KeyChord(.character(character), .alt) }
}

extension KeyChord: CustomStringConvertible {
  /// The key in the usual notation, such as `Ctrl-R`, `Alt-Enter` or `←`.
  var description: String {
    var text = ""
    if modifiers.contains(.control) { text += "Ctrl-" }
    if modifiers.contains(.alt) { text += "Alt-" }
    if modifiers.contains(.shift) { text += "Shift-" }
    return text + base.title
  }
}

extension KeyChord.Base {
  fileprivate var title: String {
    switch self {
    case .character(let character): character.uppercased()
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .insert: "Insert"
    case .delete: "Delete"
    case .backspace: "Backspace"
    case .tab: "Tab"
    case .enter: "Enter"
    case .escape: "Esc"
    case .function(let number): "F\(number)"
    }
  }
}
