/// The link patterns of all coordinator types as one tree: finding those that fit a link costs
/// O(length of the link), however many patterns there are. Guarded by bench: W6n.
struct LinkTable {
  /// A pattern of a coordinator type.
  struct Target: Hashable {
    let type: Symbol
    /// The index among the type's links.
    let index: Int
  }

  typealias Match = (target: Target, match: LinkMatch)

  private struct Node {
    /// The node behind a `:name` segment, 0 for none; the name itself belongs to the entry.
    var parameter = 0
    var targets: [Entry] = []
    /// Patterns that end here with `*name`.
    var rest: [Entry] = []
  }

  private struct Entry {
    let target: Target
    let pattern: String
    /// The names with the places of their values, in order of the names.
    let names: [(name: String, place: Int)]

    init(_ target: Target, _ pattern: String, _ names: [String]) {
      self.target = target
      self.pattern = pattern
      self.names = names.enumerated().map { ($1, $0) }.sorted { $0.0 < $1.0 }
    }
  }

  private var nodes = [Node()]
  private var literals = LinkLiterals()
  private var patterns: [Symbol: [String]] = [:]
  /// Where links are taken apart: shared by copies, used by one call at a time.
  private let link = Link()

  /// Replaces the patterns of a type. Cost: O(all patterns).
  mutating func replace(_ new: [String], of type: Symbol) throws(NavigationError) {
    guard patterns[type] ?? [] != new else { return }
    for pattern in new { _ = try parse(pattern) }
    patterns[type] = new.isEmpty ? nil : new
    nodes = [Node()]
    literals = LinkLiterals()
    for (type, list) in patterns.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      for (index, pattern) in list.enumerated() {
        insert(try parse(pattern), Target(type: type, index: index), pattern)
      }
    }
  }

  /// Adds a pattern to those of a type. Cost: O(length of the pattern).
  mutating func add(_ pattern: String, of type: Symbol) throws(NavigationError) {
    let segments = try parse(pattern)
    let index = patterns[type]?.count ?? 0
    patterns[type, default: []].append(pattern)
    insert(segments, Target(type: type, index: index), pattern)
  }

  /// The patterns of a type, in the order of their indices.
  func patterns(of type: Symbol) -> [String] { patterns[type] ?? [] }

  // MARK: - Patterns

  private enum Segment {
    /// The bytes, which need not be UTF-8 once they are decoded.
    case literal(ContiguousArray<UInt8>)
    case parameter(String)
    case rest(String)
  }

  private func parse(_ pattern: String) throws(NavigationError) -> [Segment] {
    guard link.read(pattern) else {
      throw Self.malformed(pattern, "expected scheme://host/path")
    }
    let pieces = link.segments
    let texts = pieces.map(link.text(_:))
    var segments: [Segment] = []
    var names = Set<String>()
    for (position, segment) in texts.enumerated() {
      let kind = segment.first
      guard position > 0, kind == ":" || kind == "*" else {
        let piece = pieces[position]
        segments.append(.literal(ContiguousArray(link.bytes[piece.start..<piece.end])))
        continue
      }
      let name = String(segment.dropFirst())
      guard !name.isEmpty, names.insert(name).inserted else {
        throw Self.malformed(pattern, "the name of \"\(segment)\" is empty or taken")
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
      hint: "a pattern reads like \"shop://product/:id\"")
  }

  private mutating func insert(_ segments: [Segment], _ target: Target, _ pattern: String) {
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
        nodes[node].rest.append(Entry(target, pattern, names + [name]))
        return
      }
    }
    nodes[node].targets.append(Entry(target, pattern, names))
  }

  // MARK: - Matching

  /// What fits a link, the most literal first: a literal segment goes before a name, a name before
  /// the rest. Empty for text that is no link.
  func matches(_ url: String) -> [Match] {
    guard link.read(url), let root = literals.find(link.segments[0], of: link, under: 0) else {
      return []
    }
    var search = Search(url: url)
    collect(1, from: root, into: &search)
    return search.found
  }

  /// What is found on the way through the tree.
  private struct Search {
    let url: String
    /// Which segments the names on the way stand for.
    var values: ContiguousArray<Int> = []
    var found: [Match] = []
    /// Read when the first pattern fits.
    var query: NavigationArguments?
    var fragment: String?
  }

  private func collect(_ position: Int, from node: Int, into search: inout Search) {
    guard position < link.segments.count else {
      for entry in nodes[node].targets { add(entry, rest: nil, to: &search) }
      return
    }
    if let next = literals.find(link.segments[position], of: link, under: node) {
      collect(position + 1, from: next, into: &search)
    }
    let parameter = nodes[node].parameter
    if parameter != 0 {
      search.values.append(position)
      collect(position + 1, from: parameter, into: &search)
      search.values.removeLast()
    }
    for entry in nodes[node].rest { add(entry, rest: position, to: &search) }
  }

  private func add(_ entry: Entry, rest: Int?, to search: inout Search) {
    if search.query == nil {
      search.query = link.readQuery()
      search.fragment = link.fragment
    }
    let values = search.values
    func value(_ place: Int) -> NavigationValue {
      place < values.count
        ? link.value(of: link.segments[values[place]]) : link.rest(from: rest ?? 0)
    }
    var arguments = search.query ?? [:]
    if arguments.isEmpty {
      arguments = NavigationArguments(
        ordered: entry.names.map {
          NavigationArguments.Field(name: $0.name, value: value($0.place))
        }
      )
    } else {
      for (name, place) in entry.names { arguments[name] = value(place) }
    }
    let match = LinkMatch(
      url: search.url, pattern: entry.pattern, arguments: arguments, fragment: search.fragment)
    search.found.append((entry.target, match))
  }
}

/// The literal segments of all patterns: from a node and the bytes of a segment to the next node.
private struct LinkLiterals {
  private struct Edge {
    var hash: UInt32 = 0
    var from: Int32 = -1
    var to: Int32 = 0
    var start: Int32 = 0
    var count: Int32 = 0
  }

  /// Open addressing; the number of places is a power of two and at least twice that of the edges.
  private var edges = ContiguousArray(repeating: Edge(), count: 16)
  private var count = 0
  /// The segments one after the other.
  private var bytes: ContiguousArray<UInt8> = []

  private static func mix(_ hash: UInt32, _ node: Int) -> UInt32 {
    var mixed = (hash ^ UInt32(truncatingIfNeeded: node) &* 0x9E37_79B9) &* 0x85EB_CA6B
    mixed ^= mixed >> 15
    return mixed
  }

  /// The node behind a segment of a link.
  func find(_ piece: Link.Piece, of link: Link, under node: Int) -> Int? {
    let hash = Self.mix(piece.hash, node)
    var place = Int(hash) & (edges.count - 1)
    while edges[place].from >= 0 {
      let edge = edges[place]
      if edge.hash == hash, Int(edge.from) == node, Int(edge.count) == piece.count,
        isEqual(Int(edge.start), piece, of: link)
      {
        return Int(edge.to)
      }
      place = (place + 1) & (edges.count - 1)
    }
    return nil
  }

  private func isEqual(_ start: Int, _ piece: Link.Piece, of link: Link) -> Bool {
    for offset in 0..<piece.count
    where bytes[start + offset] != link.bytes[piece.start + offset] {
      return false
    }
    return true
  }

  /// The node behind a segment, made under a number if there is none.
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
        bytes[Int(edge.start)..<Int(edge.start + edge.count)].elementsEqual(segment)
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
    let old = edges
    edges = ContiguousArray(repeating: Edge(), count: 2 * old.count)
    for edge in old where edge.from >= 0 {
      var place = Int(edge.hash) & (edges.count - 1)
      while edges[place].from >= 0 { place = (place + 1) & (edges.count - 1) }
      edges[place] = edge
    }
  }
}
