/// What `--tag` selects by: `smoke and not slow`.
///
/// `and` binds more than `or`, `not` more than both; parentheses group.
public struct TagExpression: Hashable, Sendable {
  /// Why a text is no expression.
  public struct Malformed: Error, Hashable, Sendable {
    /// One sentence without a full stop.
    public let message: String
  }

  private indirect enum Node: Hashable, Sendable {
    case tag(String)
    case not(Node)
    case all([Node])
    case any([Node])
  }

  /// Parentheses and `not` nest at most so deep.
  static let maxDepth = 100

  private let root: Node
  /// The tags that it names, in order.
  public private(set) var tags: [String] = []

  /// Reads an expression.
  ///
  /// - Throws: ``Malformed`` for other text, also where more than a hundred parentheses and `not` are
  ///   inside one another.
  public init(_ text: String) throws(Malformed) {
    var reader = TagReader(text)
    root = try reader.either(depth: 0)
    try reader.checkEnd()
    tags = reader.names
  }

  /// Whether a flow of these tags is selected.
  public func selects(_ tags: [String]) -> Bool { Self.holds(root, tags) }

  /// Whether a text can be a tag: letters, digits and `- _ . : /`, and no word of expressions.
  static func isTag(_ text: String) -> Bool {
    !text.isEmpty && !["and", "or", "not"].contains(text)
      && text.allSatisfy { $0.isLetter || $0.isNumber || "-_.:/".contains($0) }
  }

  private static func holds(_ node: Node, _ tags: [String]) -> Bool {
    switch node {
    case .tag(let tag): tags.contains(tag)
    case .not(let inner): !holds(inner, tags)
    case .all(let nodes): nodes.allSatisfy { holds($0, tags) }
    case .any(let nodes): nodes.contains { holds($0, tags) }
    }
  }

  // MARK: - Reading

  private struct TagReader {
    /// The beginning of the text, for messages.
    private let excerpt: String
    private var words: ArraySlice<String>
    private(set) var names: [String] = []

    init(_ text: String) {
      excerpt = text.count > 60 ? "\(text.prefix(60))…" : text
      var words: [String] = []
      var word = ""
      for character in text + " " {
        if character.isWhitespace || character == "(" || character == ")" {
          if !word.isEmpty { words.append(word) }
          word = ""
          if !character.isWhitespace { words.append(String(character)) }
        } else {
          word.append(character)
        }
      }
      self.words = words[...]
    }

    func checkEnd() throws(Malformed) {
      if let word = words.first { throw unexpected(word) }
    }

    private func unexpected(_ word: String) -> Malformed {
      Malformed(message: "\"\(word.prefix(60))\" was not expected in the tags \"\(excerpt)\"")
    }

    mutating func either(depth: Int) throws(Malformed) -> Node {
      var nodes = [try both(depth: depth)]
      while words.first == "or" {
        words.removeFirst()
        nodes.append(try both(depth: depth))
      }
      return nodes.count == 1 ? nodes[0] : .any(nodes)
    }

    private mutating func both(depth: Int) throws(Malformed) -> Node {
      var nodes = [try one(depth: depth)]
      while words.first == "and" {
        words.removeFirst()
        nodes.append(try one(depth: depth))
      }
      return nodes.count == 1 ? nodes[0] : .all(nodes)
    }

    private mutating func one(depth: Int) throws(Malformed) -> Node {
      guard depth <= TagExpression.maxDepth else {
        throw Malformed(
          message: "parentheses and \"not\" nest deeper than \(TagExpression.maxDepth) levels in "
            + "the tags \"\(excerpt)\"; several --tag options select together")
      }
      guard let word = words.popFirst() else {
        throw Malformed(message: "a tag is missing in \"\(excerpt)\"")
      }
      if word == "not" { return .not(try one(depth: depth + 1)) }
      if word == "(" {
        let node = try either(depth: depth + 1)
        guard words.popFirst() == ")" else {
          throw Malformed(message: "a parenthesis is missing in \"\(excerpt)\"")
        }
        return node
      }
      let tag = word.hasPrefix("#") ? String(word.dropFirst()) : word
      guard TagExpression.isTag(tag) else { throw unexpected(word) }
      names.append(tag)
      return .tag(tag)
    }
  }
}
