/// A parsed prompt: its characters and the styles that its escape sequences set.
struct PromptText {
  /// A character, with the parameters of `ESC [ … m` that apply to it.
  struct StyledCharacter: Equatable {
    var character: Character
    var code: String
  }

  private(set) var characters: [StyledCharacter] = []

  /// Parses a prompt. Escape sequences that do not set a style are skipped, as are control
  /// characters other than line endings.
  init(_ text: String) {
    var rest = text[...]
    var code = ""
    while let character = rest.first {
      if character == "\u{1B}", let (sequence, end) = Self.sequence(in: rest) {
        rest = rest[end...]
        guard sequence.hasSuffix("m") else { continue }
        let parameters = String(sequence.dropLast())
        if parameters.isEmpty || parameters == "0" {
          code = ""
        } else {
          code += (code.isEmpty ? "" : ";") + parameters
        }
        continue
      }
      rest.removeFirst()
      let isControl = character.unicodeScalars.allSatisfy { $0.value < 0x20 || $0.value == 0x7F }
      if !isControl || character == "\n" {
        characters.append(StyledCharacter(character: character, code: code))
      }
    }
  }

  /// Returns the sequence after `ESC [`, including its final letter, and the position where it
  /// ends.
  private static func sequence(in text: Substring) -> (String, String.Index)? {
    let body = text.dropFirst()
    guard body.first == "[" else { return nil }
    let parameters = body.dropFirst()
    guard let last = parameters.firstIndex(where: { !("0"..."?" ~= $0) }) else { return nil }
    let end = parameters.index(after: last)
    return (String(parameters[..<end]), end)
  }
}
