import SeededRandom
import Testing

@testable import SignalboxInspector

/// Tests the layout of graphs: overlaps, crossings, and the ends of edges.
struct LayeredLayoutTests {
  /// A random connected graph with clusters, without an edge from a node to itself.
  private struct RandomGraph {
    var nodes: [LayeredLayout.Node] = []
    var edges: [LayeredLayout.Edge] = []

    /// - Parameter hasLabels: Whether most edges have labels.
    init(seed: UInt64, hasLabels: Bool = false) {
      var random = SeededGenerator(seed: seed)
      let count = Int.random(in: 1...24, using: &random)
      let clusters = Int.random(in: 1...6, using: &random)
      for _ in 0..<count {
        nodes.append(
          .init(
            size: .init(Double(Int.random(in: 60...240, using: &random)), 34),
            cluster: Int.random(in: 0..<clusters, using: &random)))
      }
      var known: Set<LayeredLayout.Edge> = []
      func add(_ source: Int, _ target: Int) {
        let isNew = !known.contains(.init(source, target)) && !known.contains(.init(target, source))
        guard source != target, isNew else { return }
        known.insert(.init(source, target))
        var edge = LayeredLayout.Edge(source, target)
        if hasLabels, Int.random(in: 0..<5, using: &random) > 0 {
          edge.labelWidth = Double(Int.random(in: 10...160, using: &random))
        }
        edges.append(edge)
      }
      for node in nodes.indices.dropFirst() { add(Int.random(in: 0..<node, using: &random), node) }
      for _ in 0..<Int.random(in: 0...count, using: &random) {
        add(Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random))
      }
    }

    var layout: LayeredLayout { LayeredLayout(nodes, edges) }
  }

  private func overlap(_ first: LayeredLayout.Rectangle, _ second: LayeredLayout.Rectangle) -> Bool
  {
    first.origin.x < second.right && second.origin.x < first.right
      && first.origin.y < second.bottom && second.origin.y < first.bottom
  }

  private func contains(_ outer: LayeredLayout.Rectangle, _ inner: LayeredLayout.Rectangle) -> Bool
  {
    outer.origin.x <= inner.origin.x && inner.right <= outer.right
      && outer.origin.y <= inner.origin.y && inner.bottom <= outer.bottom
  }

  @Test(arguments: 1...15) func `the nodes and clusters of random graphs do not overlap`(
    seed: UInt64
  ) {
    let graph = RandomGraph(seed: seed)
    let layout = graph.layout
    for first in graph.nodes.indices {
      for second in graph.nodes.indices where second > first {
        #expect(!overlap(layout.nodes[first], layout.nodes[second]), "nodes \(first) and \(second)")
      }
      for (cluster, frame) in layout.clusters.enumerated() {
        let isOwn = graph.nodes[first].cluster == cluster
        #expect(
          isOwn
            ? contains(frame, layout.nodes[first]) : !overlap(frame, layout.nodes[first]),
          "node \(first) and cluster \(cluster)")
      }
    }
    for first in layout.clusters.indices {
      for second in layout.clusters.indices where second > first {
        #expect(!overlap(layout.clusters[first], layout.clusters[second]))
      }
    }
    let whole = LayeredLayout.Rectangle(origin: .init(0, 0), size: layout.size)
    for frame in layout.nodes + layout.clusters { #expect(contains(whole, frame)) }
  }

  @Test(arguments: 1...15)
  func `labels of random graphs overlap neither each other nor nodes nor headlines`(seed: UInt64) {
    let graph = RandomGraph(seed: seed, hasLabels: true)
    let layout = graph.layout
    let labels = zip(graph.edges, layout.labels).enumerated().compactMap { index, item in
      #expect((item.0.labelWidth > 0) == (item.1 != nil), "edge \(index)")
      return item.1.map { (index, $0) }
    }
    let whole = LayeredLayout.Rectangle(origin: .init(0, 0), size: layout.size)
    for (index, label) in labels {
      #expect(contains(whole, label))
      #expect(label.size.x == graph.edges[index].labelWidth)
      for (node, frame) in layout.nodes.enumerated() {
        #expect(!overlap(label, frame), "label \(index) and node \(node)")
      }
      for (cluster, frame) in layout.clusters.enumerated() {
        let headline = LayeredLayout.Rectangle(
          origin: frame.origin, size: .init(frame.size.x, 24))
        #expect(!overlap(label, headline), "label \(index) and cluster \(cluster)")
      }
      for (other, second) in labels where other > index {
        #expect(!overlap(label, second), "labels \(index) and \(other)")
      }
      let center = LayeredLayout.Point(
        label.origin.x + label.size.x / 2, label.origin.y + label.size.y / 2)
      let place = layout.labelPositions[index].map { layout.edges[index][$0] }
      #expect(place == center, "edge \(index)")
    }
    for (cluster, frame) in layout.clusters.enumerated() {
      for (node, other) in layout.nodes.enumerated() where graph.nodes[node].cluster != cluster {
        #expect(!overlap(frame, other), "node \(node) and cluster \(cluster)")
      }
    }
  }

  @Test(arguments: 1...15) func `edges lead from the border of one node to the border of another`(
    seed: UInt64
  ) {
    let graph = RandomGraph(seed: seed)
    let layout = graph.layout
    for (edge, points) in zip(graph.edges, layout.edges) {
      for (node, point) in [(edge.source, points[0]), (edge.target, points[points.count - 1])] {
        let frame = layout.nodes[node]
        #expect(frame.origin.x <= point.x && point.x <= frame.right)
        #expect(point.y == frame.origin.y || point.y == frame.bottom)
      }
      let heights = points.map(\.y)
      #expect(heights == heights.sorted() || heights == heights.sorted(by: >))
    }
  }

  @Test(arguments: 1...15) func `the computed number of crossings matches the drawn lines`(
    seed: UInt64
  ) {
    let graph = RandomGraph(seed: seed)
    let layout = graph.layout
    var segments: [(top: LayeredLayout.Point, bottom: LayeredLayout.Point)] = []
    for points in layout.edges {
      let down = points[0].y <= points[points.count - 1].y ? points : points.reversed()
      segments += zip(down, down.dropFirst()).map { ($0, $1) }
    }
    var count = 0
    for (index, first) in segments.enumerated() {
      for second in segments[..<index] where abs(first.top.y - second.top.y) < 60 {
        let (top, bottom) = (first.top.x - second.top.x, first.bottom.x - second.bottom.x)
        if top * bottom < 0 { count += 1 }
      }
    }
    #expect(layout.crossings == count)
  }

  @Test func `the layout of a tree has no crossings, and each node is above its children`() {
    let nodes = (0..<15).map { _ in LayeredLayout.Node(size: .init(80, 34), cluster: 0) }
    let edges = (1..<15).map { LayeredLayout.Edge(($0 - 1) / 2, $0) }
    // The edges in an order that crosses unless layers are sorted.
    let layout = LayeredLayout(nodes, edges.reversed())
    #expect(layout.crossings == 0)
    for edge in edges {
      #expect(layout.nodes[edge.source].bottom < layout.nodes[edge.target].origin.y)
    }
  }

  @Test func `the complete graph from three nodes to three others has nine crossings`() {
    let nodes = (0..<6).map { _ in LayeredLayout.Node(size: .init(80, 34), cluster: 0) }
    let edges = (0..<3).flatMap { top in (3..<6).map { LayeredLayout.Edge(top, $0) } }
    // Each of three pairs of upper nodes crosses with each of three pairs of lower ones.
    #expect(LayeredLayout(nodes, edges).crossings == 9)
  }

  @Test func `the layout of an empty graph has no size`() {
    let layout = LayeredLayout([], [])
    #expect(layout.size == .init(0, 0))
    #expect(layout.nodes.isEmpty && layout.edges.isEmpty && layout.clusters.isEmpty)
  }
}
