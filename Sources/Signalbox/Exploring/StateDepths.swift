/// The depths of states, by number.
///
/// An exploration finds the states of one depth one after another, so each run of states with the
/// same depth is stored once. Reading a depth costs O(log(runs)).
struct StateDepths: Sendable {
  /// A sequence of consecutive states with the same depth.
  private struct Run {
    /// The number of the run's first state.
    let first: UInt32
    let depth: UInt32
  }

  private var runs: [Run] = []
  private var count = 0

  init() {}

  /// Stores the depths of all states, in the order of their numbers.
  init(_ depths: [Int]) {
    for depth in depths { append(depth) }
  }

  /// Adds the depth of the next state.
  mutating func append(_ depth: Int) {
    if runs.last.map({ Int($0.depth) }) != depth {
      runs.append(Run(first: UInt32(count), depth: UInt32(depth)))
    }
    count += 1
  }

  subscript(state: Int) -> Int {
    precondition(state >= 0 && state < count, "no state has that number")
    var (low, high) = (0, runs.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle].first <= state { low = middle } else { high = middle }
    }
    return Int(runs[low].depth)
  }
}
