import CLua
import CLuaShim

/// Creates the metatables of userdata types.
struct LuaTypeBuilder {
  let luaState: LuaState

  /// Creates the type of the userdata that retain a host function for its closure.
  func nativeOwner() -> sbx_type {
    var type = declare(ownsObject: true)
    type.user_values = 0
    fill(type, "host function", LuaTypeMembers(), ownsObject: true)
    return type
  }

  /// Creates a type's metatable and cache.
  func declare(ownsObject: Bool) -> sbx_type {
    luaState.withFrame { frame in
      frame.pushTable(fields: 8)
      var type = sbx_type()
      // The tag distinguishes these userdata from those of other libraries, should there ever be
      // any.
      type.magic = 0x7369_676e_616c_0000 ^ luaState.nextTypeNumber()
      type.user_values = ownsObject ? 1 : 0
      type.owns = ownsObject
      sbx_type_open(frame.state, &type)
      return type
    }
  }

  func fill(
    _ type: sbx_type, _ name: String, _ members: LuaTypeMembers, ownsObject: Bool
  ) {
    luaState.withFrame { frame in
      lua_rawgeti(frame.state, sbx_registry(), lua_Integer(type.metatable))
      pushIndex(name, members, onto: frame)
      frame.setField("__index")
      pushNewIndex(name, members, onto: frame)
      frame.setField("__newindex")
      if let toString = members.toString {
        luaState.pushStatic("tostring", toString, onto: frame)
        frame.setField("__tostring")
      }
      if let call = members.call {
        luaState.pushStatic(name, call, onto: frame)
        frame.setField("__call")
      }
      if ownsObject {
        for event in ["__gc", "__close"] {
          lua_pushcclosure(frame.state, sbx_finalize, 0)
          frame.setField(named: event)
        }
      }
      frame.push(name)
      frame.setField("__name")
      frame.push(false)
      frame.setField("__metatable")
    }
  }

  /// Pushes a type's `__index`. If the type has only methods, this is a plain table, which Lua
  /// reads without a call.
  private func pushIndex(_ name: String, _ members: LuaTypeMembers, onto frame: LuaFrame) {
    guard !members.getters.isEmpty || members.index != nil || members.find != nil else {
      pushMethods(members.methods, onto: frame)
      return
    }
    pushContext(name, finding(members.find, else: members.index), onto: frame)
    pushMethods(members.methods, onto: frame)
    pushContexts(members.getters, onto: frame)
    lua_pushcclosure(frame.state, sbx_index, 3)
  }

  /// Returns a function that handles keys for which no member exists yet.
  private func finding(
    _ find: ((String) -> LuaTypeMembers.Found?)?, else index: LuaNativeBody?
  ) -> LuaNativeBody? {
    guard let find else { return index }
    return { [unowned luaState] frame throws(LuaError) in
      if frame.kind(2) == .string, let member = find(try frame.string(2)) {
        return try LuaTypeBuilder(luaState: luaState).add(member, frame)
      }
      guard let index else { throw LuaError("no field '\(frame.typeName(2))'") }
      return try index(frame)
    }
  }

  /// Stores a member under the key at index 2, in the upvalues of `sbx_index`, and pushes the
  /// member's value. Returns the number of results.
  private func add(_ member: LuaTypeMembers.Found, _ frame: LuaFrame) throws(LuaError) -> Int {
    let name = try frame.string(2)
    frame.reserve(4)
    switch member {
    case .method(let body):
      luaState.pushStatic(name, body, onto: frame)
      lua_pushvalue(frame.state, 2)
      lua_pushvalue(frame.state, -2)
      lua_rawset(frame.state, sbx_upvalue(2))
      return 1
    case .getter(let body):
      lua_pushvalue(frame.state, 2)
      pushContext(name, body, onto: frame)
      luaState.host.pointee.accessor = lua_touserdata(frame.state, -1)
      lua_rawset(frame.state, sbx_upvalue(3))
      frame.pop()
      return try body(frame)
    }
  }

  private func pushNewIndex(_ name: String, _ members: LuaTypeMembers, onto frame: LuaFrame) {
    pushContext(name, members.newIndex, onto: frame)
    pushContexts(members.setters, onto: frame)
    lua_pushcclosure(frame.state, sbx_newindex, 2)
  }

  private func pushMethods(_ methods: [LuaTypeMembers.Member], onto frame: LuaFrame) {
    frame.pushTable(fields: methods.count)
    for method in methods {
      luaState.pushStatic(method.name, method.body, onto: frame)
      frame.setField(named: method.name)
    }
  }

  private func pushContexts(_ accessors: [LuaTypeMembers.Member], onto frame: LuaFrame) {
    frame.pushTable(fields: accessors.count)
    for accessor in accessors {
      pushContext(accessor.name, accessor.body, onto: frame)
      frame.setField(named: accessor.name)
    }
  }

  /// Pushes the address of a host function, or NULL. Lua stack: +1.
  private func pushContext(_ name: String, _ body: LuaNativeBody?, onto frame: LuaFrame) {
    guard let body else {
      lua_pushlightuserdata(frame.state, nil)
      return
    }
    lua_pushlightuserdata(frame.state, luaState.retain(LuaNative(name, body)))
  }
}
