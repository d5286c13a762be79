public import Signalbox

/// A value from a script, for hosts that have no access to Lua.
///
/// Booleans, numbers and strings are copied, whereas tables, functions and handles refer to the
/// script's values.
public enum ScriptValue: Equatable {
  /// The absence of a value.
  case `nil`
  /// `true` or `false`.
  case boolean(Bool)
  /// An integer. Lua distinguishes integers from floating-point numbers.
  case integer(Int)
  /// A floating-point number.
  case number(Double)
  /// The bytes of a string, which are usually valid UTF-8.
  case string([UInt8])
  /// A table of the script, which the host can read without copying it.
  case table(ScriptTable)
  /// A function, which can be called until its session ends.
  case function(ScriptFunction)
  /// A handle for an object in the engine.
  case handle(ScriptHandle)
  /// Any other value, such as a definition, which can be passed back to scripts.
  case object(ScriptObject)
}

extension ScriptValue {
  /// Creates a string.
  ///
  /// - Parameter text: The string, which scripts receive as UTF-8.
  public static func string(_ text: String) -> ScriptValue { .string(Array(text.utf8)) }

  /// The value as a string, with invalid UTF-8 repaired, or `nil` if it is not a string.
  public var text: String? {
    if case .string(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { nil }
  }

  /// The value as a table, or `nil` if it is not a table.
  public var table: ScriptTable? {
    if case .table(let table) = self { table } else { nil }
  }

  /// The value as a function, or `nil` if it is not a function.
  public var function: ScriptFunction? {
    if case .function(let function) = self { function } else { nil }
  }

  /// The value as a handle, or `nil` if it is not a handle.
  public var handle: ScriptHandle? {
    if case .handle(let handle) = self { handle } else { nil }
  }

  /// The value as a boolean, or `nil` if it is not a boolean.
  public var boolean: Bool? {
    if case .boolean(let value) = self { value } else { nil }
  }

  /// The value as an integer, or `nil` if it is not an integer. A floating-point number without a
  /// fractional part is accepted.
  public var integer: Int? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int(exactly: value)
    default: nil
    }
  }

  /// The value as a number, or `nil` if it is not a number.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// Whether the value is nil.
  public var isNil: Bool {
    if case .nil = self { true } else { false }
  }

  /// Whether the value counts as true in a condition, as every value except nil and false does.
  public var isTrue: Bool { !isNil && boolean != false }

  /// The name of the value's kind in scripts.
  public var kindName: String {
    switch self {
    case .nil: "nil"
    case .boolean: "boolean"
    case .integer, .number: "number"
    case .string: "string"
    case .table: "table"
    case .function: "function"
    case .handle(let handle): handle.kindName
    case .object(let object): object.kindName
    }
  }
}

extension ScriptValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates `nil`.
  public init(nilLiteral: ()) { self = .nil }
  /// Creates a boolean.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// Creates an integer.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// Creates a number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a list.
  public init(arrayLiteral elements: ScriptValue...) {
    self = .table(ScriptTable(list: elements))
  }
  /// Creates a table of named values.
  public init(dictionaryLiteral elements: (String, ScriptValue)...) {
    self = .table(ScriptTable(fields: elements))
  }
}

extension ScriptValue {
  /// Creates a value from plain data. Objects are converted to `nil`.
  ///
  /// - Parameter value: A value from the engine. In the resulting table, lists start at index 1.
  public init(_ value: NavigationValue) {
    switch value {
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    case .number(let value): self = .number(value)
    case .string(let value): self = .string(value)
    case .list(let values): self = .table(ScriptTable(list: values.map { ScriptValue($0) }))
    case .table(let fields): self.init(fields)
    // An object belongs to a session.
    case .object: self = .nil
    }
  }

  /// Creates a table from the engine's named values.
  ///
  /// - Parameter arguments: The names and their values.
  public init(_ arguments: NavigationArguments) {
    self = .table(ScriptTable(fields: arguments.fields.map { ($0.name, ScriptValue($0.value)) }))
  }
}
