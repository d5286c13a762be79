/// A type whose values are encoded as single values.
private protocol PlainValue {
  /// The expected kind with its article, for error messages.
  static var expectation: String { get }
  /// Returns the value as this type, or `nil` if the type cannot represent the value.
  static func read(_ value: NavigationValue) -> Self?
}

extension Bool: PlainValue {
  fileprivate static var expectation: String { "a boolean" }
  fileprivate static func read(_ value: NavigationValue) -> Bool? {
    if case .boolean(let value) = value { value } else { nil }
  }
}

extension String: PlainValue {
  fileprivate static var expectation: String { "a string" }
  fileprivate static func read(_ value: NavigationValue) -> String? {
    if case .string(let value) = value { value } else { nil }
  }
}

extension PlainValue where Self: BinaryFloatingPoint {
  fileprivate static var expectation: String { "a number" }
  fileprivate static func read(_ value: NavigationValue) -> Self? {
    switch value {
    case .number(let value): Self(value)
    case .integer(let value): Self(value)
    case .boolean, .string, .list, .table, .object: nil
    }
  }
}

extension PlainValue where Self: FixedWidthInteger {
  fileprivate static var expectation: String {
    self == Int.self ? "an integer" : "an integer from \(Self.min) to \(Self.max)"
  }
  fileprivate static func read(_ value: NavigationValue) -> Self? {
    switch value {
    case .integer(let value): Self(exactly: value)
    case .number(let value): Self(exactly: value)
    case .boolean, .string, .list, .table, .object: nil
    }
  }
}

extension Double: PlainValue {}
extension Float: PlainValue {}
extension Int: PlainValue {}
extension Int8: PlainValue {}
extension Int16: PlainValue {}
extension Int32: PlainValue {}
extension Int64: PlainValue {}
extension UInt: PlainValue {}
extension UInt8: PlainValue {}
extension UInt16: PlainValue {}
extension UInt32: PlainValue {}
extension UInt64: PlainValue {}

/// Decodes a `Decodable` type from a value.
struct ValueDecoder: Decoder, SingleValueDecodingContainer {
  /// The value to decode, or `nil` if it is missing.
  let value: NavigationValue?
  let codingPath: [any CodingKey]
  let style: CodingStyle
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ value: NavigationValue?, _ codingPath: [any CodingKey], _ style: CodingStyle) {
    self.value = value
    self.codingPath = codingPath
    self.style = style
  }

  func wrong(_ expectation: String) -> NavigationError {
    style.wrong(codingPath, value, expected: expectation)
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if type == Duration.self {
      guard case .list(let parts) = value, parts.count == 2, case .integer(let seconds) = parts[0],
        case .integer(let attoseconds) = parts[1],
        case let span = Duration(
          secondsComponent: Int64(seconds), attosecondsComponent: Int64(attoseconds)),
        let result = span as? Value
      else { throw wrong("a list of seconds and attoseconds") }
      return result
    }
    guard let plain = type as? any PlainValue.Type else {
      do {
        return try Value(from: self)
      } catch DecodingError.dataCorrupted where type is any CaseIterable.Type {
        throw wrong(Self.names(of: type))
      }
    }
    guard let result = value.flatMap({ plain.read($0) }) as? Value else {
      throw wrong(plain.expectation)
    }
    return result
  }

  /// Returns the names of an enumeration's cases for an error message, such as `none, changes or
  /// all`.
  private static func names(of type: Any.Type) -> String {
    func names(_ type: (some CaseIterable).Type) -> [String] {
      type.allCases.map { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } ?? "\($0)" }
    }
    let all = (type as? any CaseIterable.Type).map { names($0) } ?? []
    return all.dropLast().joined(separator: ", ") + " or " + (all.last ?? "")
  }

  func decodeNil() -> Bool { value == nil }
  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let fields: NavigationArguments
    switch value {
    case .table(let table): fields = table
    case .list(let list) where list.isEmpty: fields = [:]
    default: throw wrong("a table of named values")
    }
    style.requested?.open(codingPath)
    return KeyedDecodingContainer(
      TableDecoder(fields: fields, codingPath: codingPath, style: style))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    switch value {
    case .list(let list): ListDecoder(list: list, codingPath: codingPath, style: style)
    case .table(let table) where table.isEmpty:
      ListDecoder(list: [], codingPath: codingPath, style: style)
    default: throw wrong("a list")
    }
  }
}

/// Decodes the properties of a type from the fields of a table.
private struct TableDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let fields: NavigationArguments
  let codingPath: [any CodingKey]
  let style: CodingStyle

  var allKeys: [Key] { fields.fields.compactMap { Key(stringValue: $0.name) } }
  func contains(_ key: Key) -> Bool {
    style.requested?.note(codingPath, key)
    return fields[key.stringValue] != nil
  }
  func decodeNil(forKey key: Key) -> Bool { !contains(key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder(key).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { decoder(ValueKey(stringValue: "super")) }
  func superDecoder(forKey key: Key) -> any Decoder { decoder(key) }

  private func decoder(_ key: any CodingKey) -> ValueDecoder {
    style.requested?.note(codingPath, key)
    return ValueDecoder(fields[key.stringValue], codingPath + [key], style)
  }
}

/// Decodes the elements of a list, one after another.
private struct ListDecoder: UnkeyedDecodingContainer {
  let list: [NavigationValue]
  let codingPath: [any CodingKey]
  let style: CodingStyle
  var currentIndex = 0

  var count: Int? { list.count }
  var isAtEnd: Bool { currentIndex >= list.count }
  /// Returns whether the end of the list has been reached. Lists in scripts have no gaps.
  func decodeNil() -> Bool { isAtEnd }

  private mutating func next<Result>(_ read: (ValueDecoder) throws -> Result) rethrows -> Result {
    let value = isAtEnd ? nil : list[currentIndex]
    let result = try read(ValueDecoder(value, codingPath + [ValueKey(currentIndex)], style))
    currentIndex += 1
    return result
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next { try $0.decode(type) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() -> any Decoder { next { $0 } }
}
