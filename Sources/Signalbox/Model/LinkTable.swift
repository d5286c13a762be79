/// A tree that contains the link patterns of all coordinator types and of the application. Matching
/// visits only the branches of the tree that match the link, so patterns that do not match add no
/// cost. Benchmark: `W6n`.
final class LinkTable {
  /// A pattern of a coordinator type, or of the application if the type is `.none`.
  struct Target: Hashable {
    let type: Symbol
    /// The pattern's index among the type's links.
    let index: Int
  }

  /// A pattern that matches a link, and the values that the link contains.
  typealias Match = (target: Target, match: LinkMatch)

  /// A node of the tree, which is reached from the root by the segments of a link.
  private struct Node: BitwiseCopyable {
    /// The index of the child node for a `:name` segment, or 0 if there is none. The name is stored
    /// in the entry.
    var parameter = 0
    /// The index of the first entry whose pattern ends at this node, or -1 if there is none.
    var target = -1
    /// The index of the first entry whose pattern ends at this node with `*name`, or -1 if there is
    /// none.
    var rest = -1
  }

  /// A pattern, and its target. Each node has a list of the patterns that end at it.
  private final class Entry {
    let target: Target
    let pattern: String
    /// The names and the positions of their values, sorted by name.
    let names: ContiguousArray<(name: String, place: Int)>
    /// The index of the next entry in the node's list, or -1 if there is none.
    var next = -1
    /// The index of the last entry in the node's list, or -1 if the list has a single entry. Only
    /// the first entry of the list uses this property.
    var last = -1

    init(_ target: Target, _ pattern: String, _ names: [String]) {
      self.target = target
      self.pattern = pattern
      self.names = ContiguousArray(names.enumerated().map { ($1, $0) }.sorted { $0.0 < $1.0 })
    }
  }

  @exclusivity(unchecked) private var nodes = Buffer<Node>()
  @exclusivity(unchecked) private var entries: ContiguousArray<Entry> = []
  @exclusivity(unchecked) private var literals = LinkLiterals()
  private var patterns: [Symbol: [String]] = [:] {
    didSet { changes += 1 }
  }
  /// The number of times that the patterns have changed.
  private var changes = 0
  /// The highest symbol number of the types that have had patterns since the tree was last rebuilt.
  private var newestType: Int32 = -1
  /// The parser, which stores one link at a time.
  private let link = Link()
  /// The indices of the segments that match the names on the current path through the tree.
  @exclusivity(unchecked) private var values = Buffer<Int>()
  /// The alternatives on the current path through the tree that have not been tried yet.
  @exclusivity(unchecked) private var alternatives = Buffer<Alternative>()

  /// Another way to match the segments from a position on.
  private struct Alternative {
    let position: Int
    /// The node that `:name` leads to, or the first entry that ends with `*name`.
    let index: Int
    /// The number of parameters before the position.
    let valueCount: Int
    let isRest: Bool

    init(_ position: Int, _ index: Int, _ valueCount: Int, isRest: Bool) {
      (self.position, self.index, self.valueCount) = (position, index, valueCount)
      self.isRest = isRest
    }
  }

  /// A copy of the patterns at one point in time.
  struct Contents {
    fileprivate let patterns: [Symbol: [String]]
    fileprivate let changes: Int
  }

  /// The current patterns, for ``restore(_:)``.
  var contents: Contents { Contents(patterns: patterns, changes: changes) }

  /// Returns whether no pattern has been changed or restored since the contents were saved.
  func isUnchanged(since contents: Contents) -> Bool { changes == contents.changes }

  /// Restores saved patterns. Cost: O(1) if nothing has changed. Otherwise, the tree is rebuilt
  /// from all patterns.
  func restore(_ contents: Contents) {
    guard changes != contents.changes else { return }
    patterns = contents.patterns
    // Rebuilding cannot fail, because the patterns were parsed when they were added.
    try? rebuild()
  }

  /// Replaces a type's patterns. If the type is newer than all types with patterns, its patterns
  /// are added at a cost of O(length of the patterns). Otherwise, the tree is rebuilt from all
  /// patterns.
  func replace(_ new: [String], of type: Symbol) throws(NavigationError) {
    guard patterns[type] ?? [] != new else { return }
    var parsed: [[Segment]] = []
    for pattern in new { parsed.append(try parse(pattern)) }
    let isNew = patterns[type] == nil
    patterns[type] = new.isEmpty ? nil : new
    // Patterns are sorted by type, so the patterns of a newer type come last.
    if isNew, type.rawValue > newestType {
      newestType = type.rawValue
      for (index, segments) in parsed.enumerated() {
        insert(segments, Target(type: type, index: index), new[index])
      }
      return
    }
    try rebuild()
  }

  private func rebuild() throws(NavigationError) {
    newestType = patterns.keys.reduce(-1) { max($0, $1.rawValue) }
    nodes.removeAll()
    entries.removeAll()
    literals = LinkLiterals()
    for (type, list) in patterns.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      for (index, pattern) in list.enumerated() {
        insert(try parse(pattern), Target(type: type, index: index), pattern)
      }
    }
  }

  /// Adds a pattern to a type. Cost: O(length of the pattern).
  func add(_ pattern: String, of type: Symbol) throws(NavigationError) {
    let segments = try parse(pattern)
    let index = patterns[type]?.count ?? 0
    patterns[type, default: []].append(pattern)
    insert(segments, Target(type: type, index: index), pattern)
  }

  /// Returns a type's patterns, in the order of their indices.
  func patterns(of type: Symbol) -> [String] { patterns[type] ?? [] }

  // MARK: - Patterns

  /// A part of a pattern between two slashes.
  private enum Segment {
    /// A literal segment as bytes. After percent-decoding, the bytes are not necessarily valid
    /// UTF-8.
    case literal(ContiguousArray<UInt8>)
    case parameter(String)
    case rest(String)
  }

  private func parse(_ pattern: String) throws(NavigationError) -> [Segment] {
    guard link.read(pattern) else {
      throw Self.malformed(pattern, "expected scheme://host/path")
    }
    let parsed = link.segments.elements
    let texts = parsed.map(link.text(_:))
    var segments: [Segment] = []
    var names = Set<String>()
    for (position, segment) in texts.enumerated() {
      let kind = segment.first
      guard position > 0, kind == ":" || kind == "*" else {
        segments.append(.literal(ContiguousArray(parsed[position].range.map { link.bytes[$0] })))
        continue
      }
      let name = String(segment.dropFirst())
      guard !name.isEmpty, names.insert(name).inserted else {
        throw Self.malformed(
          pattern, "the parameter name in \"\(segment)\" is empty or already used")
      }
      guard kind == ":" || position == texts.count - 1 else {
        throw Self.malformed(pattern, "\"\(segment)\" must be the last segment")
      }
      segments.append(kind == ":" ? .parameter(name) : .rest(name))
    }
    return segments
  }

  private static func malformed(_ pattern: String, _ why: String) -> NavigationError {
    NavigationError(
      .badArgument, "link pattern \"\(pattern)\": \(why)",
      hint: "a pattern looks like \"shop://product/:id\"")
  }

  private func insert(_ segments: [Segment], _ target: Target, _ pattern: String) {
    if nodes.count == 0 { nodes.append(Node()) }
    var node = 0
    var names: [String] = []
    for segment in segments {
      switch segment {
      case .literal(let bytes):
        let (next, isNew) = literals.insert(bytes, under: node, as: nodes.count)
        if isNew { nodes.append(Node()) }
        node = next
      case .parameter(let name):
        names.append(name)
        if nodes[node].parameter == 0 {
          nodes[node].parameter = nodes.count
          nodes.append(Node())
        }
        node = nodes[node].parameter
      case .rest(let name):
        nodes[node].rest = add(Entry(target, pattern, names + [name]), to: nodes[node].rest)
        return
      }
    }
    nodes[node].target = add(Entry(target, pattern, names), to: nodes[node].target)
  }

  /// Appends an entry to a list of entries.
  ///
  /// - Returns: The first entry of the list.
  private func add(_ entry: Entry, to first: Int) -> Int {
    entries.append(entry)
    let new = entries.count - 1
    guard first >= 0 else { return new }
    let head = entries[first]
    (head.last < 0 ? head : entries[head.last]).next = new
    head.last = new
    return first
  }

  // MARK: - Matching

  /// Returns the patterns that match a link, most specific pattern first: a literal segment takes
  /// precedence over `:name`, and `:name` takes precedence over `*name`. The result is empty if the
  /// string is not a link.
  func matches(_ url: String) -> [Match] {
    guard link.read(url), let root = literals.find(link.segments[0], of: link, under: 0) else {
      return []
    }
    var found: [Match] = []
    values.removeAll()
    collect(1, from: root) { found.append(($0.target, match(url, $0, rest: $1))) }
    return found
  }

  /// Passes each entry that matches the segments from a position on to a closure. A link can have
  /// any number of segments, so this method does not use recursion. Cost: O(nodes of the tree) at
  /// most, because each node is visited at most once.
  private func collect(_ position: Int, from node: Int, _ found: (Entry, _ rest: Int) -> Void) {
    alternatives.removeAll()
    var (position, node) = (position, node)
    while true {
      var next: Int?
      if position < link.segments.count {
        let (parameter, rest) = (nodes[node].parameter, nodes[node].rest)
        if rest >= 0 {
          alternatives.append(Alternative(position, rest, values.count, isRest: true))
        }
        next = literals.find(link.segments[position], of: link, under: node)
        if parameter != 0, next != nil {
          alternatives.append(Alternative(position, parameter, values.count, isRest: false))
        } else if parameter != 0 {
          values.append(position)
          next = parameter
        }
      } else {
        forEachEntry(from: nodes[node].target) { found($0, 0) }
      }
      while next == nil {
        guard alternatives.count > 0 else { return }
        let last = alternatives[alternatives.count - 1]
        alternatives.removeAll(from: alternatives.count - 1)
        values.removeAll(from: last.valueCount)
        position = last.position
        if last.isRest {
          forEachEntry(from: last.index) { found($0, last.position) }
        } else {
          values.append(position)
          next = last.index
        }
      }
      position += 1
      node = next ?? 0
    }
  }

  @inline(__always)
  private func forEachEntry(from first: Int, _ body: (Entry) -> Void) {
    var index = first
    while index >= 0 {
      let entry = entries[index]
      body(entry)
      index = entry.next
    }
  }

  /// - Parameter rest: The index of the first segment that `*name` matches.
  private func match(_ url: String, _ entry: Entry, rest: Int) -> LinkMatch {
    var arguments: NavigationArguments
    if link.hasQuery {
      arguments = link.readQuery(room: entry.names.count)
      for (name, place) in entry.names { arguments[name] = value(place, rest) }
    } else {
      arguments = NavigationArguments(room: entry.names.count)
      for (name, place) in entry.names { arguments.append(name, value(place, rest)) }
    }
    return LinkMatch(
      url: url, pattern: entry.pattern, arguments: arguments, fragment: link.fragment)
  }

  private func value(_ place: Int, _ rest: Int) -> NavigationValue {
    place < values.count ? link.value(of: link.segments[values[place]]) : link.rest(from: rest)
  }
}

/// The literal segments of all patterns. They are the edges between nodes, keyed by the number of
/// the upper node and the bytes of the segment.
private struct LinkLiterals: ~Copyable {
  /// An element of the hash table: an edge from one node to another, and the position of its
  /// segment in the bytes. In a free element, `from` is -1.
  private struct Edge: BitwiseCopyable {
    var hash: UInt32 = 0
    var from: Int32 = -1
    var to: Int32 = 0
    var start: Int32 = 0
    var count: Int32 = 0
  }

  /// The hash table, which uses open addressing. The table's capacity is a power of two and at
  /// least twice the number of edges.
  private var edges = Buffer<Edge>(repeating: Edge(), count: 16)
  private var count = 0
  /// The bytes of all segments, concatenated.
  private var bytes = Buffer<UInt8>()

  private static func mix(_ hash: UInt32, _ node: Int) -> UInt32 {
    var mixed = (hash ^ UInt32(truncatingIfNeeded: node) &* 0x9E37_79B9) &* 0x85EB_CA6B
    mixed ^= mixed >> 15
    return mixed
  }

  /// Returns the node for a segment of a link, or `nil` if there is none.
  func find(_ segment: Link.Segment, of link: Link, under node: Int) -> Int? {
    let hash = Self.mix(segment.hash, node)
    var place = Int(hash) & (edges.count - 1)
    while edges[place].from >= 0 {
      let edge = edges[place]
      if edge.hash == hash, Int(edge.from) == node, Int(edge.count) == segment.range.count,
        link.bytes.isEqual(segment.range, to: bytes, at: Int(edge.start))
      {
        return Int(edge.to)
      }
      place = (place + 1) & (edges.count - 1)
    }
    return nil
  }

  /// Returns the node for a segment. If there is none, adds an edge to the node with the given
  /// number.
  mutating func insert(
    _ segment: ContiguousArray<UInt8>, under node: Int, as number: Int
  ) -> (node: Int, isNew: Bool) {
    if 2 * (count + 1) > edges.count { grow() }
    var segmentHash = LinkHash()
    for byte in segment { segmentHash.add(byte) }
    let hash = Self.mix(segmentHash.value, node)
    var place = Int(hash) & (edges.count - 1)
    while edges[place].from >= 0 {
      let edge = edges[place]
      if edge.hash == hash, Int(edge.from) == node,
        Int(edge.count) == segment.count,
        segment.indices.allSatisfy({ bytes[Int(edge.start) + $0] == segment[$0] })
      {
        return (Int(edge.to), false)
      }
      place = (place + 1) & (edges.count - 1)
    }
    let start = Int32(bytes.count)
    bytes.append(contentsOf: segment)
    edges[place] = Edge(
      hash: hash, from: Int32(node), to: Int32(number), start: start,
      count: Int32(bytes.count) - start)
    count += 1
    return (number, true)
  }

  private mutating func grow() {
    var grown = Buffer<Edge>(repeating: Edge(), count: 2 * edges.count)
    swap(&edges, &grown)
    for index in 0..<grown.count where grown[index].from >= 0 {
      let edge = grown[index]
      var place = Int(edge.hash) & (edges.count - 1)
      while edges[place].from >= 0 { place = (place + 1) & (edges.count - 1) }
      edges[place] = edge
    }
  }
}
