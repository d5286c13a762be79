// Stands in for Foundation in released programs (decision 0261): the argument parser is the only
// part of the program that imports it, and Foundation would be a quarter of the file. It contains
// the declarations that the argument parser uses, under Foundation's names and with the documented
// behavior.

/// An error that describes itself to users.
public protocol LocalizedError: Error {
  /// The description of the error, or `nil` if the error has no description.
  var errorDescription: String? { get }
}

extension LocalizedError {
  /// No description.
  public var errorDescription: String? { nil }
}

/// The bytes of a document.
public struct Data: Sendable {
  fileprivate let bytes: [UInt8]
}

extension String {
  /// The encoding of characters as bytes.
  public struct Encoding: Sendable {
    /// Unicode in one to four bytes.
    public static let utf8 = Encoding()
  }

  /// - Returns: `nil` where the bytes are not UTF-8.
  public init?(data: Data, encoding: Encoding) {
    guard let text = String(validating: data.bytes, as: UTF8.self) else { return nil }
    self = text
  }
}

/// Writes values as JSON.
public final class JSONEncoder {
  /// The layout of the encoded text.
  public struct OutputFormatting: OptionSet, Sendable {
    /// A bit for each option.
    public let rawValue: UInt

    /// The options of some bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A member per line, indented by two spaces for each level.
    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    /// Members in the order of their keys.
    public static let sortedKeys = OutputFormatting(rawValue: 2)
  }

  /// The layout of the encoded text.
  public var outputFormatting: OutputFormatting = []

  /// An encoder that writes everything on one line.
  public init() {}

  /// - Throws: The error that the value throws, and `EncodingError` for a number that JSON cannot
  ///   represent.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    let node = Node()
    try value.encode(to: ValueEncoder(node: node, codingPath: []))
    var text = ""
    node.write(to: &text, outputFormatting, level: 0)
    return Data(bytes: Array(text.utf8))
  }
}

/// A value of the document, filled while something is encoded.
private final class Node {
  enum Content {
    case none
    case literal(String)
    case string(String)
    case list([Node])
    case members([(key: String, node: Node)])
  }

  var content = Content.none

  func member(_ key: String) -> Node {
    let node = Node()
    var members: [(key: String, node: Node)] = []
    if case .members(let all) = content { members = all.filter { $0.key != key } }
    content = .members(members + [(key, node)])
    return node
  }

  func element() -> Node {
    let node = Node()
    var elements: [Node] = []
    if case .list(let all) = content { elements = all }
    content = .list(elements + [node])
    return node
  }

  var count: Int {
    if case .list(let all) = content { all.count } else { 0 }
  }

  func write(to text: inout String, _ format: JSONEncoder.OutputFormatting, level: Int) {
    switch content {
    case .none: text += "{}"
    case .literal(let literal): text += literal
    case .string(let string): Self.write(string, to: &text)
    case .list(let all):
      Self.write(all, "[", "]", to: &text, format, level) { node, text in
        node.write(to: &text, format, level: level + 1)
      }
    case .members(let all):
      let ordered = format.contains(.sortedKeys) ? all.sorted { $0.key < $1.key } : all
      Self.write(ordered, "{", "}", to: &text, format, level) { member, text in
        Self.write(member.key, to: &text)
        text += format.contains(.prettyPrinted) ? " : " : ":"
        member.node.write(to: &text, format, level: level + 1)
      }
    }
  }

  private static func write<Part>(
    _ parts: [Part], _ open: String, _ close: String, to text: inout String,
    _ format: JSONEncoder.OutputFormatting, _ level: Int, _ write: (Part, inout String) -> Void
  ) {
    func newLine(_ level: Int) {
      if format.contains(.prettyPrinted) {
        text += "\n" + String(repeating: "  ", count: level)
      }
    }
    text += open
    for (index, part) in parts.enumerated() {
      if index > 0 { text += "," }
      newLine(level + 1)
      write(part, &text)
    }
    // Foundation leaves a line empty in an empty list.
    if parts.isEmpty { newLine(0) }
    newLine(level)
    text += close
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "/": text += "\\/"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

private struct ValueEncoder: Encoder {
  let node: Node
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .none = node.content { node.content = .members([]) }
    return KeyedEncodingContainer(Members(node: node, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .none = node.content { node.content = .list([]) }
    return Elements(node: node, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    Single(node: node, codingPath: codingPath)
  }
}

extension Node {
  fileprivate func encode<Value: Encodable>(
    _ value: Value, at codingPath: [any CodingKey]
  ) throws {
    switch value {
    case let value as String: content = .string(value)
    case let value as Bool: content = .literal(value ? "true" : "false")
    case let value as any FixedWidthInteger: content = .literal("\(value)")
    case let value as Double: try encode(value, at: codingPath)
    case let value as Float: try encode(Double(value), at: codingPath)
    default: try value.encode(to: ValueEncoder(node: self, codingPath: codingPath))
    }
  }

  private func encode(_ value: Double, at codingPath: [any CodingKey]) throws {
    guard value.isFinite else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: codingPath, debugDescription: "JSON has no \(value)"))
    }
    content = .literal("\(value)")
  }
}

private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: Node
  let codingPath: [any CodingKey]

  mutating func encodeNil(forKey key: Key) {
    node.member(key.stringValue).content = .literal("null")
  }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try node.member(key.stringValue).encode(value, at: codingPath + [key])
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder(for: key).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(for: key).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder {
    ValueEncoder(node: node.member("super"), codingPath: codingPath)
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder { encoder(for: key) }

  private func encoder(for key: Key) -> ValueEncoder {
    ValueEncoder(node: node.member(key.stringValue), codingPath: codingPath + [key])
  }
}

private struct Elements: UnkeyedEncodingContainer {
  let node: Node
  let codingPath: [any CodingKey]
  var count: Int { node.count }

  mutating func encodeNil() { node.element().content = .literal("null") }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    try node.element().encode(value, at: codingPath)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    ValueEncoder(node: node.element(), codingPath: codingPath).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    ValueEncoder(node: node.element(), codingPath: codingPath).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder {
    ValueEncoder(node: node.element(), codingPath: codingPath)
  }
}

private struct Single: SingleValueEncodingContainer {
  let node: Node
  let codingPath: [any CodingKey]

  mutating func encodeNil() { node.content = .literal("null") }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    try node.encode(value, at: codingPath)
  }
}
