/// Returns a count with its noun, such as `1 step` or `3 steps`.
///
/// - Parameters:
///   - count: The number of items.
///   - noun: The singular of a noun whose plural is formed with `s`.
package func counted(_ count: Int, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}
