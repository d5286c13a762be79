extension NavigationValue {
  /// The value as a Swift type, as ``init(encoding:)`` would have written it.
  ///
  /// An empty table of a script is an empty list as well, and an integer is a number.
  ///
  /// - Throws: `badArgument` with the path of what does not fit, what came and what was expected.
  public func decoded<Value: Decodable>(
    as type: Value.Type = Value.self
  ) throws(NavigationError) -> Value {
    do {
      return try NodeDecoder(value: self, codingPath: []).decode(type)
    } catch {
      throw CodingText.error(error)
    }
  }
}

extension NavigationArguments {
  /// The values as a Swift type, each under the name of its property.
  ///
  /// - Throws: as ``NavigationValue/decoded(as:)`` does.
  public func decoded<Value: Decodable>(
    as type: Value.Type = Value.self
  ) throws(NavigationError) -> Value {
    try NavigationValue.table(self).decoded(as: type)
  }
}

extension FinishNotice {
  /// What the coordinator gave to `finishFlow`, as a Swift type.
  ///
  /// - Throws: `badArgument` where it gave nothing, or something else; the message says why it is
  ///   gone, and the path of what does not fit.
  public func result<Value: Decodable>(
    as type: Value.Type = Value.self
  ) throws(NavigationError) -> Value {
    guard let result else {
      throw NavigationError(
        .badArgument, "\(self.type) gave no result (\(reason.name)), expected \(Value.self)")
    }
    do throws(NavigationError) {
      return try result.decoded(as: type)
    } catch {
      throw NavigationError(
        error.code, "the result of \(self.type) is no \(Value.self): \(error.message)",
        hint: error.hint)
    }
  }
}

// MARK: - Plain values

/// A type that one value stands for.
private protocol PlainValue {
  /// What is expected, with its article.
  static var expectation: String { get }
  /// `nil` for a value of another kind.
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

// MARK: - Containers

private struct NodeDecoder: Decoder {
  /// `nil` is nothing.
  let value: NavigationValue?
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let plain = type as? any PlainValue.Type else { return try Value(from: self) }
    guard let value else { throw missing(plain.expectation) }
    guard let result = plain.read(value) as? Value else {
      throw mismatch(value, plain.expectation)
    }
    return result
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let fields: NavigationArguments
    switch value {
    case .table(let table): fields = table
    case .list(let list) where list.isEmpty: fields = [:]
    case let other?: throw mismatch(other, "a table of named values")
    case nil: throw missing("a table of named values")
    }
    return KeyedDecodingContainer(TableDecoder(fields: fields, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    switch value {
    case .list(let list): return ListDecoder(list: list, codingPath: codingPath)
    case .table(let table) where table.isEmpty:
      return ListDecoder(list: [], codingPath: codingPath)
    case let other?: throw mismatch(other, "a list")
    case nil: throw missing("a list")
    }
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    SingleDecoder(decoder: self)
  }

  private func mismatch(_ value: NavigationValue, _ expectation: String) -> NavigationError {
    NavigationError(
      .badArgument,
      "\(CodingText.path(codingPath)) is \(CodingText.shown(value)), expected \(expectation)")
  }

  private func missing(_ expectation: String) -> NavigationError {
    NavigationError(
      .badArgument, "\(CodingText.path(codingPath)) is missing, expected \(expectation)")
  }
}

private struct SingleDecoder: SingleValueDecodingContainer {
  let decoder: NodeDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.value == nil }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
}

private struct TableDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let fields: NavigationArguments
  let codingPath: [any CodingKey]

  var allKeys: [Key] { fields.fields.compactMap { Key(stringValue: $0.name) } }
  func contains(_ key: Key) -> Bool { fields[key.stringValue] != nil }
  func decodeNil(forKey key: Key) -> Bool { fields[key.stringValue] == nil }

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

  func superDecoder() -> any Decoder { decoder(NameKey("super")) }
  func superDecoder(forKey key: Key) -> any Decoder { decoder(key) }

  private func decoder(_ key: any CodingKey) -> NodeDecoder {
    NodeDecoder(value: fields[key.stringValue], codingPath: codingPath + [key])
  }
}

private struct ListDecoder: UnkeyedDecodingContainer {
  let list: [NavigationValue]
  let codingPath: [any CodingKey]
  var currentIndex = 0

  var count: Int? { list.count }
  var isAtEnd: Bool { currentIndex >= list.count }
  /// Lists have no holes.
  func decodeNil() -> Bool { isAtEnd }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let result = try decoder.decode(type)
    currentIndex += 1
    return result
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let container = try decoder.container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try decoder.unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() -> any Decoder {
    defer { currentIndex += 1 }
    return decoder
  }

  private var decoder: NodeDecoder {
    NodeDecoder(
      value: isAtEnd ? nil : list[currentIndex], codingPath: codingPath + [PlaceKey(currentIndex)])
  }
}
