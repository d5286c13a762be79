/// An input of the user, which is a key at a terminal or a word in a line.
public enum UserInput: Hashable, Sendable {
  /// Taps the item with a number, counted from 1.
  case tap(Int)
  case back, swipeBack, swipeDown
  case nextTab, previousTab
  case tab(String)
  case link(String)
  /// Waits for a duration.
  case wait(Duration)
  case quit

  /// A description of the valid words in a line.
  public static let words =
    "1-9 taps, b goes back, s swipes back, d swipes down, tab and tab:PAGE select, /LINK opens, "
    + "+MS waits, q quits"

  /// Parses a line that consists of words separated by blanks. All words count as typed before any
  /// animation can begin.
  ///
  /// - Throws: ``Mistake`` with the first invalid word.
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

  /// A word that is not a valid input.
  public struct Mistake: Error, Hashable, CustomStringConvertible {
    /// The typed word.
    public let word: String
    /// A message that contains the word and the valid inputs.
    public var description: String { "\"\(word)\" is no key: \(UserInput.words)" }
  }
}
