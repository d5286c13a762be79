public import Signalbox

/// A value of a script, for hosts that know nothing of Lua.
///
/// Plain data is copied; tables, functions and handles are references to what the script holds.
public enum ScriptValue: Equatable {
  case `nil`
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  /// The bytes of a string, usually UTF-8.
  case string([UInt8])
  case table(ScriptTable)
  case function(ScriptFunction)
  case handle(ScriptHandle)
  /// Anything else, such as a definition: it can be given back to scripts.
  case object(ScriptObject)
}

extension ScriptValue {
  /// A string of text.
  public static func string(_ text: String) -> ScriptValue { .string(Array(text.utf8)) }

  /// The text of a string, repaired where it is no UTF-8; `nil` for everything else.
  public var text: String? {
    if case .string(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { nil }
  }

  /// The table; `nil` for everything else.
  public var table: ScriptTable? {
    if case .table(let table) = self { table } else { nil }
  }

  /// The function; `nil` for everything else.
  public var function: ScriptFunction? {
    if case .function(let function) = self { function } else { nil }
  }

  /// The handle; `nil` for everything else.
  public var handle: ScriptHandle? {
    if case .handle(let handle) = self { handle } else { nil }
  }

  /// The boolean; `nil` for everything else.
  public var boolean: Bool? {
    if case .boolean(let value) = self { value } else { nil }
  }

  /// The integer, also of a number without a fraction; `nil` for everything else.
  public var integer: Int? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int(exactly: value)
    default: nil
    }
  }

  /// The number; `nil` for everything else.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// Whether it is nil.
  public var isNil: Bool {
    if case .nil = self { true } else { false }
  }

  /// Whether a script takes it for true: everything but nil and false.
  public var isTrue: Bool { !isNil && boolean != false }

  /// What kind of value it is, in the words of scripts.
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
  /// `nil`.
  public init(nilLiteral: ()) { self = .nil }
  /// A boolean.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// An integer.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// A number with a fraction.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A list.
  public init(arrayLiteral elements: ScriptValue...) {
    self = .table(ScriptTable(list: elements))
  }
  /// A table of named values.
  public init(dictionaryLiteral elements: (String, ScriptValue)...) {
    self = .table(ScriptTable(fields: elements))
  }
}

extension ScriptValue {
  /// Plain data as scripts hold it; objects are left out.
  public init(_ value: NavigationValue) {
    switch value {
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    case .number(let value): self = .number(value)
    case .string(let value): self = .string(value)
    case .list(let values): self = .table(ScriptTable(list: values.map { ScriptValue($0) }))
    case .table(let fields): self.init(fields)
    // Only a session knows its objects.
    case .object: self = .nil
    }
  }

  /// Named values of the engine as a table.
  public init(_ arguments: NavigationArguments) {
    self = .table(ScriptTable(fields: arguments.fields.map { ($0.name, ScriptValue($0.value)) }))
  }
}
