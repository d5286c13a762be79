/// An expression for `--tag` or `-k`, such as `smoke and not slow`.
///
/// The operator `and` takes precedence over `or`, and `not` takes precedence over both. Parentheses
/// group terms.
public struct SelectionExpression: Hashable, Sendable {
  /// The kind of terms that an expression contains.
  public enum Terms: Hashable, Sendable {
    /// Tags, which are single words.
    case tags
    /// Parts of titles and paths: the words up to the next operator, or a quoted string.
    case texts

    fileprivate var noun: String {
      switch self {
      case .tags: "tag"
      case .texts: "text"
      }
    }
  }

  /// The reason why a string is not a valid expression.
  public struct Malformed: Error, Hashable, Sendable {
    /// A one-sentence description without a period.
    public let message: String
  }

  private indirect enum Node: Hashable, Sendable {
    case term(String)
    case not(Node)
    case all([Node])
    case any([Node])
  }

  /// The maximum nesting depth of parentheses and `not`.
  static let maxDepth = 100
  private static let operators: Set<String> = ["and", "or", "not"]

  private let root: Node
  /// The terms of the expression, from left to right.
  public private(set) var terms: [String] = []

  /// Parses an expression.
  ///
  /// - Parameters:
  ///   - text: Terms combined with `and`, `or`, `not` and parentheses.
  ///   - kind: Whether a term is a single word or consists of all words up to the next operator.
  /// - Throws: ``Malformed`` if the expression is invalid or contains more than a hundred nested
  ///   parentheses and `not` operators.
  public init(_ text: String, of kind: Terms) throws(Malformed) {
    var reader = Reader(text, kind)
    root = try reader.either(depth: 0)
    try reader.checkEnd()
    terms = reader.terms
  }

  /// Creates an expression that consists of a single term.
  ///
  /// - Parameter text: The term. Operators in the term are not interpreted.
  public init(exactly text: String) {
    root = .term(text)
    terms = [text]
  }

  /// Returns whether the expression matches.
  ///
  /// - Parameter holds: A closure that returns whether a term matches. Cost: at most one call for
  ///   each term.
  public func selects(_ holds: (String) -> Bool) -> Bool { Self.holds(root, holds) }

  /// Returns whether a string is a valid tag. A tag consists of letters, digits and `- _ . : /`,
  /// and is not an operator.
  static func isTag(_ text: String) -> Bool {
    !text.isEmpty && !operators.contains(text)
      && text.allSatisfy { $0.isLetter || $0.isNumber || "-_.:/".contains($0) }
  }

  private static func holds(_ node: Node, _ test: (String) -> Bool) -> Bool {
    switch node {
    case .term(let term): test(term)
    case .not(let inner): !holds(inner, test)
    case .all(let nodes): nodes.allSatisfy { holds($0, test) }
    case .any(let nodes): nodes.contains { holds($0, test) }
    }
  }

  // MARK: - Reading

  private enum Token: Equatable {
    case word(String)
    /// A string in double quotes.
    case quoted(String)
    case open
    case close

    var text: String {
      switch self {
      case .word(let text), .quoted(let text): text
      case .open: "("
      case .close: ")"
      }
    }
  }

  private struct Reader {
    private let kind: Terms
    /// The beginning of the expression, which messages show.
    private let excerpt: String
    private var tokens: ArraySlice<Token>
    private(set) var terms: [String] = []

    init(_ text: String, _ kind: Terms) {
      self.kind = kind
      excerpt = text.count > 60 ? "\(text.prefix(60))…" : text
      var tokens: [Token] = []
      var word = ""
      var isQuoted = false
      func finish() {
        if isQuoted { tokens.append(.quoted(word)) }
        if !isQuoted, !word.isEmpty { tokens.append(.word(word)) }
        (word, isQuoted) = ("", false)
      }
      for character in text {
        if isQuoted {
          if character == "\"" { finish() } else { word.append(character) }
        } else if character == "\"", word.isEmpty, kind == .texts {
          isQuoted = true
        } else if character.isWhitespace || character == "(" || character == ")" {
          finish()
          if !character.isWhitespace { tokens.append(character == "(" ? .open : .close) }
        } else {
          word.append(character)
        }
      }
      finish()
      self.tokens = tokens[...]
    }

    func checkEnd() throws(Malformed) {
      if let token = tokens.first { throw unexpected(token.text) }
    }

    private func unexpected(_ word: String) -> Malformed {
      Malformed(
        message: "unexpected \"\(word.prefix(60))\" in the \(kind.noun)s \"\(excerpt)\"")
    }

    /// - Parameter word: The word or parenthesis before the expression, or `nil` at the beginning.
    mutating func either(depth: Int, after word: String? = nil) throws(Malformed) -> Node {
      var nodes = [try both(depth: depth, after: word)]
      while take("or") { nodes.append(try both(depth: depth, after: "or")) }
      return nodes.count == 1 ? nodes[0] : .any(nodes)
    }

    private mutating func both(depth: Int, after word: String?) throws(Malformed) -> Node {
      var nodes = [try one(depth: depth, after: word)]
      while take("and") { nodes.append(try one(depth: depth, after: "and")) }
      return nodes.count == 1 ? nodes[0] : .all(nodes)
    }

    private mutating func take(_ word: String) -> Bool {
      guard tokens.first == .word(word) else { return false }
      tokens.removeFirst()
      return true
    }

    private mutating func one(depth: Int, after word: String?) throws(Malformed) -> Node {
      guard depth <= SelectionExpression.maxDepth else {
        throw Malformed(
          message: "parentheses and \"not\" nest deeper than \(SelectionExpression.maxDepth) "
            + "levels in the \(kind.noun)s \"\(excerpt)\"; use several options, all of which must "
            + "match")
      }
      guard let token = tokens.popFirst() else {
        let place = word.map { "after \"\($0)\" in" } ?? "instead of"
        throw Malformed(message: "expected a \(kind.noun) \(place) \"\(excerpt)\"")
      }
      switch token {
      case .word("not"): return .not(try one(depth: depth + 1, after: "not"))
      case .open:
        let node = try either(depth: depth + 1, after: "(")
        guard tokens.popFirst() == .close else {
          throw Malformed(message: "a parenthesis is missing in \"\(excerpt)\"")
        }
        return node
      case .quoted(let text): return term(text)
      case .word(let word) where !SelectionExpression.operators.contains(word):
        return term(kind == .tags ? try tag(word) : phrase(from: word))
      case .word, .close: throw unexpected(token.text)
      }
    }

    private mutating func term(_ text: String) -> Node {
      terms.append(text)
      return .term(text)
    }

    private func tag(_ word: String) throws(Malformed) -> String {
      let tag = word.hasPrefix("#") ? String(word.dropFirst()) : word
      guard SelectionExpression.isTag(tag) else { throw unexpected(word) }
      return tag
    }

    /// Reads the words up to the next operator or parenthesis.
    private mutating func phrase(from first: String) -> String {
      var phrase = first
      while case .word(let word)? = tokens.first, !SelectionExpression.operators.contains(word) {
        tokens.removeFirst()
        phrase += " \(word)"
      }
      return phrase
    }
  }
}
