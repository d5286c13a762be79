/// A growable list in uniquely owned memory.
///
/// Because the memory has a single owner, a write consists of a bounds check and a store. Reference
/// counting and uniqueness checks would cost more than writing the few words of a record (decision
/// 0043). Benchmark: `W1`.
struct Buffer<Element>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private var capacity = 0
  /// The number of elements.
  private(set) var count = 0

  /// Creates an empty list, which uses no memory until an element is added. Benchmark: `W8`.
  init() {
    // Address 16 is never read; it only needs to be aligned and not null.
    base = UnsafeMutablePointer(bitPattern: 16).unsafelyUnwrapped
  }

  /// Creates a list that repeats an element.
  init(repeating element: Element, count: Int) {
    self.init()
    guard count > 0 else { return }
    base = .allocate(capacity: count)
    base.initialize(repeating: element, count: count)
    capacity = count
    self.count = count
  }

  deinit {
    guard capacity > 0 else { return }
    base.deinitialize(count: count)
    base.deallocate()
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "no element has that index")
      return base[index]
    }
    set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "no element has that index")
      base[index] = newValue
    }
  }

  /// Changes an element in place.
  @inline(__always)
  mutating func update(_ index: Int, _ change: (inout Element) -> Void) {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "no element has that index")
    change(&base[index])
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow(to: max(8, 2 * capacity)) }
    (base + count).initialize(to: element)
    count += 1
  }

  /// Removes and returns the last element, or returns `nil` if there is none.
  @inline(__always)
  mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count -= 1
    return (base + count).move()
  }

  var isEmpty: Bool { count == 0 }
  /// The indices of the elements, from 0.
  var indices: Range<Int> { 0..<count }
  /// A copy of the elements as an array. Cost: O(count).
  var elements: [Element] { indices.map { base[$0] } }

  /// Removes all elements but keeps the capacity. Cost: O(1) for trivial elements.
  @inline(__always)
  mutating func removeAll() { removeAll(from: 0) }

  /// Removes the elements starting at an index but keeps the capacity.
  @inline(__always)
  mutating func removeAll(from index: Int) {
    precondition(UInt(bitPattern: index) <= UInt(bitPattern: count), "no element has that index")
    let removed = count - index
    // Code that runs when an element is released no longer sees the element.
    count = index
    if !_isPOD(Element.self) { (base + index).deinitialize(count: removed) }
  }

  /// Returns the index of the last element that satisfies a predicate, or `nil` if there is none.
  /// Cost: O(elements from the returned index to the end), or O(count) if the result is `nil`.
  func lastIndex(where isWanted: (borrowing Element) -> Bool) -> Int? {
    var index = count
    while index > 0 {
      index -= 1
      if isWanted(base[index]) { return index }
    }
    return nil
  }

  /// Removes the element at an index. Cost: O(elements after the index).
  mutating func remove(at index: Int) {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "no element has that index")
    let removed = (base + index).move()
    count -= 1
    (base + index).moveInitialize(from: base + index + 1, count: count - index)
    _ = consume removed
  }

  /// Returns a copy of the list. Cost: O(count).
  func separateCopy() -> Buffer {
    var copy = Buffer()
    guard count > 0 else { return copy }
    copy.grow(to: count)
    copy.base.initialize(from: base, count: count)
    copy.count = count
    return copy
  }

  /// Replaces the elements with copies of another list's elements without reducing the capacity.
  /// Cost: O(count + other count).
  mutating func copy(_ other: borrowing Buffer) {
    removeAll()
    if capacity < other.count { grow(to: other.count) }
    base.initialize(from: other.base, count: other.count)
    count = other.count
  }

  @inline(never)
  private mutating func grow(to size: Int) {
    let grown = UnsafeMutablePointer<Element>.allocate(capacity: size)
    if capacity > 0 {
      grown.moveInitialize(from: base, count: count)
      base.deallocate()
    }
    base = grown
    capacity = size
  }
}

/// Benchmark: `W1`.
extension Buffer<UInt8> {
  /// Appends the bytes of a collection.
  @inline(__always)
  mutating func append(contentsOf bytes: some Collection<UInt8>) {
    let total = count + bytes.count
    if total > capacity { grow(to: max(64, 2 * total)) }
    let room = UnsafeMutableBufferPointer(start: base + count, count: total - count)
    _ = room.initialize(from: bytes)
    count = total
  }

  /// Returns a range of bytes as a string, repairing invalid UTF-8. Cost: O(bytes).
  func text(_ range: Range<Int>) -> String {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "no element has that index")
    let bytes = UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns whether a range of bytes equals the range of the same length that begins at an index
  /// of another buffer. Cost: O(bytes).
  @inline(__always)
  func isEqual(_ range: Range<Int>, to other: borrowing Buffer<UInt8>, at start: Int) -> Bool {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "no element has that index")
    precondition(start >= 0 && start + range.count <= other.count, "no element has that index")
    for offset in 0..<range.count
    where base[range.lowerBound + offset] != other.base[start + offset] {
      return false
    }
    return true
  }
}
