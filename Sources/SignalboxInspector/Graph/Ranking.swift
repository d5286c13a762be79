/// Assigns the nodes of a graph to layers. Edges that would close a cycle are reversed, so that
/// each edge leads to a lower layer. An edge that spans several layers passes through an additional
/// vertex in each layer in between.
///
/// If edges have labels, every second layer is for labels: the label of an edge is one of its
/// additional vertices. Thus labels overlap neither nodes nor each other.
struct Ranking {
  /// A node, or an additional vertex through which an edge passes, such as its label.
  struct Vertex {
    let size: LayeredLayout.Point
    let cluster: Int
    let layer: Int
  }

  /// The nodes, followed by the additional vertices.
  private(set) var vertices: [Vertex] = []
  /// The vertices of each edge, from top to bottom.
  private(set) var chains: [[Int]] = []
  /// For each edge, whether it points upward.
  private(set) var isReversed: [Bool]
  /// The neighbors of each vertex in the layer above.
  private(set) var above: [[Int]] = []
  /// The neighbors of each vertex in the layer below.
  private(set) var below: [[Int]] = []
  /// The number of layers.
  private(set) var layerCount = 0

  /// For each edge, the vertex of its label, or `nil` for an edge without a label.
  private(set) var labels: [Int?] = []
  /// Whether any edge has a label.
  let hasLabels: Bool

  /// The width of an additional vertex that is not a label, in points.
  private static let passage = 8.0

  init(_ nodes: [LayeredLayout.Node], _ edges: [LayeredLayout.Edge]) {
    isReversed = Self.backEdges(count: nodes.count, edges)
    let ends = zip(edges, isReversed).map { edge, isReversed in
      isReversed ? (edge.target, edge.source) : (edge.source, edge.target)
    }
    hasLabels = edges.contains { $0.labelWidth > 0 }
    var layers = Self.layers(count: nodes.count, ends)
    Self.placeIsolated(&layers, nodes, ends)
    if hasLabels { layers = layers.map { 2 * $0 } }
    layerCount = (layers.max() ?? 0) + 1
    vertices = zip(nodes, layers).map { Vertex(size: $0.size, cluster: $0.cluster, layer: $1) }
    var room = [Double](repeating: 0, count: layerCount)
    for (index, (top, bottom)) in ends.enumerated() {
      let inner = (layers[top] + 1)..<max(layers[bottom], layers[top] + 1)
      let place = labelLayer(of: edges[index], in: inner, isReversed[index], &room)
      var (chain, label) = ([top], Int?.none)
      for layer in inner {
        if layer == place { label = vertices.count }
        chain.append(vertices.count)
        let size =
          layer == place
          ? LayeredLayout.Point(edges[index].labelWidth, LayeredLayout.labelHeight)
          : .init(Self.passage, 0)
        vertices.append(Vertex(size: size, cluster: nodes[top].cluster, layer: layer))
      }
      chains.append(chain + [bottom])
      labels.append(label)
    }
    above = [[Int]](repeating: [], count: vertices.count)
    below = above
    for chain in chains {
      for (upper, lower) in zip(chain, chain.dropFirst()) {
        below[upper].append(lower)
        above[lower].append(upper)
      }
    }
  }

  /// Returns whether a layer is for labels.
  func isLabelLayer(_ layer: Int) -> Bool { hasLabels && !layer.isMultiple(of: 2) }

  /// Returns the layer for the label of an edge, or `nil` for an edge without a label. The layer is
  /// the one with the smallest total width of labels and, of several such layers, the one nearest
  /// to the source.
  ///
  /// - Parameters:
  ///   - layers: The layers between the ends of the edge.
  ///   - room: The total width of the labels in each layer. The width of the edge's label is added
  ///     for the returned layer.
  private func labelLayer(
    of edge: LayeredLayout.Edge, in layers: Range<Int>, _ isReversed: Bool, _ room: inout [Double]
  ) -> Int? {
    guard edge.labelWidth > 0 else { return nil }
    let possible = layers.filter(isLabelLayer)
    let ordered = isReversed ? possible.reversed() : possible
    guard let best = ordered.min(by: { room[$0] < room[$1] }) else { return nil }
    room[best] += edge.labelWidth
    return best
  }

  /// Returns, for each edge, whether it leads back to a node on the current path of a depth-first
  /// search. Without these edges, the graph has no cycle. The search visits nodes and edges in the
  /// order of the arrays.
  private static func backEdges(count: Int, _ edges: [LayeredLayout.Edge]) -> [Bool] {
    var outgoing = [[Int]](repeating: [], count: count)
    for (index, edge) in edges.enumerated() { outgoing[edge.source].append(index) }
    var result = [Bool](repeating: false, count: edges.count)
    enum Visit { case new, open, done }
    var visits = [Visit](repeating: .new, count: count)
    for start in 0..<count where visits[start] == .new {
      var stack = [(node: start, next: 0)]
      visits[start] = .open
      while let (node, next) = stack.last {
        guard next < outgoing[node].count else {
          visits[node] = .done
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].next += 1
        let edge = outgoing[node][next]
        let target = edges[edge].target
        switch visits[target] {
        case .new:
          visits[target] = .open
          stack.append((target, 0))
        case .open: result[edge] = true
        case .done: continue
        }
      }
    }
    return result
  }

  /// Moves nodes without edges into the highest layer of their cluster.
  private static func placeIsolated(
    _ layers: inout [Int], _ nodes: [LayeredLayout.Node], _ edges: [(Int, Int)]
  ) {
    let connected = Set(edges.flatMap { [$0.0, $0.1] })
    var tops: [Int: Int] = [:]
    for node in connected {
      tops[nodes[node].cluster] = min(tops[nodes[node].cluster] ?? .max, layers[node])
    }
    for node in nodes.indices where !connected.contains(node) {
      layers[node] = tops[nodes[node].cluster] ?? 0
    }
  }

  /// Returns the layer of each node, which is the layer below the node's lowest predecessor. A node
  /// without predecessors is in the layer above its highest successor; the first such node remains
  /// in the top layer.
  private static func layers(count: Int, _ edges: [(Int, Int)]) -> [Int] {
    var (outgoing, open) = ([[Int]](repeating: [], count: count), [Int](repeating: 0, count: count))
    for (top, bottom) in edges {
      outgoing[top].append(bottom)
      open[bottom] += 1
    }
    let sources = (0..<count).filter { open[$0] == 0 }
    var layers = [Int](repeating: 0, count: count)
    var queue = sources
    var next = 0
    while next < queue.count {
      let node = queue[next]
      next += 1
      for target in outgoing[node] {
        layers[target] = max(layers[target], layers[node] + 1)
        open[target] -= 1
        if open[target] == 0 { queue.append(target) }
      }
    }
    for node in sources.dropFirst() {
      if let first = outgoing[node].map({ layers[$0] }).min() { layers[node] = max(0, first - 1) }
    }
    return layers
  }
}
