/// Calculates positions for the nodes and edges of a directed graph with clusters. The nodes are
/// arranged in layers from top to bottom, so that most edges point downward and few edges cross.
///
/// The algorithm follows Sugiyama, Tagawa and Toda, "Methods for visual understanding of
/// hierarchical system structures" (1981): break the cycles, assign layers, order each layer by the
/// median positions of neighbors, then assign coordinates. Each cluster has its own range in every
/// layer, so that rectangles around clusters do not overlap. The same graph always has the same
/// layout.
package struct LayeredLayout {
  /// A position or a size, in points. The origin is the top left corner.
  package struct Point: Hashable, Sendable {
    package var x: Double
    package var y: Double

    package init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
  }

  /// A rectangle, in points.
  package struct Rectangle: Hashable, Sendable {
    package var origin: Point
    package var size: Point

    package var right: Double { origin.x + size.x }
    package var bottom: Double { origin.y + size.y }
  }

  /// A node of the graph.
  package struct Node: Hashable, Sendable {
    package let size: Point
    /// The number of the node's cluster, counted from 0.
    package let cluster: Int

    package init(size: Point, cluster: Int) { (self.size, self.cluster) = (size, cluster) }
  }

  /// An edge of the graph, between different nodes.
  package struct Edge: Hashable, Sendable {
    package let source: Int
    package let target: Int
    /// The width of the label in points, or 0 for an edge without a label.
    package var labelWidth = 0.0

    package init(_ source: Int, _ target: Int) { (self.source, self.target) = (source, target) }
  }

  /// The distances between nodes, layers and clusters, and the padding of clusters, in points.
  private static let nodeGap = 28.0, layerGap = 64.0, clusterGap = 36.0, padding = 18.0
  private static let headroom = 24.0
  /// The height of a label, and the distance between labels and nodes, in points.
  package static let labelHeight = 16.0
  private static let labelGap = 26.0
  /// The number of sweeps over all layers in each direction.
  private static let sweeps = 12

  /// The rectangle of each node.
  package private(set) var nodes: [Rectangle] = []
  /// The rectangle of each edge's label, or `nil` for an edge without a label. The edge passes
  /// through the center of the rectangle.
  package private(set) var labels: [Rectangle?] = []
  /// For each edge, the index of the label's center among the edge's points, or `nil` for an edge
  /// without a label.
  package private(set) var labelPositions: [Int?] = []
  /// The points of each edge, from its source to its target.
  package private(set) var edges: [[Point]] = []
  /// The rectangle around each cluster. The rectangle of an empty cluster has the size zero.
  package private(set) var clusters: [Rectangle] = []
  /// The size of the whole layout.
  package private(set) var size = Point(0, 0)
  /// The number of crossings between edges.
  package private(set) var crossings = 0

  /// Calculates a layout. Cost: O(sweeps · size · (degree + log size) + clusters · size), where the
  /// size is the number of nodes and edges, an edge counts once for each layer that it passes, and
  /// the degree is the maximum number of edges of a node. In small graphs, the first term occurs
  /// once for each attempted exchange of clusters.
  ///
  /// - Parameters:
  ///   - nodes: The nodes. The first node is in the top layer if all other nodes can be reached
  ///     from it.
  ///   - edges: The edges. Edges from a node to itself must not occur.
  package init(_ nodes: [Node], _ edges: [Edge]) {
    guard !nodes.isEmpty else { return }
    let ranking = Ranking(nodes, edges)
    let order = LayerOrder(ranking, sweeps: Self.sweeps)
    crossings = order.crossings
    place(nodes, edges, ranking, order)
  }

  // MARK: - Coordinates

  private mutating func place(
    _ given: [Node], _ edges: [Edge], _ ranking: Ranking, _ order: LayerOrder
  ) {
    let bands = Bands(ranking, order)
    let xs = bands.positions
    let heights = order.layers.enumerated().map { number, layer in
      let height = layer.map { ranking.vertices[$0].size.y }.max() ?? 0
      return ranking.isLabelLayer(number) ? Self.labelHeight : height
    }
    var tops: [Double] = []
    var y = 2 * Self.padding + Self.headroom
    for height in heights {
      tops.append(y)
      y += height + (ranking.hasLabels ? Self.labelGap : Self.layerGap)
    }
    func center(_ vertex: Int) -> Point {
      let layer = ranking.vertices[vertex].layer
      return Point(xs[vertex], tops[layer] + heights[layer] / 2)
    }
    func rectangle(_ vertex: Int) -> Rectangle {
      let (middle, size) = (center(vertex), ranking.vertices[vertex].size)
      return Rectangle(
        origin: Point(middle.x - size.x / 2, middle.y - size.y / 2), size: size)
    }
    nodes = given.indices.map(rectangle)
    labels = ranking.labels.map { $0.map(rectangle) }
    clusters = (0...(given.map(\.cluster).max() ?? 0)).map { cluster in
      let own = given.indices.filter { given[$0].cluster == cluster }.map { nodes[$0] }
      // Labels between the nodes of a cluster are inside its rectangle.
      let bottom = own.map(\.origin.y).max() ?? 0
      let inner = ranking.labels.compactMap(\.self)
        .filter { ranking.vertices[$0].cluster == cluster }.map(rectangle)
      return Self.frame(of: own + inner.filter { $0.origin.y < bottom })
    }
    labelPositions = edges.indices.map { index in
      let chain =
        ranking.isReversed[index] ? ranking.chains[index].reversed() : ranking.chains[index]
      return ranking.labels[index].flatMap(chain.firstIndex)
    }
    let ports = Ports(ranking, xs)
    self.edges = edges.indices.map { index in
      var points = ranking.chains[index].map(center)
      let (first, last) = (ranking.chains[index][0], ranking.chains[index][points.count - 1])
      let (top, bottom) = (nodes[first], nodes[last])
      points[0] = Point(ports.below[index] ?? points[0].x, top.bottom)
      points[points.count - 1] = Point(
        ports.above[index] ?? points[points.count - 1].x, bottom.origin.y)
      return ranking.isReversed[index] ? points.reversed() : points
    }
    let outer = clusters + labels.compactMap(\.self)
    let right = (outer.map(\.right) + self.edges.joined().map(\.x)).max() ?? 0
    size = Point(right + Self.padding, (outer.map(\.bottom).max() ?? 0) + Self.padding)
  }

  private static func frame(of rectangles: [Rectangle]) -> Rectangle {
    guard let left = rectangles.map(\.origin.x).min(), let right = rectangles.map(\.right).max(),
      let top = rectangles.map(\.origin.y).min(), let bottom = rectangles.map(\.bottom).max()
    else { return Rectangle(origin: Point(0, 0), size: Point(0, 0)) }
    return Rectangle(
      origin: Point(left - padding, top - padding - headroom),
      size: Point(right - left + 2 * padding, bottom - top + 2 * padding + headroom))
  }

  /// The positions at which edges leave and enter nodes. The positions at a node are side by side,
  /// in the horizontal order of the next vertices of the edges.
  private struct Ports {
    private(set) var below: [Int: Double] = [:]
    private(set) var above: [Int: Double] = [:]

    init(_ ranking: Ranking, _ xs: [Double]) {
      var (leaving, entering): ([Int: [(Double, Int)]], [Int: [(Double, Int)]]) = ([:], [:])
      for (index, chain) in ranking.chains.enumerated() {
        leaving[chain[0], default: []].append((xs[chain[1]], index))
        entering[chain[chain.count - 1], default: []].append((xs[chain[chain.count - 2]], index))
      }
      for (vertex, ends) in leaving { below.merge(Self.spread(ends, vertex, ranking, xs)) { $1 } }
      for (vertex, ends) in entering { above.merge(Self.spread(ends, vertex, ranking, xs)) { $1 } }
    }

    private static func spread(
      _ ends: [(x: Double, edge: Int)], _ vertex: Int, _ ranking: Ranking, _ xs: [Double]
    ) -> [Int: Double] {
      let width = ranking.vertices[vertex].size.x * 0.7
      let step = min(18, width / Double(max(1, ends.count - 1)))
      let first = xs[vertex] - step * Double(ends.count - 1) / 2
      let sorted = ends.sorted { ($0.x, $0.edge) < ($1.x, $1.edge) }
      return Dictionary(
        uniqueKeysWithValues: sorted.enumerated().map { ($1.edge, first + Double($0) * step) })
    }
  }

  /// Assigns horizontal positions, with a separate range for each cluster.
  private struct Bands {
    /// The horizontal center of each vertex.
    private(set) var positions: [Double]

    init(_ ranking: Ranking, _ order: LayerOrder) {
      positions = [Double](repeating: 0, count: ranking.vertices.count)
      let lefts = Self.lefts(ranking, order)
      // Each pass moves vertices toward their neighbors, alternately in the layer above and in the
      // layer below.
      for pass in 0..<8 {
        let isDown = pass.isMultiple(of: 2)
        let layers = isDown ? Array(order.layers.indices) : order.layers.indices.reversed()
        for layer in layers {
          align(order.layers[layer], lefts, ranking, usesAbove: isDown, isFirst: pass == 0)
        }
      }
    }

    /// Returns the left end and the width of each cluster. Clusters whose layers do not overlap may
    /// have overlapping ranges.
    private static func lefts(
      _ ranking: Ranking, _ order: LayerOrder
    ) -> [Int: (left: Double, width: Double)] {
      var widths: [Int: Double] = [:]
      var spans: [Int: ClosedRange<Int>] = [:]
      for (number, layer) in order.layers.enumerated() {
        for (cluster, vertices) in Dictionary(grouping: layer, by: { ranking.vertices[$0].cluster })
        {
          let width =
            vertices.reduce(0) { $0 + ranking.vertices[$1].size.x }
            + nodeGap * Double(vertices.count - 1)
          widths[cluster] = max(widths[cluster] ?? 0, width)
          let old = spans[cluster] ?? number...number
          spans[cluster] = min(old.lowerBound, number)...max(old.upperBound, number)
        }
      }
      var result: [Int: (left: Double, width: Double)] = [:]
      // The name of a cluster is above the cluster's first layer, where labels can be.
      if ranking.hasLabels {
        spans = spans.mapValues { max(0, $0.lowerBound - 1)...$0.upperBound }
      }
      for cluster in order.clusterOrder {
        guard let width = widths[cluster], let span = spans[cluster] else { continue }
        var left = 2 * padding
        for (other, range) in result where spans[other]?.overlaps(span) ?? false {
          left = max(left, range.left + range.width + 2 * padding + clusterGap)
        }
        result[cluster] = (left, width)
      }
      return result
    }

    /// Moves the vertices of a layer toward their neighbors, within the ranges of their clusters
    /// and without changing the order of the vertices.
    private mutating func align(
      _ layer: [Int], _ lefts: [Int: (left: Double, width: Double)], _ ranking: Ranking,
      usesAbove: Bool, isFirst: Bool
    ) {
      var start = 0
      while start < layer.count {
        let cluster = ranking.vertices[layer[start]].cluster
        let end =
          layer[start...].firstIndex { ranking.vertices[$0].cluster != cluster } ?? layer.count
        let group = Array(layer[start..<end])
        start = end
        guard let (left, width) = lefts[cluster] else { continue }
        var offsets: [Double] = []
        var offset = 0.0
        for vertex in group {
          offsets.append(offset + ranking.vertices[vertex].size.x / 2)
          offset += ranking.vertices[vertex].size.x + nodeGap
        }
        let room = width - (offset - nodeGap)
        let wanted = group.enumerated().map { index, vertex -> Double in
          let neighbors = usesAbove ? ranking.above[vertex] : ranking.below[vertex]
          if neighbors.isEmpty {
            return isFirst ? left + room / 2 : positions[vertex] - offsets[index]
          }
          let mean = neighbors.reduce(0) { $0 + positions[$1] } / Double(neighbors.count)
          return mean - offsets[index]
        }
        for (index, shift) in Self.increasing(wanted).enumerated() {
          positions[group[index]] = min(max(shift, left), left + room) + offsets[index]
        }
      }
    }

    /// Returns the nondecreasing sequence with the least squared distance from the values, using
    /// the pool-adjacent-violators algorithm.
    private static func increasing(_ values: [Double]) -> [Double] {
      var pools: [(sum: Double, count: Int)] = []
      for value in values {
        pools.append((value, 1))
        while pools.count > 1 {
          let (last, before) = (pools[pools.count - 1], pools[pools.count - 2])
          guard before.sum / Double(before.count) > last.sum / Double(last.count) else { break }
          pools.removeLast()
          pools[pools.count - 1] = (before.sum + last.sum, before.count + last.count)
        }
      }
      return pools.flatMap { pool in
        [Double](repeating: pool.sum / Double(pool.count), count: pool.count)
      }
    }
  }
}
