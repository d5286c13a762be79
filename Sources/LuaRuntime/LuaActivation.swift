import CLua
import CLuaShim

/// A script function that is waiting for the running host function, and the variables of the script
/// function.
///
/// An activation is valid only while that host function runs. The owner of the activation must
/// ensure that it is not used afterwards.
package struct LuaActivation {
  /// The function and its location.
  package let frame: LuaTraceFrame
  /// The local variables in scope, except variable arguments, innermost first. A variable precedes
  /// the variables that it shadows.
  package let locals: [Local]
  /// The names of the variables in enclosing functions that the function uses.
  package let upvalues: [String]
  /// The function itself.
  package let function: LuaFunction

  /// A local variable and the index at which Lua stores it.
  package struct Local: Hashable, Sendable {
    package let name: String
    let index: Int32

    /// The number of a variable argument, counted from 1, or `nil` for other variables.
    package var argumentNumber: Int? { index < 0 ? Int(-index) : nil }
  }

  private let state: OpaquePointer
  private let level: Int32

  /// Returns the script functions that led to the call of a host function, innermost first, up to
  /// 64 functions.
  package static func all(below frame: LuaFrame) -> [LuaActivation] {
    var found: [LuaActivation] = []
    var level: Int32 = 1
    var record = sbx_trace_frame()
    while found.count < 64 {
      let kind = sbx_frame_at(frame.state, level, &record)
      if kind == SBX_NO_FRAME { break }
      if kind == SBX_LUA_FRAME, let activation = LuaActivation(frame.state, level) {
        found.append(activation)
      }
      level += 1
    }
    return found
  }

  /// Creates the activation of the function at a level, or returns `nil` if there is no script
  /// function at the level.
  init?(_ state: OpaquePointer, _ level: Int32) {
    self.state = state
    self.level = level
    let frame = LuaFrame(state)
    frame.reserve(4)
    var record = sbx_trace_frame()
    guard sbx_frame_at(state, level, &record) == SBX_LUA_FRAME else { return nil }
    self.frame = LuaTraceFrame(record)
    guard sbx_push_function_at(state, level) else { return nil }
    guard case .function(let function) = frame.value(-1) else { return nil }
    frame.pop()
    self.function = function
    upvalues = (try? function.upvalueNames) ?? []
    var locals: [Local] = []
    var index: Int32 = 1
    while let name = sbx_push_local(state, level, index) {
      let text = String(cString: name)
      // Other variables are internal to Lua, such as "(for state)" and "(temporary)".
      if text.first != "(" { locals.append(Local(name: text, index: index)) }
      frame.pop()
      index += 1
    }
    self.locals = locals.reversed()
  }

  /// The variable arguments of the function, in order. Expressions refer to them as `...`.
  package var variableArguments: [Local] {
    let frame = LuaFrame(state)
    frame.reserve(2)
    var found: [Local] = []
    // Lua numbers them with negative indexes.
    while sbx_push_local(state, level, -Int32(found.count + 1)) != nil {
      frame.pop()
      found.append(
        Local(name: "(vararg \(found.count + 1))", index: -Int32(found.count + 1)))
    }
    return found
  }

  /// Returns the current value of a variable.
  package func value(of local: Local) -> LuaValue {
    let frame = LuaFrame(state)
    frame.reserve(2)
    guard sbx_push_local(state, level, local.index) != nil else { return .nil }
    defer { frame.pop() }
    return frame.value(-1)
  }

  /// Assigns a value to a variable.
  package func set(_ local: Local, _ value: LuaValue) throws(LuaError) {
    let frame = LuaFrame(state)
    try frame.luaState.check(value)
    frame.reserve(2)
    frame.push(value)
    sbx_set_local(state, level, local.index)
  }
}

// An active function belongs to the Lua state's owner.
@available(*, unavailable)
extension LuaActivation: Sendable {}
