/// A list that grows at its end and is trimmed at its beginning. The elements are stored in a ring
/// buffer.
///
/// The index of an element never changes: the first element that was appended has the index 0.
/// Appending and trimming cost O(1) amortized. ``Buffer`` explains why the storage is not an array.
/// Benchmark: `W1`.
struct Log<Element>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  /// The capacity minus one, where the capacity is a power of two, or -1 before the first element
  /// is appended.
  private var mask = -1
  /// The index of the oldest element.
  private(set) var start = 0
  /// The index that the next appended element receives.
  private(set) var end = 0

  init() { base = .allocate(capacity: 0) }

  deinit {
    if !_isPOD(Element.self) { letGo(start..<end) }
    base.deallocate()
  }

  /// The number of elements.
  @inline(__always)
  var count: Int { end - start }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      check(index)
      return base[index & mask]
    }
    set {
      check(index)
      base[index & mask] = newValue
    }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if end - start > mask { grow() }
    (base + (end & mask)).initialize(to: element)
    end &+= 1
  }

  /// Appends up to the given number of elements, checking the capacity only once.
  @inline(__always)
  mutating func write(_ count: Int, _ body: (inout Writer) -> Void) {
    while end - start + count > mask + 1 { grow() }
    var writer = Writer(base: base, mask: mask, end: end)
    body(&writer)
    precondition(writer.end - end <= count, "more elements were written than reserved")
    end = writer.end
  }

  /// A writer that receives the elements in ``Log/write(_:_:)``.
  struct Writer {
    fileprivate let base: UnsafeMutablePointer<Element>
    fileprivate let mask: Int
    fileprivate var end: Int

    @inline(__always)
    mutating func append(_ element: Element) {
      (base + (end & mask)).initialize(to: element)
      end &+= 1
    }
  }

  /// Removes and returns the newest element, or returns `nil` if there is none.
  @inline(__always)
  mutating func popLast() -> Element? {
    guard end > start else { return nil }
    end -= 1
    return (base + (end & mask)).move()
  }

  /// Removes the elements starting at an index.
  mutating func removeAll(from index: Int) {
    precondition(start <= index && index <= end, "the index is outside the log")
    let removed = index..<end
    end = index
    if !_isPOD(Element.self) { letGo(removed) }
  }

  /// Removes the elements before an index. Cost: O(1) for trivial elements.
  @inline(__always)
  mutating func forget(before index: Int) {
    precondition(start <= index && index <= end, "the index is outside the log")
    let removed = start..<index
    start = index
    if !_isPOD(Element.self) { letGo(removed) }
  }

  /// Releases unused capacity. Cost: O(count).
  mutating func shrink() {
    var size = 16
    while size < count { size *= 2 }
    if size <= mask { move(to: size) }
  }

  /// Returns a copy of the log with the same indices. Cost: O(count).
  func separateCopy() -> Log {
    var copy = Log()
    copy.copy(self)
    return copy
  }

  /// Replaces the contents with copies of another log's contents, including their indices, without
  /// reducing the capacity. Cost: O(count + other count).
  mutating func copy(_ other: borrowing Log) {
    removeAll(from: start)
    (start, end) = (other.start, other.start)
    while other.count > mask + 1 { grow() }
    for index in other.start..<other.end { append(other[index]) }
  }

  @inline(__always)
  private func check(_ index: Int) {
    precondition(start <= index && index < end, "no element has that index")
  }

  /// Releases removed elements. Code that runs when an element is released no longer sees the
  /// removed elements.
  @inline(never)
  private func letGo(_ removed: Range<Int>) {
    for index in removed { (base + (index & mask)).deinitialize(count: 1) }
  }

  @inline(never)
  private mutating func grow() { move(to: max(16, 2 * (mask + 1))) }

  /// Moves the elements to new memory.
  ///
  /// - Parameter size: A power of two that is not less than the number of elements.
  private mutating func move(to size: Int) {
    let grown = UnsafeMutablePointer<Element>.allocate(capacity: size)
    for index in start..<end {
      (grown + (index & (size - 1))).moveInitialize(from: base + (index & mask), count: 1)
    }
    base.deallocate()
    base = grown
    mask = size - 1
  }
}
