/// The token of clients.
package struct AccessToken: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  /// Creates a token: 256 random bits of the system.
  package static func random() -> AccessToken {
    var generator = SystemRandomNumberGenerator()
    let words = (0..<4).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    return AccessToken(words.joined())
  }

  /// Whether the tokens are equal, in constant time.
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
