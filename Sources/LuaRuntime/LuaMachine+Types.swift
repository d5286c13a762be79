import CLua
import CLuaShim

extension LuaMachine {
  /// Makes a type of light handles.
  ///
  /// `build` gets the type, for the bodies to check and push handles with, and adds the members.
  package func makeHandleType(
    name: String, _ build: (LuaHandleType, inout LuaTypeMembers) -> Void
  ) -> LuaHandleType {
    let type = LuaHandleType(declareType(ownsObject: false), name: name)
    var members = LuaTypeMembers()
    build(type, &members)
    fillType(type.type, name, members, ownsObject: false)
    return type
  }

  /// Makes a type of light handles from lists of members.
  ///
  /// Calls cost some nanoseconds more than those of members added one by one.
  package func makeHandleType(
    name: String,
    methods: [(String, LuaNativeBody)] = [],
    getters: [(String, LuaNativeBody)] = [],
    setters: [(String, LuaNativeBody)] = [],
    index: LuaNativeBody? = nil,
    newIndex: LuaNativeBody? = nil,
    toString: LuaNativeBody? = nil,
    call: LuaNativeBody? = nil
  ) -> LuaHandleType {
    makeHandleType(name: name) { _, members in
      for (name, body) in methods { members.method(name, body) }
      for (name, body) in getters { members.getter(name, body) }
      for (name, body) in setters { members.setter(name, body) }
      members.index = index
      members.newIndex = newIndex
      members.toString = toString
      members.call = call
    }
  }

  /// Makes a type of userdata that own Swift objects, as `makeHandleType` does for handles.
  package func makeObjectType<Object: AnyObject>(
    _ object: Object.Type, name: String,
    _ build: (LuaObjectType<Object>, inout LuaTypeMembers) -> Void
  ) -> LuaObjectType<Object> {
    let type = LuaObjectType<Object>(declareType(ownsObject: true), name: name)
    var members = LuaTypeMembers()
    build(type, &members)
    fillType(type.type, name, members, ownsObject: true)
    return type
  }

  /// Opens the type of the userdata that keep a host function alive for its closure.
  func openNativeOwner() -> sbx_type {
    var type = declareType(ownsObject: true)
    type.user_values = 0
    fillType(type, "host function", LuaTypeMembers(), ownsObject: true)
    return type
  }

  /// Makes the metatable and the cache of a type.
  private func declareType(ownsObject: Bool) -> sbx_type {
    withFrame { frame in
      frame.pushTable(fields: 8)
      typeCount += 1
      var type = sbx_type()
      // The tag keeps userdata of others apart, should there ever be any.
      type.magic = 0x7369_676e_616c_0000 ^ typeCount
      type.user_values = ownsObject ? 1 : 0
      type.owns = ownsObject
      sbx_type_open(frame.state, &type)
      return type
    }
  }

  private func fillType(
    _ type: sbx_type, _ name: String, _ members: LuaTypeMembers, ownsObject: Bool
  ) {
    withFrame { frame in
      lua_rawgeti(frame.state, sbx_registry(), lua_Integer(type.metatable))
      pushIndex(name, members, onto: frame)
      frame.setField("__index")
      pushNewIndex(name, members, onto: frame)
      frame.setField("__newindex")
      if let toString = members.toString {
        pushStatic("tostring", toString, onto: frame)
        frame.setField("__tostring")
      }
      if let call = members.call {
        pushStatic(name, call, onto: frame)
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

  /// A plain table where methods are all there is: Lua reads it without a call.
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

  /// What answers keys that are not known yet.
  private func finding(
    _ find: ((String) -> LuaTypeMembers.Found?)?, else index: LuaNativeBody?
  ) -> LuaNativeBody? {
    guard let find else { return index }
    return { [unowned self] frame throws(LuaError) in
      if frame.kind(2) == .string, let member = find(try frame.string(2)) {
        return try add(member, frame)
      }
      guard let index else { throw LuaError("no field '\(frame.typeName(2))'") }
      return try index(frame)
    }
  }

  /// Keeps a member under the key at 2, in the upvalues of `sbx_index`, and answers with it.
  private func add(_ member: LuaTypeMembers.Found, _ frame: LuaFrame) throws(LuaError) -> Int {
    let name = try frame.string(2)
    frame.reserve(4)
    switch member {
    case .method(let body):
      pushStatic(name, body, onto: frame)
      lua_pushvalue(frame.state, 2)
      lua_pushvalue(frame.state, -2)
      lua_rawset(frame.state, sbx_upvalue(2))
      return 1
    case .getter(let body):
      lua_pushvalue(frame.state, 2)
      pushContext(name, body, onto: frame)
      host.pointee.accessor = lua_touserdata(frame.state, -1)
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
      pushStatic(method.name, method.body, onto: frame)
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

  /// Pushes the address of a host function, NULL for none. Lua stack: +1.
  private func pushContext(_ name: String, _ body: LuaNativeBody?, onto frame: LuaFrame) {
    guard let body else {
      lua_pushlightuserdata(frame.state, nil)
      return
    }
    let native = LuaNative(name, body)
    natives.append(native)
    lua_pushlightuserdata(frame.state, Unmanaged.passUnretained(native).toOpaque())
  }
}
