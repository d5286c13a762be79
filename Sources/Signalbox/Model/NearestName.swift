/// Returns the candidate that was most likely meant by a mistyped name, or `nil` if no candidate is
/// similar enough.
///
/// Names are compared by optimal string alignment distance, ignoring case: a swap of neighboring
/// characters counts as one change. A candidate is accepted if the distance is at most 1 or at most
/// a third of the name's length. The name itself is not accepted as a candidate, and for a name
/// that is longer than 64 characters, no candidate is accepted. Cost: O(candidates), with at most
/// 64 × 85 steps for each candidate of similar length.
///
/// - Parameters:
///   - name: The mistyped name.
///   - candidates: The existing names.
/// - Returns: The nearest candidate, or `nil` if no candidate is similar enough.
package func nearestName(to name: String, in candidates: some Sequence<String>) -> String? {
  // A scalar takes at most four bytes. Without this check, a name with a length of several
  // megabytes would be copied.
  guard name.utf8.count <= 4 * maxNameBytes else { return nil }
  let wanted = Array(name.lowercased().unicodeScalars)
  guard !wanted.isEmpty, wanted.count <= maxNameBytes else { return nil }
  let limit = max(1, wanted.count / 3)
  var best: (name: String, distance: Int)?
  for candidate in candidates where candidate.utf8.count <= 4 * (wanted.count + limit) {
    if candidate == name { continue }
    let other = Array(candidate.lowercased().unicodeScalars)
    guard abs(other.count - wanted.count) <= limit else { continue }
    let distance = alignmentDistance(wanted, other)
    let isNearer = best.map { (distance, candidate) < ($0.distance, $0.name) } ?? true
    if distance <= limit && isNearer { best = (candidate, distance) }
  }
  return best?.name
}

/// The maximum length of the names that are compared, in Unicode scalars.
private let maxNameBytes = 64

/// Returns a hint for an unknown name: the nearest name or, if there is none, a list of existing
/// names.
///
/// - Parameters:
///   - name: The name that was not found. Case is ignored, and two swapped neighboring letters
///     count as one difference.
///   - candidates: The existing names, in any order.
/// - Returns: A question such as `did you mean "name"?`, a list of up to eight existing names, or
///   `nil` if there are no candidates.
package func nameHint(for name: String, in candidates: some Sequence<String>) -> String? {
  if let nearest = nearestName(to: name, in: candidates) { return "did you mean \"\(nearest)\"?" }
  let known = candidates.sorted()
  guard !known.isEmpty else { return nil }
  let shown = known.prefix(8).map { "\"\(shortened($0, to: 64))\"" }.joined(separator: ", ")
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
