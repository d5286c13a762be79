internal import SignalboxScripting

/// An input at the prompt, parsed for highlighting and suggestions.
///
/// Positions are in UTF-8 bytes. Use ``characters`` to convert positions to characters. Parsing
/// costs O(n), where n is the length of the text.
struct PromptText {
  /// The kinds of inputs.
  enum Form: Hashable {
    case lua
    /// A dot, a command's name, and its argument.
    case command(name: Range<Int>, argument: Range<Int>)
    /// A question mark and a name.
    case question(Range<Int>)
    /// An exclamation mark and a shell command.
    case shell(Range<Int>)
  }

  let bytes: [UInt8]
  let form: Form
  /// The Lua tokens, including comments. The array is empty for a shell command and for a command
  /// whose argument is not Lua code.
  let tokens: [LuaToken]
  let characters: CharacterOffsets

  /// The commands whose argument is Lua code.
  private static let luaCommands: Set<String> = ["watch", "time"]

  init(_ text: String) {
    let bytes = Array(text.utf8)
    self.bytes = bytes
    characters = CharacterOffsets(text)
    let form = Self.form(of: bytes)
    self.form = form
    let first =
      switch form {
      case .lua: Self.firstOfExpression(bytes)
      case .question(let name): name.lowerBound
      case .shell: bytes.count
      case .command(let name, let argument):
        Self.luaCommands.contains(String(decoding: bytes[name], as: UTF8.self))
          ? argument.lowerBound : bytes.count
      }
    // Text that is not Lua is replaced with white space, so that positions do not change.
    let source = [UInt8](repeating: 0x20, count: first) + bytes[first...]
    tokens = Array(LuaTokens(source, isFile: false, keepsComments: true))
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func text(_ token: LuaToken) -> String { text(token.start..<token.end) }

  /// Returns the position after an initial `=`, or 0 if there is none. This sign requests that
  /// results are printed in full.
  private static func firstOfExpression(_ bytes: [UInt8]) -> Int {
    guard let first = bytes.firstIndex(where: { !isBlank($0) }), bytes[first] == 0x3D else {
      return 0
    }
    return first + 1
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func form(of bytes: [UInt8]) -> Form {
    guard let first = bytes.firstIndex(where: { !isBlank($0) }) else { return .lua }
    let rest = (first + 1)..<bytes.count
    switch bytes[first] {
    case UInt8(ascii: "?"): return .question(rest)
    case UInt8(ascii: "!"): return .shell(rest)
    case UInt8(ascii: ".") where rest.isEmpty || isLetter(bytes[rest.lowerBound]):
      let end = bytes[rest].firstIndex(where: isBlank) ?? bytes.count
      let argument = bytes[end...].firstIndex { !isBlank($0) } ?? bytes.count
      return .command(name: rest.lowerBound..<end, argument: argument..<bytes.count)
    default: return .lua
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte >= 0x80
  }
}

/// The byte offsets of the characters in a string.
struct CharacterOffsets {
  /// The start of each character, followed by the end of the text, or `nil` if each character is
  /// one byte.
  private let starts: [Int]?
  private let count: Int

  init(_ text: String) {
    count = text.utf8.count
    guard text.utf8.contains(where: { $0 >= 0x80 || $0 == 0x0D }) else {
      starts = nil
      return
    }
    var starts: [Int] = [0]
    starts.reserveCapacity(count + 1)
    for character in text { starts.append(starts[starts.count - 1] + character.utf8.count) }
    self.starts = starts
  }

  /// Returns the index of a character's first byte. For a position beyond the last character,
  /// returns the end of the text.
  func byte(of character: Int) -> Int {
    guard let starts else { return min(max(character, 0), count) }
    return starts[min(max(character, 0), starts.count - 1)]
  }

  /// Returns the index of the character that contains a byte. For a byte after the last character,
  /// returns the number of characters.
  func character(at byte: Int) -> Int {
    guard let starts else { return min(byte, count) }
    var (low, high) = (0, starts.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= byte { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Returns the range of the characters that overlap a range of bytes.
  func range(_ bytes: Range<Int>) -> Range<Int> {
    let start = character(at: bytes.lowerBound)
    guard !bytes.isEmpty else { return start..<start }
    return start..<(character(at: bytes.upperBound - 1) + 1)
  }
}
