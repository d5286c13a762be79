/// A bash command line up to the cursor, split into words as the shell would split it.
///
/// For completion, bash also splits words at `:` and `=`, and replaces only the part after the last
/// of these characters.
struct BashLine {
  /// The words without quotes and escapes. The last word may be empty.
  private(set) var words: [String] = [""]
  /// The number of characters in the last word that bash does not replace.
  private(set) var keptCount = 0
  /// The quote that is still open in the last word.
  private(set) var quote: Character?

  /// - Parameters:
  ///   - line: The command line up to the cursor.
  ///   - breaks: The value of `COMP_WORDBREAKS`.
  init(_ line: String, breaks: String) {
    let breaks = Set(breaks).subtracting(["\"", "'", " ", "\t", "\n"])
    var isEscaped = false
    var isWord = false
    for character in line {
      if isEscaped {
        append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
        isWord = true
      } else if let open = quote {
        if character == open { quote = nil } else { append(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        isWord = true
        keptCount = words[words.count - 1].count
      } else if character == " " || character == "\t" {
        if isWord { words.append("") }
        isWord = false
        keptCount = 0
      } else {
        append(character)
        isWord = true
        if breaks.contains(character) { keptCount = words[words.count - 1].count }
      }
    }
  }

  private mutating func append(_ character: Character) {
    words[words.count - 1].append(character)
  }

  /// Returns the text that bash inserts for a candidate. The text is the candidate without the
  /// characters that bash keeps, with the escapes that the open quote requires.
  func insertion(of candidate: String) -> String {
    let rest = candidate.dropFirst(keptCount)
    switch quote {
    case "'": return String(rest).replacing("'", with: "'\\''")
    case "\"":
      return rest.reduce(into: "") { $0 += "\"\\$`".contains($1) ? "\\\($1)" : String($1) }
    default: break
    }
    let plain = Set("-_./:=,+@%^~")
    return rest.reduce(into: "") { text, character in
      let isPlain = character.isLetter || character.isNumber || plain.contains(character)
      // Characters outside ASCII have no special meaning to the shell.
      text += isPlain || !character.isASCII ? String(character) : "\\\(character)"
    }
  }
}
