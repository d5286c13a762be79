import CLua
import CLuaShim

/// Finds the variables that the functions of scripts share: captured locals and globals.
///
/// It starts at all values that the host references, so it finds every function that the host can
/// call. Reads raw values: no metamethod runs.
package struct LuaVariableReader {
  /// The values of the variables, encoded by ``LuaGraphWriter``. Variables of several closures of
  /// one function have the same name.
  package private(set) var variables: [String: [[UInt8]]] = [:]
  private var visited: Set<UnsafeRawPointer> = []
  private let describe: LuaGraphWriter.Describe

  private static let maxDepth = 100

  /// Reads all variables. Cost: O(values that functions reach).
  ///
  /// - Parameter describe: Returns the text that identifies a userdata.
  package init(of luaState: LuaState, describe: @escaping LuaGraphWriter.Describe) {
    self.describe = describe
    let count = luaState.host.pointee.next_slot
    luaState.withFrame { frame in
      for slot in 0..<count {
        sbx_push_kept(frame.state, slot)
        visit(frame, lua_gettop(frame.state), depth: 0)
        sbx_pop(frame.state, 1)
      }
    }
    for name in variables.keys {
      variables[name]?.sort { $0.lexicographicallyPrecedes($1) }
    }
  }

  /// Returns the file and the line of a function; `nil` for a function of the host.
  static func place(_ state: OpaquePointer, _ index: Int32) -> String? {
    guard lua_iscfunction(state, index) == 0 else { return nil }
    lua_pushvalue(state, index)
    defer { sbx_pop(state, 1) }
    var record = sbx_trace_frame()
    guard sbx_frame_of_function(state, &record) else { return nil }
    let frame = LuaTraceFrame(record)
    return "\(frame.source):\(frame.definitionLine)"
  }

  private mutating func visit(_ frame: LuaFrame, _ index: Int32, depth: Int) {
    let state = frame.state
    let type = lua_type(state, index)
    guard type == LUA_TTABLE || type == LUA_TFUNCTION, depth < Self.maxDepth,
      let pointer = lua_topointer(state, index), visited.insert(pointer).inserted,
      lua_checkstack(state, 10) != 0
    else { return }
    if type == LUA_TFUNCTION {
      visitVariables(frame, index, depth)
    } else {
      lua_pushnil(state)
      while sbx_next(state, index) > 0 {
        visit(frame, lua_gettop(state), depth: depth + 1)
        sbx_pop(state, 1)
      }
    }
  }

  private mutating func visitVariables(_ frame: LuaFrame, _ index: Int32, _ depth: Int) {
    let state = frame.state
    guard let place = Self.place(state, index) else { return }
    var number: Int32 = 1
    while let name = lua_getupvalue(state, index, number) {
      let name = String(cString: name)
      let variable = lua_upvalueid(state, index, number).map { UnsafeRawPointer($0) }
      if name == "_ENV" {
        visitGlobals(frame, lua_gettop(state), depth)
      } else if let variable, visited.insert(variable).inserted {
        add(frame, "local \(name) of the function at \(place)", depth)
      }
      sbx_pop(state, 1)
      number += 1
    }
  }

  private mutating func visitGlobals(_ frame: LuaFrame, _ index: Int32, _ depth: Int) {
    let state = frame.state
    guard lua_type(state, index) == LUA_TTABLE, let pointer = lua_topointer(state, index),
      visited.insert(pointer).inserted
    else { return }
    lua_pushnil(state)
    while sbx_next(state, index) > 0 {
      if lua_type(state, -2) == LUA_TSTRING, case let name = LuaFrame(state).text(-2), name != "_G",
        name != "arg"
      {
        add(frame, "global \(name)", depth)
      }
      sbx_pop(state, 1)
    }
  }

  /// Adds the variable whose value is on top of the stack, and those of the functions in it.
  private mutating func add(_ frame: LuaFrame, _ name: String, _ depth: Int) {
    let index = lua_gettop(frame.state)
    var writer = LuaGraphWriter(followsVariables: false, describe: describe)
    writer.add(Int(index), in: LuaFrame(frame.state))
    variables[name, default: []].append(writer.bytes)
    visit(frame, index, depth: depth + 1)
  }
}
