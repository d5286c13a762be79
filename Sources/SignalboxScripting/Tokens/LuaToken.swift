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
    private var bits: UInt64 = 0

    /// A longer one is no word that anybody asks for, and is the empty word.
    init(_ bytes: some Collection<UInt8>) {
      if bytes.count <= 8 { for byte in bytes { bits = bits << 8 | UInt64(byte) } }
    }

    package init(stringLiteral text: String) { self.init(text.utf8) }
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
