/// The order of the vertices in each layer, with few crossings between edges.
///
/// In every layer, the vertices of a cluster are adjacent, and the clusters follow
/// ``clusterOrder``.
struct LayerOrder {
  /// The vertices of each layer, from left to right.
  private(set) var layers: [[Int]]
  /// The clusters, from left to right.
  private(set) var clusterOrder: [Int]
  /// The number of crossings between edges.
  private(set) var crossings = 0

  private let ranking: Ranking

  /// - Parameter sweeps: The number of sweeps in each direction, for each order of the clusters.
  init(_ ranking: Ranking, sweeps: Int) {
    self.ranking = ranking
    layers = [[Int]](repeating: [], count: ranking.layerCount)
    for vertex in ranking.vertices.indices { layers[ranking.vertices[vertex].layer].append(vertex) }
    var seen: Set<Int> = []
    clusterOrder = ranking.vertices.map(\.cluster).filter { seen.insert($0).inserted }
    arrange(sweeps)
    improveClusters(sweeps)
  }

  /// The maximum product of the number of vertices and the number of cluster pairs. Above this
  /// limit, clusters are not exchanged, because each exchange arranges all vertices again.
  private static let maxExchanges = 100_000

  /// Exchanges clusters as long as an exchange removes crossings. Large graphs and graphs with many
  /// clusters keep the initial order.
  private mutating func improveClusters(_ sweeps: Int) {
    let count = clusterOrder.count
    guard (2...16).contains(count),
      ranking.vertices.count * count * (count - 1) / 2 <= Self.maxExchanges
    else { return }
    var isBetter = true
    while isBetter, crossings > 0 {
      isBetter = false
      for left in clusterOrder.indices {
        for right in clusterOrder.indices where right > left {
          var other = self
          other.clusterOrder.swapAt(left, right)
          other.arrange(sweeps)
          guard other.crossings < crossings else { continue }
          self = other
          isBetter = true
        }
      }
    }
  }

  // MARK: - Sweeps

  /// Sorts the vertices in each layer by the median positions of their neighbors, alternately
  /// downward and upward, and keeps the best order.
  private mutating func arrange(_ sweeps: Int) {
    let ranks = Dictionary(
      uniqueKeysWithValues: clusterOrder.enumerated().map { ($1, $0) })
    for layer in layers.indices { sort(layer, ranks) { _ in nil } }
    var best = (layers, count: countCrossings())
    for sweep in 0..<(2 * sweeps) where best.count > 0 {
      let isDown = sweep.isMultiple(of: 2)
      for layer in isDown ? Array(layers.indices) : layers.indices.reversed() {
        let neighbors = isDown ? ranking.above : ranking.below
        let other = isDown ? layer - 1 : layer + 1
        guard layers.indices.contains(other) else { continue }
        let places = positions(of: other)
        sort(layer, ranks) { Self.median(neighbors[$0].compactMap { places[$0] }.sorted()) }
      }
      exchange()
      let count = countCrossings()
      if count < best.count { best = (layers, count) }
    }
    (layers, crossings) = best
  }

  private func positions(of layer: Int) -> [Int: Int] {
    Dictionary(uniqueKeysWithValues: layers[layer].enumerated().map { ($1, $0) })
  }

  /// Sorts a layer by clusters, then by values. Vertices without a value keep their positions
  /// within their cluster.
  private mutating func sort(
    _ layer: Int, _ ranks: [Int: Int], by value: (Int) -> Double?
  ) {
    let groups = Dictionary(grouping: layers[layer]) { ranking.vertices[$0].cluster }
    layers[layer] = groups.sorted { (ranks[$0.key] ?? 0) < (ranks[$1.key] ?? 0) }
      .flatMap { Self.sorted($0.value, by: value) }
  }

  private static func sorted(_ vertices: [Int], by value: (Int) -> Double?) -> [Int] {
    let values = vertices.map(value)
    let movable = vertices.indices.filter { values[$0] != nil }
    let sorted = movable.sorted { ((values[$0] ?? 0), $0) < ((values[$1] ?? 0), $1) }
    var result = vertices
    for (place, index) in zip(movable, sorted) { result[place] = vertices[index] }
    return result
  }

  /// Returns the median of values, or `nil` if there are none. The median of an even number of
  /// values is weighted toward the denser half (Gansner et al., "A technique for drawing directed
  /// graphs", 1993).
  private static func median(_ values: [Int]) -> Double? {
    guard !values.isEmpty else { return nil }
    let middle = values.count / 2
    if !values.count.isMultiple(of: 2) { return Double(values[middle]) }
    if values.count == 2 { return Double(values[0] + values[1]) / 2 }
    let left = Double(values[middle - 1] - values[0])
    let right = Double(values[values.count - 1] - values[middle])
    guard left + right > 0 else { return Double(values[middle - 1] + values[middle]) / 2 }
    return (Double(values[middle - 1]) * right + Double(values[middle]) * left) / (left + right)
  }

  /// Exchanges adjacent vertices of a cluster if the exchange removes crossings, in up to four
  /// passes.
  private mutating func exchange() {
    for _ in 0..<4 {
      var isBetter = false
      for layer in layers.indices {
        let (upper, lower) = (
          layer > 0 ? positions(of: layer - 1) : [:],
          layer + 1 < layers.count ? positions(of: layer + 1) : [:]
        )
        for index in layers[layer].indices.dropLast() {
          let (left, right) = (layers[layer][index], layers[layer][index + 1])
          guard ranking.vertices[left].cluster == ranking.vertices[right].cluster else { continue }
          let now = pairCrossings(left, right, upper, lower)
          guard now > pairCrossings(right, left, upper, lower) else { continue }
          layers[layer].swapAt(index, index + 1)
          isBetter = true
        }
      }
      if !isBetter { return }
    }
  }

  /// Returns the number of crossings between the edges of two vertices if the first vertex is left
  /// of the second.
  private func pairCrossings(
    _ left: Int, _ right: Int, _ upper: [Int: Int], _ lower: [Int: Int]
  ) -> Int {
    func count(_ neighbors: [[Int]], _ places: [Int: Int]) -> Int {
      let others = neighbors[right].compactMap { places[$0] }
      return neighbors[left].compactMap { places[$0] }.reduce(0) { sum, place in
        sum + others.count { $0 < place }
      }
    }
    return count(ranking.above, upper) + count(ranking.below, lower)
  }

  // MARK: - Crossings

  private func countCrossings() -> Int {
    layers.indices.dropLast().reduce(0) { $0 + crossings(below: $1) }
  }

  /// Counts the crossings of the edges between a layer and the next layer. These are the inversions
  /// in the sequence of the lower ends, in the order of the upper ends (Barth, Jünger and Mutzel,
  /// "Simple and efficient bilayer cross counting", 2002).
  private func crossings(below layer: Int) -> Int {
    let places = positions(of: layer + 1)
    var tree = [Int](repeating: 0, count: places.count + 1)
    var (count, total) = (0, 0)
    for vertex in layers[layer] {
      let ends = ranking.below[vertex].compactMap { places[$0] }
      for end in ends {
        // This loop counts the earlier ends that are not further right. Each of the others is a
        // crossing.
        var index = end + 1
        var notRight = 0
        while index > 0 {
          notRight += tree[index]
          index -= index & -index
        }
        count += total - notRight
      }
      for end in ends {
        var index = end + 1
        while index < tree.count {
          tree[index] += 1
          index += index & -index
        }
        total += 1
      }
    }
    return count
  }
}
