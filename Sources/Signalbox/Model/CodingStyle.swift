internal import PortableMutex

/// Options that determine which fields an encoded value omits, and how errors describe invalid
/// values.
package struct CodingStyle: Sendable {
  /// The name that error paths begin with.
  var root = ""
  /// The index of a list's first element, as used in errors.
  var firstPosition = 1
  /// The reason code of encoding and decoding errors.
  var code = ReasonCode.badArgument
  /// Whether empty ``Sparse`` fields are omitted.
  var isSparse = false
  /// Whether ``InMemory`` fields are encoded.
  var hasIdentifiers = false
  /// The collector of the names that are looked up during decoding, or `nil` if the names are not
  /// collected.
  var requested: RequestedNames?

  /// The coding style for script values.
  static let script = CodingStyle()

  /// Returns the coding style of a JSON document: paths in errors begin with the given name, and
  /// indices count from 0.
  package static func document(_ root: String) -> CodingStyle {
    CodingStyle(root: root, firstPosition: 0, code: .malformed, isSparse: true)
  }

  /// The coding style for the current state in scripts. The encoded state includes identifiers.
  package static let identified = CodingStyle(isSparse: true, hasIdentifiers: true)

  /// Returns a path such as `order.items[2].price`.
  func path(_ keys: [any CodingKey]) -> String {
    var text = root
    for key in keys {
      if let place = key.intValue {
        text += "[\(place + firstPosition)]"
      } else {
        text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    return text.isEmpty ? "the value" : text
  }

  /// Returns a value's kind followed by the value, such as `string "x"` or `integer 7`. In errors
  /// about documents, the value is truncated to 60 characters.
  func shown(_ value: NavigationValue) -> String {
    "\(value.kindName) \(String(describing: value).prefix(code == .malformed ? 60 : .max))"
  }

  /// Returns the error for an invalid or missing value.
  func wrong(
    _ keys: [any CodingKey], _ value: NavigationValue?, expected: String
  ) -> NavigationError {
    let found = value.map { "is \(shown($0))" } ?? "is missing"
    return NavigationError(code, "\(path(keys)) \(found), expected \(expected)")
  }

  /// Converts an error to a rejection. For an encoding or decoding error, the rejection's message
  /// contains the path of the value.
  func error(_ error: any Error) -> NavigationError {
    switch error {
    case let error as NavigationError: return error
    case EncodingError.invalidValue(let value, let context):
      return rejection(context.codingPath, "\(value) cannot be encoded", context.debugDescription)
    case DecodingError.keyNotFound(let key, let context):
      return NavigationError(code, "\(path(context.codingPath + [key])) is missing")
    case DecodingError.valueNotFound(let type, let context):
      return wrong(context.codingPath, nil, expected: "\(type)")
    case DecodingError.typeMismatch(let type, let context):
      return rejection(context.codingPath, "expected \(type)", context.debugDescription)
    case DecodingError.dataCorrupted(let context):
      return rejection(context.codingPath, context.debugDescription, "")
    default: return NavigationError(code, String(describing: error))
    }
  }

  private func rejection(
    _ keys: [any CodingKey], _ text: String, _ detail: String
  ) -> NavigationError {
    NavigationError(code, "\(path(keys)): \(text)", hint: detail.isEmpty ? nil : detail)
  }
}

/// A key of a table, or the index of an element in a list, counted from 0.
struct ValueKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ place: Int) { (stringValue, intValue) = ("[\(place)]", place) }
  init?(intValue: Int) { self.init(intValue) }
  init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
}

// MARK: - Fields of documents

/// A value that documents omit if it is empty.
public protocol EmptyValue: Encodable, Hashable {
  /// The value of an omitted field.
  static var empty: Self { get }
}

extension Bool: EmptyValue {
  /// The empty Boolean: `false`.
  public static var empty: Bool { false }
}
extension Int: EmptyValue {
  /// The empty integer: 0.
  public static var empty: Int { 0 }
}
extension String: EmptyValue {
  /// The empty string.
  public static var empty: String { "" }
}
extension NavigationArguments: EmptyValue {
  /// The empty table.
  public static var empty: Self { [:] }
}
extension Array: EmptyValue where Element: Encodable & Hashable {
  /// The empty array.
  public static var empty: [Element] { [] }
}
extension Optional: EmptyValue where Wrapped: Encodable & Hashable {
  /// The empty optional: `nil`.
  public static var empty: Wrapped? { nil }
}
extension Identifier: EmptyValue {
  /// The empty identifier.
  public static var empty: Self { none }

  /// Encodes the identifier's printed form, such as `s17`.
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

/// A field that documents omit if its value is empty.
@propertyWrapper
public struct Sparse<Value: EmptyValue & Decodable>: Hashable, Codable {
  /// The value of the field.
  public var wrappedValue: Value

  /// Creates a field with a value.
  ///
  /// - Parameter wrappedValue: The value of the field. Documents omit an empty value.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// Decodes the value.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode(Value.self)
  }

  /// Encodes the value, unless it is empty and the document omits empty values.
  public func encode(to encoder: any Encoder) throws {
    if wrappedValue == .empty, (encoder as? ValueEncoder)?.style.isSparse == true { return }
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

/// A field whose value exists only in a running engine, such as an identifier. Stored documents do
/// not contain the field.
@propertyWrapper
public struct InMemory<Value: EmptyValue>: Hashable, Codable {
  /// The value of the field.
  public var wrappedValue: Value

  /// Creates a field with a value.
  ///
  /// - Parameter wrappedValue: The value of the field. Stored documents do not contain the value.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// Creates a field with an empty value, because documents do not contain the field.
  public init(from decoder: any Decoder) { wrappedValue = .empty }

  /// Encodes the value if the coding style includes identifiers.
  public func encode(to encoder: any Encoder) throws {
    guard (encoder as? ValueEncoder)?.style.hasIdentifiers == true else { return }
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension Sparse: Sendable where Value: Sendable {}
extension InMemory: Sendable where Value: Sendable {}

extension KeyedDecodingContainer {
  /// Decodes a field, or returns an empty field if the document omits it.
  public func decode<Value>(_ type: Sparse<Value>.Type, forKey key: Key) throws -> Sparse<Value> {
    try decodeIfPresent(type, forKey: key) ?? Sparse(wrappedValue: .empty)
  }

  /// Returns an empty field, because documents do not contain the field.
  public func decode<Value>(_ type: InMemory<Value>.Type, forKey key: Key) -> InMemory<Value> {
    InMemory(wrappedValue: .empty)
  }
}

// MARK: - Coding of values

extension NavigationValue: Codable {
  /// Decodes a value of any kind.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? ValueDecoder {
      guard let value = decoder.value else { throw decoder.wrong("a value") }
      self = value
      return
    }
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let values = try? container.decode([NavigationValue].self) {
      self = .list(values)
    } else {
      let fields = try container.decode([String: NavigationValue].self)
      self = .table(NavigationArguments(fields.map { ($0.key, $0.value) }))
    }
  }

  /// Encodes plain data. Throws an error for an object that is passed by reference, because such an
  /// object cannot be encoded outside an engine.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .list(let values): try container.encode(values)
    case .table(let fields):
      try container.encode(
        Dictionary(fields.fields.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }))
    case .object(let object):
      throw NavigationError(
        .notSerializable, "the object \(object) cannot be encoded outside an engine")
    }
  }
}

extension NavigationArguments: Codable {
  /// Decodes a table.
  public init(from decoder: any Decoder) throws {
    switch try NavigationValue(from: decoder) {
    case .table(let fields): self = fields
    case .list(let values) where values.isEmpty: self = [:]
    case let other:
      throw ((decoder as? ValueDecoder)?.style ?? .script)
        .wrong(decoder.codingPath, other, expected: "a table")
    }
  }

  /// Encodes a table.
  public func encode(to encoder: any Encoder) throws {
    try NavigationValue.table(self).encode(to: encoder)
  }
}

/// The names that are looked up while a value is decoded, grouped by table.
final class RequestedNames: Sendable {
  /// The names in lookup order, keyed by the path of their table.
  private let names = Mutex<[[String]: [String]]>([:])

  /// Records that the table at a path is decoded by name.
  func open(_ path: [any CodingKey]) {
    let path = path.map(\.stringValue)
    names.withLock { if $0[path] == nil { $0[path] = [] } }
  }

  /// Records that a name is looked up in a table.
  func note(_ path: [any CodingKey], _ key: any CodingKey) {
    names.withLock { names in
      let path = path.map(\.stringValue)
      if names[path]?.contains(key.stringValue) != true {
        names[path, default: []].append(key.stringValue)
      }
    }
  }

  /// Returns the names that were looked up in the table at a path, or `nil` if the table is not
  /// decoded by name.
  func names(below path: [String]) -> [String]? {
    names.withLock { $0[path] }
  }
}
