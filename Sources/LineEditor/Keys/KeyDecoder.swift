/// Decodes keys from the bytes that a terminal sends, supporting the encodings of all common
/// terminals.
///
/// The decoder accepts any bytes in chunks of any size, and drops unknown sequences.
struct KeyDecoder {
  private enum State {
    case ground
    /// The decoder has received ESC. The associated value indicates whether it has received a
    /// second ESC.
    case escape(isDouble: Bool)
    /// The decoder has received `ESC [`.
    case sequence
    /// The decoder has received `ESC O`.
    case shifted
    /// The decoder has received `ESC [ [`, the prefix of function keys on the Linux console.
    case console
    /// The decoder is reading an unsolicited reply from the terminal, which ends with BEL or
    /// `ESC \`.
    case string(sawEscape: Bool)
    case paste
  }

  private var state = State.ground
  private var parameters: [UInt8] = []
  private var isAlt = false
  /// The received UTF-8 text that has not been returned as a key yet. The last character may be
  /// incomplete.
  private var text: [UInt8] = []
  private var pasted: [UInt8] = []
  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  /// The maximum number of parameter bytes. A longer sequence is treated as an unknown key.
  private static let maxParameters = 32

  /// Whether the received bytes may be the beginning of a longer sequence.
  var isUndecided: Bool {
    switch state {
    case .ground, .paste: false
    case .escape, .sequence, .shifted, .console, .string: true
    }
  }

  /// Decodes bytes from the terminal and returns the complete keys.
  mutating func decode(_ bytes: [UInt8]) -> [Key] {
    var keys: [Key] = []
    for byte in bytes { take(byte, &keys) }
    endText(isCut: false, &keys)
    return keys
  }

  /// Resolves received bytes that no further bytes have followed. A lone ESC is the Escape key,
  /// `ESC O` and `ESC [` are keys with Alt, and any other incomplete sequence is ignored.
  mutating func decide() -> [Key] {
    defer { state = isUndecided ? .ground : state }
    switch state {
    case .escape: return [.chord(KeyChord(.escape))]
    case .shifted: return [.chord(.alt("O"))]
    case .sequence where parameters.isEmpty: return [.chord(.alt("["))]
    case .ground, .paste, .sequence, .console, .string: return []
    }
  }

  // MARK: - States

  private mutating func take(_ byte: UInt8, _ keys: inout [Key]) {
    switch state {
    case .ground: ground(byte, &keys)
    case .escape(let isDouble): escape(byte, isDouble, &keys)
    case .sequence: sequence(byte, &keys)
    case .shifted:
      state = .ground
      if byte < 0x20 { return ground(byte, &keys) }
      if let chord = KeyNames.shifted(byte) { add(chord, &keys) }
    case .console: state = .ground
    case .string(let sawEscape):
      // Ctrl-C must work even if the end of the reply never arrives.
      if byte == 3 { return abandon(byte, &keys) }
      let isEnd = byte == 7 || (sawEscape && byte == UInt8(ascii: "\\"))
      state = isEnd ? .ground : .string(sawEscape: byte == 0x1B)
    case .paste: paste(byte, &keys)
    }
  }

  private mutating func ground(_ byte: UInt8, _ keys: inout [Key]) {
    if byte >= 0x20, byte != 0x7F {
      text.append(byte)
      return
    }
    endText(isCut: true, &keys)
    isAlt = false
    if byte == 0x1B { state = .escape(isDouble: false) } else { add(KeyNames.control(byte), &keys) }
  }

  private mutating func escape(_ byte: UInt8, _ isDouble: Bool, _ keys: inout [Key]) {
    state = .ground
    isAlt = isDouble
    switch byte {
    case 0x1B:
      if isDouble { keys.append(.chord(KeyChord(.escape))) }
      state = .escape(isDouble: true)
    case UInt8(ascii: "["):
      parameters = []
      state = .sequence
    case UInt8(ascii: "O"): state = .shifted
    case UInt8(ascii: "]"), UInt8(ascii: "P"):
      state = .string(sawEscape: false)
    case 8, 9, 10, 13, 0x7F:
      isAlt = true
      add(KeyNames.control(byte), &keys)
    case ..<0x20:
      keys.append(.chord(KeyChord(.escape)))
      ground(byte, &keys)
    case ..<0x7F:
      isAlt = true
      add(KeyChord(.character(Character(Unicode.Scalar(byte)))), &keys)
    default: text.append(byte)
    }
  }

  private mutating func sequence(_ byte: UInt8, _ keys: inout [Key]) {
    switch byte {
    case UInt8(ascii: "[") where parameters.isEmpty: state = .console
    // In rxvt, the sequences of keys with Shift end with `$`.
    case UInt8(ascii: "$") where parameters.last.map { 0x30...0x39 ~= $0 } == true, 0x40...0x7E:
      state = .ground
      if parameters == Array("200".utf8), byte == UInt8(ascii: "~") {
        pasted = []
        state = .paste
      } else if parameters.count <= Self.maxParameters,
        let chord = KeyNames.sequence(parameters, byte)
      {
        add(chord, &keys)
      }
    case 0x20...0x3F: if parameters.count <= Self.maxParameters { parameters.append(byte) }
    default: abandon(byte, &keys)
    }
  }

  private mutating func abandon(_ byte: UInt8, _ keys: inout [Key]) {
    state = .ground
    ground(byte, &keys)
  }

  private mutating func paste(_ byte: UInt8, _ keys: inout [Key]) {
    pasted.append(byte)
    guard byte == Self.pasteEnd.last, pasted.suffix(Self.pasteEnd.count) == Self.pasteEnd[...]
    else {
      return
    }
    keys.append(.paste(String(decoding: pasted.dropLast(Self.pasteEnd.count), as: UTF8.self)))
    pasted = []
    state = .ground
  }

  // MARK: - Keys

  private mutating func add(_ chord: KeyChord, _ keys: inout [Key]) {
    var chord = chord
    if isAlt { chord.modifiers.insert(.alt) }
    keys.append(.chord(chord))
  }

  /// Adds the received text to the keys, except for an incomplete character at the end.
  ///
  /// - Parameter isCut: Whether the last character will remain incomplete, so that it is added too.
  private mutating func endText(isCut: Bool, _ keys: inout [Key]) {
    let missing = isCut ? 0 : Self.countOfUnfinished(text)
    guard text.count > missing else { return }
    keys.append(.text(String(decoding: text.dropLast(missing), as: UTF8.self)))
    text.removeFirst(text.count - missing)
  }

  /// Returns the number of bytes at the end that belong to an incomplete character.
  private static func countOfUnfinished(_ bytes: [UInt8]) -> Int {
    for (index, byte) in bytes.suffix(3).reversed().enumerated() where byte >= 0xC0 {
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
      return length > index + 1 ? index + 1 : 0
    }
    return 0
  }
}
