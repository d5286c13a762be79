import SeededRandom
import Testing

@testable import Signalbox

/// The lists in uniquely owned memory, compared with arrays after random operations. Elements are
/// objects, so that an element that is released too often or never is found.
struct StorageTests {
  /// The number of elements that exist.
  private final class Census {
    var count = 0
  }

  private final class Element {
    let number: Int
    private let census: Census
    private let onRelease: () -> Void

    init(_ number: Int, _ census: Census, onRelease: @escaping () -> Void = {}) {
      (self.number, self.census, self.onRelease) = (number, census, onRelease)
      census.count += 1
    }

    deinit {
      census.count -= 1
      onRelease()
    }
  }

  private static let seeds = Array(UInt64(1)...40)

  @Test(arguments: seeds)
  func `a buffer contains what an array contains after the same random operations`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let census = Census()
    do {
      var buffer = Buffer<Element>()
      var array: [Int] = []
      for number in 0..<400 {
        switch Int.random(in: 0..<10, using: &random) {
        case 0:
          #expect(buffer.popLast()?.number == array.popLast())
        case 1 where !array.isEmpty:
          let index = Int.random(in: array.indices, using: &random)
          buffer.remove(at: index)
          array.remove(at: index)
        case 2 where !array.isEmpty:
          let index = Int.random(in: array.indices, using: &random)
          buffer[index] = Element(number, census)
          array[index] = number
        case 3 where !array.isEmpty:
          let index = Int.random(in: array.indices, using: &random)
          buffer.update(index) { $0 = Element(-number, census) }
          array[index] = -number
        case 4 where number % 7 == 0:
          let index = Int.random(in: 0...array.count, using: &random)
          buffer.removeAll(from: index)
          array.removeSubrange(index...)
        case 5 where number % 5 == 0:
          var other = Buffer<Element>()
          if Bool.random(using: &random) { other.append(Element(number, census)) }
          other.copy(buffer)
          buffer = other.separateCopy()
        default:
          buffer.append(Element(number, census))
          array.append(number)
        }
        #expect(buffer.elements.map(\.number) == array)
        #expect(buffer.lastIndex { $0.number % 3 == 0 } == array.lastIndex { $0 % 3 == 0 })
        #expect(census.count == array.count)
      }
    }
    #expect(census.count == 0)
  }

  @Test(arguments: seeds)
  func `a log contains what an array contains after the same random operations`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let census = Census()
    do {
      var log = Log<Element>()
      var array: [Int] = []
      var start = 0
      for number in 0..<400 {
        switch Int.random(in: 0..<10, using: &random) {
        case 0:
          #expect(log.popLast()?.number == array.popLast())
        case 1:
          let index = Int.random(in: 0...min(array.count, 3), using: &random)
          log.forget(before: start + index)
          array.removeFirst(index)
          start += index
        case 2 where !array.isEmpty:
          let index = Int.random(in: array.indices, using: &random)
          log[start + index] = Element(number, census)
          array[index] = number
        case 3 where number % 7 == 0:
          let index = Int.random(in: 0...array.count, using: &random)
          log.removeAll(from: start + index)
          array.removeSubrange(index...)
        case 4 where number % 5 == 0:
          if Bool.random(using: &random) { log.shrink() }
          var other = Log<Element>()
          if Bool.random(using: &random) { other.append(Element(number, census)) }
          other.copy(log)
          log = other.separateCopy()
        case 5:
          let count = Int.random(in: 0...20, using: &random)
          log.write(20) { writer in
            for _ in 0..<count { writer.append(Element(number, census)) }
          }
          array += Array(repeating: number, count: count)
        default:
          log.append(Element(number, census))
          array.append(number)
        }
        #expect((log.start..<log.end).map { log[$0].number } == array)
        #expect([log.start, log.end, log.count] == [start, start + array.count, array.count])
        #expect(census.count == array.count)
      }
    }
    #expect(census.count == 0)
  }

  /// A list that the elements' release uses, as the engine's lists could be.
  private final class Owner {
    @exclusivity(unchecked) var buffer = Buffer<Element>()
    @exclusivity(unchecked) var log = Log<Element>()
    var seen: [Int] = []
  }

  @Test func `code that runs at the release of an element does not see the element`() {
    let (owner, census) = (Owner(), Census())
    for number in 0..<4 {
      owner.buffer.append(
        Element(number, census) { [weak owner] in
          if let owner { owner.seen.append(owner.buffer.count) }
        })
      owner.log.append(
        Element(number, census) { [weak owner] in
          if let owner { owner.seen.append(owner.log.count) }
        })
    }
    owner.buffer.removeAll(from: 2)
    #expect(owner.seen == [2, 2])
    owner.buffer.remove(at: 0)
    #expect(owner.seen == [2, 2, 1])
    owner.log.removeAll(from: 3)
    #expect(owner.seen == [2, 2, 1, 3])
    owner.log.forget(before: 2)
    #expect(owner.seen == [2, 2, 1, 3, 1, 1])
    #expect(census.count == 2)
  }

  @Test func `repeating an element no times creates an empty buffer`() {
    var buffer = Buffer(repeating: 7, count: 0)
    #expect(buffer.elements == [])
    buffer.append(1)
    #expect(buffer.elements == [1])
  }

  #if os(Linux) || os(macOS)
    @Test func `an index outside a list ends the process instead of writing elsewhere`() async {
      await #expect(processExitsWith: .failure) {
        var buffer = Buffer(repeating: 7, count: 3)
        buffer.removeAll(from: -1)
      }
      await #expect(processExitsWith: .failure) {
        var buffer = Buffer(repeating: 7, count: 3)
        buffer[3] = 1
      }
      await #expect(processExitsWith: .failure) {
        var log = Log<Int>()
        log.append(1)
        log.forget(before: 2)
      }
    }
  #endif
}
