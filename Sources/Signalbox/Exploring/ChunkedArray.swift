/// An array in chunks of a fixed size. Unlike an `Array`, it neither moves its elements nor doubles
/// its capacity when it grows beyond its first chunk.
struct ChunkedArray<Element: Sendable>: Sendable {
  private var chunks: [ContiguousArray<Element>] = []
  private(set) var count = 0

  private static var bits: Int { 12 }
  private static var mask: Int { 1 << bits - 1 }

  subscript(index: Int) -> Element {
    get { chunks[index >> Self.bits][index & Self.mask] }
    set { chunks[index >> Self.bits][index & Self.mask] = newValue }
  }

  /// Adds a value. Cost: O(1) amortized.
  mutating func append(_ element: Element) {
    if count & Self.mask == 0 {
      var chunk = ContiguousArray<Element>()
      // The first chunk grows, because most graphs are small.
      if count > 0 { chunk.reserveCapacity(1 << Self.bits) }
      chunks.append(chunk)
    }
    chunks[count >> Self.bits].append(element)
    count += 1
  }
}
