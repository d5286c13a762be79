import SeededRandom

@testable import Signalbox

/// Adds defects to documents: to their data, so that the result is valid JSON, or to their text.
struct JSONMutation {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  // MARK: - Data

  /// Returns a document with up to three defects.
  mutating func damaged(_ value: NavigationValue) -> NavigationValue {
    var value = value
    for _ in 0...generator.below(3) {
      let other = part(of: value, generator.below(size(of: value)))
      value = changed(value, at: generator.below(size(of: value)), other)
    }
    return value
  }

  /// Returns the number of values in a value, including the outermost value.
  private func size(of value: NavigationValue) -> Int {
    switch value {
    case .list(let values): values.reduce(1) { $0 + size(of: $1) }
    case .table(let table): table.fields.reduce(1) { $0 + size(of: $1.value) }
    case .string, .integer, .number, .boolean, .object: 1
    }
  }

  private func part(of value: NavigationValue, _ index: Int) -> NavigationValue {
    if index == 0 { return value }
    var left = index - 1
    for child in children(of: value) {
      let size = size(of: child)
      if left < size { return part(of: child, left) }
      left -= size
    }
    return value
  }

  private func children(of value: NavigationValue) -> [NavigationValue] {
    switch value {
    case .list(let values): values
    case .table(let table): table.fields.map(\.value)
    case .string, .integer, .number, .boolean, .object: []
    }
  }

  private mutating func changed(
    _ value: NavigationValue, at index: Int, _ other: NavigationValue
  ) -> NavigationValue {
    if index == 0 { return replacement(for: value, other) }
    var left = index - 1
    for (place, child) in children(of: value).enumerated() {
      let size = size(of: child)
      if left < size {
        let new = changed(child, at: left, other)
        switch value {
        case .list(var values):
          values[place] = new
          return .list(values)
        case .table(var table):
          table[table.fields[place].name] = new
          return .table(table)
        case .string, .integer, .number, .boolean, .object: return value
        }
      }
      left -= size
    }
    return value
  }

  private static let scalars: [NavigationValue] = [
    .integer(0), .integer(1), .integer(2), .integer(-1), .integer(.max), .integer(.min),
    .integer(1 << 31), .integer(1 << 32), .number(0.5), .number(-1e300), .boolean(true),
    .boolean(false), "", "push", "root", "modal", "page", "none", "Main", "alert", "tabs",
  ]

  private mutating func replacement(
    for value: NavigationValue, _ other: NavigationValue
  ) -> NavigationValue {
    switch (generator.below(6), value) {
    case (0, _): return other
    case (1, .list(var values)) where !values.isEmpty:
      values.remove(at: generator.below(values.count))
      return .list(values)
    case (2, .list(var values)) where !values.isEmpty:
      let times = generator.pick([1, 1, 1, 50])
      let one = values[generator.below(values.count)]
      values += Array(repeating: one, count: times)
      return .list(values)
    case (3, .list(var values)) where !values.isEmpty:
      values.swapAt(generator.below(values.count), generator.below(values.count))
      return .list(values)
    case (1, .table(var table)), (2, .table(var table)):
      if table.isEmpty { return value }
      table[table.fields[generator.below(table.count)].name] = nil
      return .table(table)
    case (3, .table(var table)):
      if table.isEmpty { return value }
      table[generator.pick(Self.names)] = other
      return .table(table)
    case (4, .integer(let integer)): return .integer(integer &+ generator.pick([-1, 1, 2]))
    case (5, _) where generator.below(8) == 0:
      return (0..<generator.pick([3, 200, 300])).reduce(value) { nested, _ in .list([nested]) }
    default: return generator.pick(Self.scalars)
    }
  }

  private static let names = [
    "parent", "owner", "attachment", "kind", "pages", "selected", "stack", "screen", "route",
    "root", "isLazy", "isSelected", "tabView", "badge", "presenter", "presenterScreen",
    "coordinator", "layer", "index",
    "arguments", "options", "count", "caller", "name", "step", "after", "child", "link", "steps",
    "by", "rejection", "milliseconds", "duration", "phase", "value", "text",
    "message", "fields", "buttons", "transition",
  ]

  // MARK: - Text

  /// Returns a copy of a string in which some bytes are changed, removed, duplicated or nested in
  /// brackets.
  mutating func damaged(_ text: String) -> String {
    var bytes = Array(text.utf8)
    if bytes.isEmpty { return text }
    switch generator.below(5) {
    case 0: bytes = Array(bytes[..<generator.below(bytes.count)])
    case 1:
      let start = generator.below(bytes.count)
      bytes.insert(contentsOf: bytes[start..<min(bytes.count, start + 40)], at: start)
    case 2:
      let opening = generator.pick(Array("[{\"-9".utf8))
      let count = generator.pick([1, 3, 100_000])
      bytes.insert(
        contentsOf: repeatElement(opening, count: count), at: generator.below(bytes.count))
    default:
      for _ in 0...generator.below(3) {
        let index = generator.below(bytes.count)
        let isDigit = (0x30...0x39).contains(bytes[index])
        bytes[index] = isDigit ? 0x30 + UInt8(generator.below(10)) : UInt8(generator.below(256))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
