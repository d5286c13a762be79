/// One word or mark of Lua text (manual §3.1).
package struct LuaToken: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case name
    case keyword
    /// Short or in long brackets.
    case string
    case number
    /// An operator, a bracket, a separator.
    case mark
    /// Only where comments are asked for.
    case comment
    /// Bytes that Lua knows nothing of.
    case unknown
  }

  /// The first eight bytes of a token in one number: no word of Lua is longer.
  package struct Word: Hashable, Sendable, ExpressibleByStringLiteral {
    fileprivate private(set) var bits: UInt64 = 0

    /// The empty word.
    init() {}

    /// A longer one is no word that anybody asks for, and is the empty word.
    init(_ bytes: some Collection<UInt8>) {
      if bytes.count <= 8 { for byte in bytes { bits = bits << 8 | UInt64(byte) } }
    }

    package init(stringLiteral text: StaticString) {
      self = text.withUTF8Buffer { Word($0) }
    }
  }

  /// Some words. Cost of a question: a probe, where the answer is no; otherwise O(words).
  package struct WordSet: Sendable, ExpressibleByArrayLiteral {
    private let words: [Word]
    /// A bit for what each of them may be.
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
  /// The empty word for strings, comments and what is longer than eight bytes.
  package let word: Word
  /// Where it begins, in bytes.
  package let start: Int
  /// Where the next byte is.
  package let end: Int
  /// The line that it begins in, from 1.
  package let line: Int
  /// Whether a string or long comment lacks its end.
  package let isUnfinished: Bool
}
