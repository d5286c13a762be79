/// The link patterns of all coordinator types as one tree: finding those that fit a link costs
/// O(length of the link), however many patterns there are.
struct LinkTable {
  /// A pattern of a coordinator type.
  struct Target: Hashable {
    let type: Symbol
    /// The index among the type's links.
    let index: Int
  }

  private struct Node {
    var literal: [String: Int] = [:]
    /// The node behind a `:name` segment; the name itself belongs to the target.
    var parameter: Int?
    var targets: [Entry] = []
    /// Patterns that end here with `*name`.
    var rest: [Entry] = []
  }

  private struct Entry {
    let target: Target
    let names: [String]
  }

  private var nodes = [Node()]
  private var patterns: [Symbol: [String]] = [:]

  /// Replaces the patterns of a type. Cost: O(all patterns).
  mutating func replace(_ new: [String], of type: Symbol) throws(NavigationError) {
    guard patterns[type] ?? [] != new else { return }
    for pattern in new { _ = try Self.parse(pattern) }
    patterns[type] = new.isEmpty ? nil : new
    nodes = [Node()]
    for (type, list) in patterns.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      for (index, pattern) in list.enumerated() {
        insert(try Self.parse(pattern), Target(type: type, index: index))
      }
    }
  }

  private enum Segment {
    case literal(String)
    case parameter(String)
    case rest(String)
  }

  private static func parse(_ pattern: String) throws(NavigationError) -> [Segment] {
    guard let link = Link(pattern) else {
      throw malformed(pattern, "expected scheme://host/path")
    }
    var segments = [Segment.literal(link.scheme)]
    var names = Set<String>()
    for (position, segment) in link.segments.enumerated() {
      let kind = segment.first
      guard kind == ":" || kind == "*" else {
        segments.append(.literal(segment))
        continue
      }
      let name = String(segment.dropFirst())
      guard !name.isEmpty, names.insert(name).inserted else {
        throw malformed(pattern, "the name of \"\(segment)\" is empty or taken")
      }
      guard kind == ":" || position == link.segments.count - 1 else {
        throw malformed(pattern, "\"\(segment)\" must be the last segment")
      }
      segments.append(kind == ":" ? .parameter(name) : .rest(name))
    }
    return segments
  }

  private static func malformed(_ pattern: String, _ why: String) -> NavigationError {
    NavigationError(
      .badArgument, "link pattern \"\(pattern)\": \(why)",
      hint: "a pattern reads like \"shop://product/:id\"")
  }

  private mutating func insert(_ segments: [Segment], _ target: Target) {
    var node = 0
    var names: [String] = []
    for segment in segments {
      switch segment {
      case .literal(let text):
        let next = nodes[node].literal[text] ?? addNode()
        nodes[node].literal[text] = next
        node = next
      case .parameter(let name):
        names.append(name)
        let next = nodes[node].parameter ?? addNode()
        nodes[node].parameter = next
        node = next
      case .rest(let name):
        nodes[node].rest.append(Entry(target: target, names: names + [name]))
        return
      }
    }
    nodes[node].targets.append(Entry(target: target, names: names))
  }

  private mutating func addNode() -> Int {
    nodes.append(Node())
    return nodes.count - 1
  }

  /// What fits a link, the most literal first: a literal segment goes before a name, a name before
  /// the rest. Empty for text that is no link.
  func matches(_ url: String) -> [(target: Target, match: LinkMatch)] {
    guard let link = Link(url), let root = nodes[0].literal[link.scheme] else { return [] }
    var found: [(Entry, [String])] = []
    collect(link.segments[...], from: root, values: [], into: &found)
    return found.map { entry, values in
      var arguments = link.query
      for (name, value) in zip(entry.names, values) { arguments[name] = Link.value(value) }
      let match = LinkMatch(
        url: url, pattern: patterns[entry.target.type]?[entry.target.index] ?? "",
        arguments: arguments, fragment: link.fragment)
      return (entry.target, match)
    }
  }

  private func collect(
    _ segments: ArraySlice<String>, from node: Int, values: [String],
    into found: inout [(Entry, [String])]
  ) {
    guard let segment = segments.first else {
      found += nodes[node].targets.map { ($0, values) }
      return
    }
    if let next = nodes[node].literal[segment] {
      collect(segments.dropFirst(), from: next, values: values, into: &found)
    }
    if let next = nodes[node].parameter {
      collect(segments.dropFirst(), from: next, values: values + [segment], into: &found)
    }
    let rest = segments.joined(separator: "/")
    found += nodes[node].rest.map { ($0, values + [rest]) }
  }
}
