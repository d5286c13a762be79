/// A list that is filled and emptied all the time: emptying it keeps the room and is one store.
///
/// For trivial elements only; what was removed stays in memory until something takes its place.
struct Scratch<Element: BitwiseCopyable>: ~Copyable {
  private var room = Buffer<Element>()
  /// How many elements there are.
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }
  /// The indices of the elements, from 0.
  var indices: Range<Int> { 0..<count }
  /// The elements as an array of their own. Cost: O(count).
  var elements: [Element] { indices.map { room[$0] } }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      precondition(index < count, "no element has that index")
      return room[index]
    }
    set {
      precondition(index < count, "no element has that index")
      room[index] = newValue
    }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count < room.count { room[count] = element } else { room.append(element) }
    count += 1
  }

  @inline(__always)
  mutating func clear() { count = 0 }

  /// Removes everything from an index on.
  mutating func removeAll(from index: Int) {
    precondition((0...count).contains(index), "no element has that index")
    count = index
  }
}

extension Scratch<ScreenMark> {
  /// Whether a screen is among them. Cost: O(count).
  @inline(__always)
  borrowing func contains(_ id: ScreenID) -> Bool {
    for index in 0..<count where self[index].id == id { return true }
    return false
  }
}
