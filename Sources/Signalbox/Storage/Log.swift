/// A list that grows at its end and is forgotten from its beginning, in a ring of its own memory.
///
/// An element keeps its index for ever: the first that was ever appended has 0. Appending and
/// forgetting cost O(1); see ``Buffer`` for why it is no array. Guarded by bench: W1.
struct Log<Element>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  /// The room, a power of two, less one; -1 before the first element.
  private var mask = -1
  /// The index of the oldest element that is kept.
  private(set) var start = 0
  /// The index that the next element gets.
  private(set) var end = 0

  init() { base = .allocate(capacity: 0) }

  deinit {
    if !_isPOD(Element.self) {
      for index in start..<end { (base + (index & mask)).deinitialize(count: 1) }
    }
    base.deallocate()
  }

  /// How many elements are kept.
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

  /// Appends at most so many elements in one go, with no look at the room in between.
  @inline(__always)
  mutating func write(_ count: Int, _ body: (inout Writer) -> Void) {
    while end - start + count > mask + 1 { grow() }
    var writer = Writer(base: base, mask: mask, end: end)
    body(&writer)
    precondition(writer.end - end <= count, "more was written than there is room for")
    end = writer.end
  }

  /// Where ``Log/write(_:_:)`` puts elements.
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

  /// Takes the newest element off; `nil` when none is kept.
  @inline(__always)
  mutating func popLast() -> Element? {
    guard end > start else { return nil }
    end -= 1
    return (base + (end & mask)).move()
  }

  /// Takes off what came at an index and later.
  mutating func removeAll(from index: Int) {
    precondition(start <= index && index <= end, "the log does not go back so far")
    if !_isPOD(Element.self) {
      for index in index..<end { (base + (index & mask)).deinitialize(count: 1) }
    }
    end = index
  }

  /// Forgets what came before an index. Cost: O(1) for trivial elements.
  @inline(__always)
  mutating func forget(before index: Int) {
    precondition(start <= index && index <= end, "the log does not go back so far")
    if !_isPOD(Element.self) { letGo(before: index) }
    start = index
  }

  /// Gives back the room that the kept elements do not need. Cost: O(count).
  mutating func shrink() {
    var size = 16
    while size < count { size *= 2 }
    if size <= mask { move(to: size) }
  }

  /// Removes everything, keeps the room, and gives the next element the index 0 again.
  mutating func restart() {
    removeAll(from: start)
    start = 0
    end = 0
  }

  /// The elements of a range as an array of their own. Cost: O(range).
  func elements(from first: Int, to last: Int) -> ContiguousArray<Element> {
    ContiguousArray((first..<last).map { self[$0] })
  }

  /// A log of its own with the same elements under the same indices. Cost: O(count).
  func separateCopy() -> Log {
    var copy = Log()
    copy.start = start
    copy.end = start
    for index in start..<end { copy.append(self[index]) }
    return copy
  }

  @inline(__always)
  private func check(_ index: Int) {
    precondition(start <= index && index < end, "no element has that index")
  }

  @inline(never)
  private func letGo(before index: Int) {
    for index in start..<index { (base + (index & mask)).deinitialize(count: 1) }
  }

  @inline(never)
  private mutating func grow() { move(to: max(16, 2 * (mask + 1))) }

  /// - Parameter size: A power of two that all elements fit in.
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
