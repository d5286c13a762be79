import CLua
import CLuaShim

extension LuaMachine {
  /// Makes a type of light handles.
  ///
  /// The bodies get the handle as argument 1. Getters get nothing else, setters the new value.
  /// - Parameters:
  ///   - index: Answers every key that is no method and no getter: (self, key).
  ///   - newIndex: Takes every assignment that no setter takes: (self, key, value).
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
    let members = Members(
      methods: methods, getters: getters, setters: setters, index: index, newIndex: newIndex,
      toString: toString, call: call)
    return LuaHandleType(openType(name, members, ownsObject: false), name: name)
  }

  /// Makes a type of userdata that own Swift objects. The parameters are those of handle types.
  package func makeObjectType<Object: AnyObject>(
    _ object: Object.Type,
    name: String,
    methods: [(String, LuaNativeBody)] = [],
    getters: [(String, LuaNativeBody)] = [],
    setters: [(String, LuaNativeBody)] = [],
    index: LuaNativeBody? = nil,
    newIndex: LuaNativeBody? = nil,
    toString: LuaNativeBody? = nil,
    call: LuaNativeBody? = nil
  ) -> LuaObjectType<Object> {
    let members = Members(
      methods: methods, getters: getters, setters: setters, index: index, newIndex: newIndex,
      toString: toString, call: call)
    return LuaObjectType(openType(name, members, ownsObject: true), name: name)
  }

  /// Opens the type of the userdata that keep a host function alive for its closure.
  func openNativeOwner(_ state: OpaquePointer) -> sbx_type {
    openType("host function", Members(), ownsObject: true, hasUserTable: false)
  }

  private struct Members {
    var methods: [(String, LuaNativeBody)] = []
    var getters: [(String, LuaNativeBody)] = []
    var setters: [(String, LuaNativeBody)] = []
    var index: LuaNativeBody?
    var newIndex: LuaNativeBody?
    var toString: LuaNativeBody?
    var call: LuaNativeBody?
  }

  private func openType(
    _ name: String, _ members: Members, ownsObject: Bool, hasUserTable: Bool = true
  ) -> sbx_type {
    withFrame { frame in
      frame.pushTable(fields: 8)
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
      typeCount += 1
      var type = sbx_type()
      // The tag keeps userdata of others apart, should there ever be any.
      type.magic = 0x7369_676e_616c_0000 ^ typeCount
      type.user_values = ownsObject && hasUserTable ? 1 : 0
      sbx_type_open(frame.state, &type)
      return type
    }
  }

  /// A plain table where methods are all there is: Lua reads it without a call.
  private func pushIndex(_ name: String, _ members: Members, onto frame: LuaFrame) {
    guard !members.getters.isEmpty || members.index != nil else {
      pushMethods(members.methods, onto: frame)
      return
    }
    pushContext(name, members.index, onto: frame)
    pushMethods(members.methods, onto: frame)
    pushContexts(members.getters, onto: frame)
    lua_pushcclosure(frame.state, sbx_index, 3)
  }

  private func pushNewIndex(_ name: String, _ members: Members, onto frame: LuaFrame) {
    pushContext(name, members.newIndex, onto: frame)
    pushContexts(members.setters, onto: frame)
    lua_pushcclosure(frame.state, sbx_newindex, 2)
  }

  private func pushMethods(_ methods: [(String, LuaNativeBody)], onto frame: LuaFrame) {
    frame.pushTable(fields: methods.count)
    for (name, body) in methods {
      pushStatic(name, body, onto: frame)
      frame.setField(named: name)
    }
  }

  private func pushContexts(_ accessors: [(String, LuaNativeBody)], onto frame: LuaFrame) {
    frame.pushTable(fields: accessors.count)
    for (name, body) in accessors {
      pushContext(name, body, onto: frame)
      frame.setField(named: name)
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
