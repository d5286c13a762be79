/// A raised value that is not a string, in a form that can be stored in an `Error`.
///
/// References are stored as slots, which any thread may drop. Only the owner of the Lua state can
/// convert a slot back to a value.
enum LuaErrorValue: Sendable {
  case plain(Plain)
  case table(LuaSlot)
  case function(LuaSlot)
  case userdata(LuaSlot)
  case thread(LuaSlot)

  enum Plain: Sendable {
    case `nil`
    case boolean(Bool)
    case integer(Int)
    case number(Double)
  }

  /// Creates an error value. Returns `nil` for a string, because the string is the message of the
  /// error.
  init?(_ value: LuaValue) {
    switch value {
    case .nil: self = .plain(.nil)
    case .boolean(let value): self = .plain(.boolean(value))
    case .integer(let value): self = .plain(.integer(value))
    case .number(let value): self = .plain(.number(value))
    case .string: return nil
    case .table(let table): self = .table(table.slot)
    case .function(let function): self = .function(function.slot)
    case .userdata(let reference): self = .userdata(reference.slot)
    case .thread(let reference): self = .thread(reference.slot)
    }
  }

  var value: LuaValue {
    switch self {
    case .plain(.nil): .nil
    case .plain(.boolean(let value)): .boolean(value)
    case .plain(.integer(let value)): .integer(value)
    case .plain(.number(let value)): .number(value)
    case .table(let slot): .table(LuaTable(slot))
    case .function(let slot): .function(LuaFunction(slot))
    case .userdata(let slot): .userdata(LuaReference(slot))
    case .thread(let slot): .thread(LuaReference(slot))
    }
  }
}
