/// Any Lua value, as represented in Swift.
///
/// Tables, functions, userdata and threads are references. They retain the Lua value, and two
/// references are equal if they refer to the same value.
package enum LuaValue: Equatable {
  case `nil`
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case string(LuaString)
  case table(LuaTable)
  case function(LuaFunction)
  case userdata(LuaReference)
  case thread(LuaReference)
}

extension LuaValue {
  package static func string(_ text: String) -> LuaValue { .string(LuaString(text)) }

  /// The value as a string, in which invalid UTF-8 is replaced with U+FFFD, or `nil` if the value
  /// is not a string.
  package var text: String? {
    if case .string(let string) = self { string.text } else { nil }
  }

  package var table: LuaTable? {
    if case .table(let table) = self { table } else { nil }
  }

  package var function: LuaFunction? {
    if case .function(let function) = self { function } else { nil }
  }

  /// The slot of a reference, or `nil` for values that are copied.
  var slot: LuaSlot? {
    switch self {
    case .nil, .boolean, .integer, .number, .string: nil
    case .table(let table): table.slot
    case .function(let function): function.slot
    case .userdata(let reference), .thread(let reference): reference.slot
    }
  }
}

extension LuaValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  package init(stringLiteral value: String) { self = .string(LuaString(value)) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .number(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(nilLiteral: ()) { self = .nil }
}
