/// The kinds of values on the stack.
package enum LuaKind: String, Sendable {
  /// The argument is missing.
  case none
  case `nil`
  case boolean
  case integer
  case float
  case string
  case table
  case function
  case userdata
  case thread
}
