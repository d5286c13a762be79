/// Quotes the words of commands that reports and pages show.
package enum ShellWord {
  /// Returns a word quoted for a shell. A nonempty word that consists of ASCII letters, digits and
  /// the characters `_-./:,+@%` is returned unchanged, unless `always` is `true`.
  ///
  /// - Parameter always: Whether to also quote words that need no quotation marks.
  package static func quoted(_ word: String, always: Bool = false) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "_-./:,+@%".utf8.contains(byte)
    }
    return isPlain && !always && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
  }
}
