/// A token in Lua source (manual §3.1).
package struct LuaToken: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case name
    case keyword
    /// A string in quotes or long brackets.
    case string
    case number
    /// An operator, a bracket or a separator.
    case mark
    /// A comment, which is included only on request.
    case comment
    /// Bytes that are not valid in Lua.
    case unknown
  }

  /// A token of at most eight bytes, as an integer. No Lua keyword is longer.
  package struct Word: Hashable, Sendable, ExpressibleByStringLiteral {
    fileprivate private(set) var bits: UInt64 = 0

    /// Creates the empty word.
    init() {}

    /// Creates a word from a token. A token of more than eight bytes cannot be a keyword and is
    /// converted to the empty word.
    init(_ bytes: some Collection<UInt8>) {
      if bytes.count <= 8 { for byte in bytes { bits = bits << 8 | UInt64(byte) } }
    }

    package init(stringLiteral text: StaticString) {
      self = text.withUTF8Buffer { Word($0) }
    }
  }

  /// A set of words. A lookup usually costs a single bit test if the word is not in the set, and
  /// otherwise O(words).
  package struct WordSet: Sendable, ExpressibleByArrayLiteral {
    private let words: [Word]
    /// A bit mask in which each word sets the bit that its hash selects.
    private let marks: UInt64

    package init(arrayLiteral words: Word...) {
      self.words = words
      marks = words.reduce(0) { $0 | Self.mark(of: $1) }
    }

    package func contains(_ word: Word) -> Bool {
      marks & Self.mark(of: word) != 0 && words.contains(word)
    }

    private static func mark(of word: Word) -> UInt64 {
      1 << ((word.bits &* 0x9E37_79B9_7F4A_7C15) >> 58)
    }
  }

  package let kind: Kind
  /// The word of the token. The word is empty for strings, comments and tokens longer than eight
  /// bytes.
  package let word: Word
  /// The index of the first byte.
  package let start: Int
  /// The index of the byte after the token.
  package let end: Int
  /// The line on which the token begins, counted from 1.
  package let line: Int
  /// Whether the token is an unterminated string or long comment.
  package let isUnfinished: Bool
}
