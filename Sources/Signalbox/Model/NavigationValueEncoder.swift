/// A collection whose order differs between runs. The elements are encoded in sorted order, so that
/// equal collections have equal encodings.
private protocol UnorderedCollection {
  /// The number of encoded values per element.
  static var width: Int { get }
}

extension Set: UnorderedCollection {
  fileprivate static var width: Int { 1 }
}

// A dictionary is encoded as a list only if its keys are neither strings nor integers.
extension Dictionary: UnorderedCollection {
  fileprivate static var width: Int { 2 }
}

/// Encodes a value. Each nested container has its own encoder, because containers can be written in
/// any order.
final class ValueEncoder: Encoder, UnkeyedEncodingContainer, SingleValueEncodingContainer {
  /// An encoded value, or a container that is still being written.
  enum Part {
    case value(NavigationValue)
    case later(ValueEncoder)

    func value() throws(NavigationError) -> NavigationValue? {
      switch self {
      case .value(let value): value
      case .later(let encoder): try encoder.value()
      }
    }
  }

  let codingPath: [any CodingKey]
  let style: CodingStyle
  private var single: Part?
  private var list: [Part]?
  private var members: [(name: String, part: Part)]?
  /// The number of encoded values per element of an unordered collection, or 0 if the order
  /// matters.
  private var unorderedWidth = 0

  init(_ codingPath: [any CodingKey], _ style: CodingStyle) {
    self.codingPath = codingPath
    self.style = style
  }

  var userInfo: [CodingUserInfoKey: Any] { [:] }
  var count: Int { list?.count ?? 0 }

  /// Returns the encoded value, or `nil` if nothing has been encoded.
  func value() throws(NavigationError) -> NavigationValue? {
    if let list {
      var values: [NavigationValue] = []
      values.reserveCapacity(list.count)
      for (index, part) in list.enumerated() {
        guard let value = try part.value() else {
          let place = style.path(codingPath + [ValueKey(index)])
          throw NavigationError(
            style.code, "\(place) is nil, expected a value",
            hint: "a list cannot contain nil; omit the element")
        }
        values.append(value)
      }
      return .list(unorderedWidth == 0 ? values : Self.sorted(values, width: unorderedWidth))
    }
    guard let members else { return try single?.value() }
    var fields: [NavigationArguments.Field] = []
    fields.reserveCapacity(members.count)
    for (name, part) in members {
      guard let value = try part.value() else { continue }
      fields.append(NavigationArguments.Field(name: name, value: value))
    }
    return .table(NavigationArguments(unordered: fields))
  }

  private static func sorted(_ values: [NavigationValue], width: Int) -> [NavigationValue] {
    stride(from: 0, to: values.count, by: width)
      .map { (key: values[$0].description, values: values[$0..<min($0 + width, values.count)]) }
      .sorted { $0.key < $1.key }
      .flatMap(\.values)
  }

  // MARK: Parts

  private func child(_ key: any CodingKey) -> ValueEncoder {
    ValueEncoder(codingPath + [key], style)
  }

  private func part(_ value: some Encodable, _ key: (any CodingKey)?) throws -> Part {
    switch value {
    case let value as Bool: return .value(.boolean(value))
    case let value as String: return .value(.string(value))
    case let value as Int: return .value(.integer(value))
    case let value as Double: return .value(.number(value))
    case let value as NavigationValue: return .value(value)
    case let value as NavigationArguments: return .value(.table(value))
    case let value as Float: return .value(.number(Double(value)))
    case let value as Duration:
      // The default encoding contains an integer that may exceed `Int.max`.
      let (seconds, attoseconds) = value.components
      return .value(.list([.integer(Int(seconds)), .integer(Int(attoseconds))]))
    case let value as any FixedWidthInteger:
      guard let integer = Int(exactly: value) else {
        throw NavigationError(
          style.code,
          "\(style.path(codingPath + [key].compactMap(\.self))) is \(value), "
            + "expected an integer from \(Int.min) to \(Int.max)")
      }
      return .value(.integer(integer))
    default:
      let encoder = key.map(child) ?? self
      if let type = type(of: value) as? any UnorderedCollection.Type {
        encoder.unorderedWidth = type.width
      }
      try value.encode(to: encoder)
      return .later(encoder)
    }
  }

  func encode<Value: Encodable>(_ value: Value) throws {
    if list != nil {
      let part = try part(value, ValueKey(count))
      list?.append(part)
    } else if case .value(let value) = try part(value, nil) {
      single = .value(value)
    }
  }

  func encodeNil() {
    if list != nil { _ = element() }
  }

  func encode(_ value: some Encodable, as key: some CodingKey) throws {
    let part = try part(value, key)
    members?.append((key.stringValue, part))
  }

  func member(_ key: any CodingKey) -> ValueEncoder {
    let encoder = child(key)
    members?.append((key.stringValue, .later(encoder)))
    return encoder
  }

  private func element() -> ValueEncoder {
    let encoder = child(ValueKey(count))
    list?.append(.later(encoder))
    return encoder
  }

  // MARK: Containers

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if members == nil { members = [] }
    return KeyedEncodingContainer(TableEncoder(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if list == nil { list = [] }
    return self
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    element().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }
  func superEncoder() -> any Encoder { element() }
}

/// Encodes the properties of a type as the fields of a table. Properties whose value is `nil` are
/// omitted.
private struct TableEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  mutating func encodeNil(forKey key: Key) {}

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try encoder.encode(value, as: key)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder.member(key).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.member(key).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { encoder.member(ValueKey(stringValue: "super")) }
  mutating func superEncoder(forKey key: Key) -> any Encoder { encoder.member(key) }
}
