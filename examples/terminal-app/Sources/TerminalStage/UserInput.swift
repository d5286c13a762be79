/// What the user does, by a key at a terminal or as a word on a line.
public enum UserInput: Hashable, Sendable {
  /// Taps what stands at a number, from 1.
  case tap(Int)
  case back, swipeBack, swipeDown
  case nextTab, previousTab
  case tab(String)
  case link(String)
  /// Waits so long.
  case wait(Duration)
  case quit

  /// What the words of a line can be.
  public static let words =
    "1-9 taps, b goes back, s swipes back, d swipes down, tab and tab:PAGE select, /LINK opens, "
    + "+MS waits, q quits"

  /// Reads a line: words with blanks between them, all typed before anything has time to move.
  ///
  /// - Throws: ``Mistake`` with the first word that is none.
  public static func read(line: String) throws(Mistake) -> [UserInput] {
    var inputs: [UserInput] = []
    for word in line.split(whereSeparator: \.isWhitespace) { inputs.append(try read(word: word)) }
    return inputs
  }

  private static func read(word: Substring) throws(Mistake) -> UserInput {
    switch word {
    case "b": return .back
    case "s": return .swipeBack
    case "d": return .swipeDown
    case "q": return .quit
    case "tab": return .nextTab
    default: break
    }
    if word.hasPrefix("tab:"), word.count > 4 { return .tab(String(word.dropFirst(4))) }
    if word.hasPrefix("/"), word.count > 1 { return .link(String(word.dropFirst())) }
    if word.hasPrefix("+"), let span = Int(word.dropFirst()), (0...3_600_000).contains(span) {
      return .wait(.milliseconds(span))
    }
    if let number = Int(word), (1...9).contains(number) { return .tap(number) }
    throw Mistake(word: String(word))
  }

  /// A word that says nothing.
  public struct Mistake: Error, Hashable, CustomStringConvertible {
    /// What was typed.
    public let word: String
    /// What it is, and what is a key.
    public var description: String { "\"\(word)\" is no key: \(UserInput.words)" }
  }
}
