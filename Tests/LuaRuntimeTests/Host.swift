import LuaRuntime

/// The host API that the header of the functional cases describes.
struct Host {
  final class Thing {
    var counter: Counter

    init(_ counter: Counter) {
      self.counter = counter
      counter.living += 1
    }

    deinit {
      counter.living -= 1
    }
  }

  final class Counter {
    var living = 0
  }

  let lua: Lua
  let counter = Counter()
  let type: LuaObjectType<Thing>

  init(_ configuration: LuaConfiguration = LuaConfiguration()) throws(LuaError) {
    lua = try Lua(configuration)
    type = Self.makeType(lua.luaState)
    defineFunctions()
  }

  private func defineFunctions() {
    let (luaState, type, counter) = (lua.luaState, type, counter)
    luaState.define("new") { frame in
      frame.push(Thing(counter), type)
      return 1
    }
    luaState.define("live") { frame in
      frame.push(counter.living)
      return 1
    }
    luaState.define("echo") { frame in frame.count }
    luaState.define("fail") { frame throws(LuaError) in
      throw LuaError(code: "failed", try frame.string(1), hint: "do not call it")
    }
    luaState.define("call") { frame throws(LuaError) in
      let arguments = (2..<(frame.count + 1)).map(frame.value)
      let push = { (frame: LuaFrame) in for argument in arguments { frame.push(argument) } }
      frame.push(
        try frame.luaState.call(try frame.function(1), push, results: 1) { $0.value(1) })
      return 1
    }
    luaState.define("collect") { [unowned luaState] _ in
      luaState.collectGarbage()
      luaState.collectGarbage()
      return 0
    }
  }

  private static func makeType(_ luaState: LuaState) -> LuaObjectType<Thing> {
    luaState.makeObjectType(Thing.self, name: "Thing") { type, members in
      members.method("hello") { frame throws(LuaError) in
        _ = try frame.requireObject(1, type)
        frame.push(1)
        return 1
      }
      members.method("add") { frame throws(LuaError) in
        _ = try frame.requireObject(1, type)
        frame.push(try frame.integer(2) + frame.integer(3))
        return 1
      }
      members.method("strlen") { frame throws(LuaError) in
        _ = try frame.requireObject(1, type)
        frame.push(try frame.bytes(2).count)
        return 1
      }
      members.method("tab") { frame throws(LuaError) in
        _ = try frame.requireObject(1, type)
        _ = try frame.table(2)
        let x = try frame.withField(2, "x") { field throws(LuaError) in try field.number(-1) }
        let y = try frame.withField(2, "y") { field throws(LuaError) in try field.number(-1) }
        frame.pushField(2, "name")
        frame.push(x + y + Double(try frame.bytes(-1).count))
        return 1
      }
      members.method("same") { frame throws(LuaError) in
        frame.push(try frame.requireObject(1, type), type)
        return 1
      }
      members.method("close") { frame in
        frame.releaseObject(1, type)
        return 0
      }
      members.getter("label") { frame in
        frame.push("thing")
        return 1
      }
      addCallbacks(type, &members)
    }
  }

  private static func addCallbacks(
    _ type: LuaObjectType<Thing>, _ members: inout LuaTypeMembers
  ) {
    members.method("on") { frame throws(LuaError) in
      try type.pushUserTable(of: 1, in: frame)
      frame.push(argument: 2)
      frame.setField("callback")
      return 0
    }
    members.method("fire") { frame throws(LuaError) in
      let arguments = (2..<(frame.count + 1)).map(frame.value)
      try type.pushUserTable(of: 1, in: frame)
      frame.pushField(-1, "callback")
      try frame.luaState.perform(try frame.function(-1)) { frame throws(LuaError) in
        for argument in arguments { frame.push(argument) }
      }
      return 0
    }
  }
}

extension LuaFrame {
  /// Returns the object of a userdata. Any other value is an error.
  func requireObject<Object: AnyObject>(
    _ index: Int, _ type: LuaObjectType<Object>
  ) throws(LuaError) -> Object {
    guard let object = object(index, type) else { throw typeError(index, expected: type.name) }
    return object
  }

  /// Returns the bits of a handle. Any other value is an error.
  func requireHandle(_ index: Int, _ type: LuaHandleType) throws(LuaError) -> UInt64 {
    guard let bits = handle(index, type) else { throw typeError(index, expected: type.name) }
    return bits
  }
}
