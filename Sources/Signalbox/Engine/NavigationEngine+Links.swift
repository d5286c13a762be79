/// Names a link pattern of the application.
public struct LinkID: Hashable, Sendable {
  let number: Int
}

/// What the application itself does with links: patterns of its own, and schemes that it rewrites.
struct ApplicationLinks {
  struct Entry {
    let id: LinkID
    let pattern: String
    let open: (LinkMatch) throws -> LinkAnswer
  }

  /// In the order of the patterns of no type in the engine's table.
  var list: [Entry] = []
  var lastNumber = 0
  var schemes: [String: (String) throws -> String?] = [:]
}

extension NavigationEngine {
  /// Opens links that no running coordinator takes; those added first are asked first.
  ///
  /// Throws `badArgument` for a malformed pattern. Cost: O(length of the pattern).
  public func addLink(
    _ pattern: String, open: @escaping (LinkMatch) throws -> LinkAnswer
  ) throws(NavigationError) -> LinkID {
    try links.add(pattern, of: .none)
    applicationLinks.lastNumber += 1
    let id = LinkID(number: applicationLinks.lastNumber)
    applicationLinks.list.append(ApplicationLinks.Entry(id: id, pattern: pattern, open: open))
    return id
  }

  /// Takes a link of the application back. Cost: O(all patterns).
  public func removeLink(_ id: LinkID) {
    applicationLinks.list.removeAll { $0.id == id }
    // The patterns were all read before, so none is refused now.
    try? links.replace(applicationLinks.list.map(\.pattern), of: .none)
  }

  /// The patterns of the application's own links, in the order in which they are asked.
  public var applicationLinkPatterns: [String] { links.patterns(of: .none) }

  /// Rewrites the links of a scheme before they are matched; `nil` takes the rewriting back.
  ///
  /// - Parameters:
  ///   - scheme: What stands before the colon, without case.
  ///   - rewrite: Gives the link to match instead, `nil` for the link as it is. One that throws is
  ///     reported, and the link is matched as it is.
  public func setScheme(_ scheme: String, _ rewrite: ((String) throws -> String?)?) {
    applicationLinks.schemes[scheme.lowercased()] = rewrite
  }

  /// The schemes that are rewritten, sorted.
  public var rewrittenSchemes: [String] { applicationLinks.schemes.keys.sorted() }

  /// The link that is matched in place of one that came. Rewriting is done once.
  func rewritten(_ url: String, in transaction: Transaction) -> String {
    guard !applicationLinks.schemes.isEmpty, let colon = url.firstIndex(of: ":"),
      let rewrite = applicationLinks.schemes[url[..<colon].lowercased()]
    else { return url }
    do {
      return try transaction.ask { try rewrite(url) } ?? url
    } catch {
      callOut { throw error }
      return url
    }
  }

  /// What opens a match of the application's own patterns; `nil` for those of coordinators.
  func applicationLink(_ match: LinkTable.Match) -> (() throws -> LinkAnswer)? {
    guard match.target.type == .none else { return nil }
    let entry = applicationLinks.list[match.target.index]
    return { try entry.open(match.match) }
  }
}
