/// A token with which clients authenticate.
package struct AccessToken: Hashable, Sendable {
  package let text: String
  /// Whether the token was generated. A generated token can be written to a file, from which
  /// clients read it. A token that a host has chosen is never written to a file.
  package let isGenerated: Bool

  /// The maximum length of a token, in bytes.
  package static let maxBytes = 1024

  package init(_ text: String, isGenerated: Bool = false) {
    (self.text, self.isGenerated) = (text, isGenerated)
  }

  /// Creates a token from 256 random bits provided by the system.
  package static func random() -> AccessToken {
    var generator = SystemRandomNumberGenerator()
    let words = (0..<4).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    return AccessToken(words.joined(), isGenerated: true)
  }

  /// The reason why clients cannot send the token, or `nil` if the token is valid. A client's token
  /// file can contain only a single word.
  package var fault: String? {
    if text.isEmpty { return "the token is empty" }
    if text.contains(where: \.isWhitespace) { return "the token contains white space" }
    let count = text.utf8.count
    return count > Self.maxBytes
      ? "the token has \(count) bytes; at most \(Self.maxBytes) are allowed" : nil
  }

  /// Returns whether two tokens are equal. The duration of the comparison does not depend on the
  /// position of a difference. An empty token does not match any token.
  package func matches(_ other: AccessToken) -> Bool {
    let (own, others) = (Array(text.utf8), Array(other.text.utf8))
    var difference = own.count ^ others.count
    for index in others.indices {
      let byte = own.isEmpty ? 0 : own[index % own.count]
      difference |= Int(byte ^ others[index])
    }
    return difference == 0 && !own.isEmpty
  }
}
