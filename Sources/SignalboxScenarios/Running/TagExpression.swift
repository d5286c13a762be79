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
    case and(Node, Node)
    case or(Node, Node)
  }

  private let root: Node
  /// The tags that it names, in order.
  public private(set) var tags: [String] = []

  /// Reads an expression.
  public init(_ text: String) throws(Malformed) {
    var words = Self.words(of: text)[...]
    var names: [String] = []
    root = try Self.either(&words, &names, text)
    if let word = words.first {
      throw Malformed(message: "\"\(word)\" was not expected in the tags \"\(text)\"")
    }
    tags = names
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
    case .and(let left, let right): holds(left, tags) && holds(right, tags)
    case .or(let left, let right): holds(left, tags) || holds(right, tags)
    }
  }

  // MARK: - Reading

  private static func words(of text: String) -> [String] {
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
    return words
  }

  private static func either(
    _ words: inout ArraySlice<String>, _ names: inout [String], _ text: String
  ) throws(Malformed) -> Node {
    var node = try both(&words, &names, text)
    while words.first == "or" {
      words.removeFirst()
      node = .or(node, try both(&words, &names, text))
    }
    return node
  }

  private static func both(
    _ words: inout ArraySlice<String>, _ names: inout [String], _ text: String
  ) throws(Malformed) -> Node {
    var node = try one(&words, &names, text)
    while words.first == "and" {
      words.removeFirst()
      node = .and(node, try one(&words, &names, text))
    }
    return node
  }

  private static func one(
    _ words: inout ArraySlice<String>, _ names: inout [String], _ text: String
  ) throws(Malformed) -> Node {
    guard let word = words.popFirst() else {
      throw Malformed(message: "a tag is missing in \"\(text)\"")
    }
    if word == "not" { return .not(try one(&words, &names, text)) }
    if word == "(" {
      let node = try either(&words, &names, text)
      guard words.popFirst() == ")" else {
        throw Malformed(message: "a parenthesis is missing in \"\(text)\"")
      }
      return node
    }
    let tag = word.hasPrefix("#") ? String(word.dropFirst()) : word
    guard isTag(tag) else {
      throw Malformed(message: "\"\(word)\" was not expected in the tags \"\(text)\"")
    }
    names.append(tag)
    return .tag(tag)
  }
}
