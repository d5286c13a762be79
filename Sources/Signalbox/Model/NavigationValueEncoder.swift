extension NavigationValue {
  /// What an encodable value looks like to scripts: a table for what has names, a list for what has
  /// places, else a boolean, an integer, a number or a string. Names without a value are left out.
  ///
  /// ```swift
  /// struct Order: Codable { var id: Int; var notes: [String] }
  /// try NavigationValue(encoding: Order(id: 42, notes: []))  // { id = 42, notes = {} }
  /// ```
  ///
  /// - Throws: `badArgument` with the path of what no value stands for, counted as scripts do:
  ///   `items[2].quantity`.
  public init(encoding value: some Encodable) throws(NavigationError) {
    let node = EncodedNode()
    do {
      try node.fill(value, [])
      guard let result = try node.value([]) else {
        throw NavigationError(
          .badArgument, "the value is nothing, expected one that holds something",
          hint: "leave it out")
      }
      self = result
    } catch {
      throw CodingText.error(error)
    }
  }
}

extension NavigationArguments {
  /// The named values of an encodable value.
  ///
  /// - Throws: as ``NavigationValue/init(encoding:)`` does, and where the value has no names.
  public init(encoding value: some Encodable) throws(NavigationError) {
    switch try NavigationValue(encoding: value) {
    case .table(let fields): self = fields
    case let other:
      throw NavigationError(
        .badArgument, "\(type(of: value)) is \(CodingText.shown(other)), expected named values",
        hint: "arguments come from a struct or a dictionary with text keys")
    }
  }
}

/// What is being encoded: filled in step by step, since containers may be written in any order.
private final class EncodedNode {
  private enum Content {
    case nothing
    case value(NavigationValue)
    case list([EncodedNode])
    case table([(name: String, node: EncodedNode)])
  }

  private var content = Content.nothing

  /// Takes what stands for a value.
  func fill(_ value: some Encodable, _ path: [any CodingKey]) throws {
    switch value {
    case let value as Bool: content = .value(.boolean(value))
    case let value as String: content = .value(.string(value))
    case let value as Double: content = .value(.number(value))
    case let value as Float: content = .value(.number(Double(value)))
    case let value as any FixedWidthInteger:
      content = .value(.integer(try Self.integer(value, path)))
    default: try value.encode(to: NodeEncoder(node: self, codingPath: path))
    }
  }

  private static func integer(
    _ value: some FixedWidthInteger, _ path: [any CodingKey]
  ) throws(NavigationError) -> Int {
    if let integer = Int(exactly: value) { return integer }
    throw NavigationError(
      .badArgument,
      "\(CodingText.path(path)) is \(value), expected an integer from \(Int.min) to \(Int.max)")
  }

  /// The value that it has come to; `nil` where nothing was written.
  func value(_ path: [any CodingKey]) throws(NavigationError) -> NavigationValue? {
    switch content {
    case .nothing: return nil
    case .value(let value): return value
    case .list(let nodes):
      var list: [NavigationValue] = []
      for (index, node) in nodes.enumerated() {
        let place = path + [PlaceKey(index)]
        guard let value = try node.value(place) else {
          throw NavigationError(
            .badArgument, "\(CodingText.path(place)) is nothing, expected a value",
            hint: "lists have no holes; leave it out")
        }
        list.append(value)
      }
      return .list(list)
    case .table(let members):
      var fields = NavigationArguments()
      for (name, node) in members {
        fields[name] = try node.value(path + [NameKey(name)])
      }
      return .table(fields)
    }
  }

  func becomeTable() { if case .table = content {} else { content = .table([]) } }
  func becomeList() { if case .list = content {} else { content = .list([]) } }

  func member(_ name: String) -> EncodedNode {
    let node = EncodedNode()
    guard case .table(var members) = content else { return node }
    members.removeAll { $0.name == name }
    content = .table(members + [(name, node)])
    return node
  }

  func element() -> EncodedNode {
    let node = EncodedNode()
    if case .list(let nodes) = content { content = .list(nodes + [node]) }
    return node
  }

  var count: Int { if case .list(let nodes) = content { nodes.count } else { 0 } }
}

private struct NodeEncoder: Encoder {
  let node: EncodedNode
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.becomeTable()
    return KeyedEncodingContainer(TableEncoder(node: node, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.becomeList()
    return ListEncoder(node: node, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    ValueEncoder(node: node, codingPath: codingPath)
  }
}

private struct TableEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: EncodedNode
  let codingPath: [any CodingKey]

  mutating func encodeNil(forKey key: Key) {}

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try node.member(key.stringValue).fill(value, codingPath + [key])
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder(key).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(key).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { encoder(NameKey("super")) }
  mutating func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

  private func encoder(_ key: any CodingKey) -> NodeEncoder {
    NodeEncoder(node: node.member(key.stringValue), codingPath: codingPath + [key])
  }
}

private struct ListEncoder: UnkeyedEncodingContainer {
  let node: EncodedNode
  let codingPath: [any CodingKey]
  var count: Int { node.count }

  mutating func encodeNil() { _ = node.element() }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    let place = codingPath + [PlaceKey(count)]
    try node.element().fill(value, place)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    encoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoder().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { encoder() }

  private func encoder() -> NodeEncoder {
    let place = codingPath + [PlaceKey(count)]
    return NodeEncoder(node: node.element(), codingPath: place)
  }
}

private struct ValueEncoder: SingleValueEncodingContainer {
  let node: EncodedNode
  let codingPath: [any CodingKey]

  mutating func encodeNil() {}

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    try node.fill(value, codingPath)
  }
}
