internal import PortableMutex
internal import SignalboxProtocol

/// The tokens of addresses that were printed, each of which opens the page once.
final class EntryTokens: Sendable {
  /// Used by the thread of the sockets and by the host, which creates addresses.
  private let tokens = Mutex<[AccessToken]>([])

  /// The maximum number of tokens; the oldest one is then no longer valid.
  private static let most = 8

  /// Returns a new token.
  func make() -> String {
    let token = AccessToken.random()
    tokens.withLock { tokens in
      tokens.append(token)
      if tokens.count > Self.most { tokens.removeFirst() }
    }
    return token.text
  }

  /// Removes a token.
  ///
  /// - Returns: Whether it was valid.
  func redeem(_ text: String) -> Bool {
    let given = AccessToken(text)
    return tokens.withLock { tokens in
      // Every token is compared, so that the time does not depend on the position.
      let found = tokens.indices.filter { tokens[$0].matches(given) }
      guard let index = found.first else { return false }
      tokens.remove(at: index)
      return true
    }
  }
}
