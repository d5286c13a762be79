/// Names a link pattern of the application.
public struct LinkID: Hashable, Sendable {
  let number: Int
}

extension NavigationEngine {
  /// Opens links that no running coordinator takes; those added first are asked first.
  ///
  /// Throws `badArgument` for a malformed pattern. Cost: O(length of the pattern).
  public func addLink(
    _ pattern: String, open: @escaping (LinkMatch) throws -> LinkAnswer
  ) throws(NavigationError) -> LinkID {
    try registry.addLink(pattern, open)
  }

  /// Takes a link of the application back. Cost: O(all patterns).
  public func removeLink(_ id: LinkID) { registry.removeLink(id) }

  /// The patterns of the application's own links, in the order in which they are asked.
  public var applicationLinkPatterns: [String] { registry.applicationPatterns }

  /// Rewrites the links of a scheme before they are matched; `nil` takes the rewriting back.
  ///
  /// - Parameters:
  ///   - scheme: What stands before the colon, without case.
  ///   - rewrite: Gives the link to match instead, `nil` for the link as it is. One that throws is
  ///     reported, and the link is matched as it is.
  public func setScheme(_ scheme: String, _ rewrite: ((String) throws -> String?)?) {
    registry.setScheme(scheme, rewrite)
  }

  /// The schemes that are rewritten, sorted.
  public var rewrittenSchemes: [String] { registry.rewrittenSchemes }

  /// The link that is matched in place of one that came. Rewriting is done once.
  func rewritten(_ url: String, in transaction: Transaction) -> String {
    guard let rewrite = registry.rewriting(of: url) else { return url }
    do {
      return try transaction.ask { try rewrite(url) } ?? url
    } catch {
      callOut { throw error }
      return url
    }
  }
}
