/// The candidate that a mistyped name most likely meant, or `nil` when none is near.
///
/// Compares by optimal string alignment distance (a swap of neighbours counts one), without case,
/// and accepts at most a third of the name's length, at least one change. Cost:
/// O(candidates × length²).
public func nearestName(to name: String, in candidates: some Sequence<String>) -> String? {
  let wanted = Array(name.lowercased().unicodeScalars)
  guard !wanted.isEmpty else { return nil }
  let limit = max(1, wanted.count / 3)
  var best: (name: String, distance: Int)?
  for candidate in candidates where candidate != name {
    let distance = alignmentDistance(wanted, Array(candidate.lowercased().unicodeScalars))
    let isNearer = best.map { (distance, candidate) < ($0.distance, $0.name) } ?? true
    if distance <= limit && isNearer { best = (candidate, distance) }
  }
  return best?.name
}

/// The hint of an unknown name: the nearest one, else the names there are.
public func nameHint(for name: String, in candidates: some Sequence<String>) -> String? {
  if let nearest = nearestName(to: name, in: candidates) { return "did you mean \"\(nearest)\"?" }
  let known = candidates.sorted()
  guard !known.isEmpty else { return nil }
  let shown = known.prefix(8).map { "\"\($0)\"" }.joined(separator: ", ")
  return known.count > 8 ? "known: \(shown) and \(known.count - 8) more" : "known: \(shown)"
}

private func alignmentDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var beforePrevious: [Int] = []
  var previous = Array(0...right.count)
  for (row, scalar) in left.enumerated() {
    var current = [row + 1]
    for (column, other) in right.enumerated() {
      var best = min(previous[column + 1] + 1, current[column] + 1)
      best = min(best, previous[column] + (scalar == other ? 0 : 1))
      if row > 0, column > 0, scalar == right[column - 1], left[row - 1] == other {
        best = min(best, beforePrevious[column - 1] + 1)
      }
      current.append(best)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[right.count]
}
