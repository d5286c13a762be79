internal import PortableMutex
internal import SignalboxProtocol

/// The tokens in printed URLs. Each token opens the page once.
final class EntryTokens: Sendable {
  /// The valid tokens. The sockets' thread accesses them, as does the host when it creates URLs.
  private let tokens = Mutex<[AccessToken]>([])

  /// The maximum number of valid tokens. When the maximum is exceeded, the oldest token becomes
  /// invalid.
  private static let maxCount = 8

  /// Creates and returns a new token.
  func make() -> String {
    let token = AccessToken.random()
    tokens.withLock { tokens in
      tokens.append(token)
      if tokens.count > Self.maxCount { tokens.removeFirst() }
    }
    return token.text
  }

  /// Removes a token if it is valid.
  ///
  /// - Returns: Whether the token was valid.
  func redeem(_ text: String) -> Bool {
    let given = AccessToken(text)
    return tokens.withLock { tokens in
      // All tokens are compared, so that the time does not depend on the position of the match.
      let found = tokens.indices.filter { tokens[$0].matches(given) }
      guard let index = found.first else { return false }
      tokens.remove(at: index)
      return true
    }
  }
}
