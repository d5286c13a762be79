import LuaRuntime
import Testing

@Suite struct ObjectTests {
  private struct Fixture {
    let lua: Lua
    let type: LuaHandleType
    let other: LuaHandleType

    init() throws(LuaError) {
      lua = try Lua()
      other = lua.luaState.makeHandleType(name: "Other") { _, members in
        members.method("id") { $0.count }
      }
      type = lua.luaState.makeHandleType(name: "Handle") { type, members in
        members.method("id") { frame throws(LuaError) in
          frame.push(Int(try frame.requireHandle(1, type)))
          return 1
        }
        members.getter("double") { frame throws(LuaError) in
          frame.push(Int(try frame.requireHandle(1, type)) * 2)
          return 1
        }
        members.setter("double") { frame throws(LuaError) in
          throw LuaError("set \(try frame.integer(2))")
        }
        members.index = { frame throws(LuaError) in
          frame.push("other " + (try frame.string(2)))
          return 1
        }
        members.newIndex = { frame throws(LuaError) in
          throw LuaError("set \(try frame.string(2)) to \(try frame.string(3))")
        }
        members.toString = { frame throws(LuaError) in
          frame.push("handle \(try frame.requireHandle(1, type))")
          return 1
        }
        members.call = { frame in
          frame.push(frame.count)
          return 1
        }
      }
      let (type, other) = (type, other)
      lua.luaState.define("get") { frame throws(LuaError) in
        frame.push(handle: UInt64(try frame.integer(1)), type)
        return 1
      }
      lua.luaState.define("other") { frame throws(LuaError) in
        frame.push(handle: UInt64(try frame.integer(1)), other)
        return 1
      }
    }
  }

  @Test func `handles with the same bits and the same type are the same value`() throws {
    let lua = try Fixture().lua
    #expect(
      try lua.run(
        "local g = get return g(5) == g(5), g(5) == g(6), g(5) == other(5), ({[g(1)] = 7})[g(1)]")
        == [true, false, false, 7])
  }

  @Test func `reading a handle's member calls its methods, getters or the fallback for other keys`()
    throws
  {
    let lua = try Fixture().lua
    #expect(
      try lua.run("local h = get(21) return h:id(), h.double, h.name, tostring(h), h(1, 2)")
        == [21, 42, "other name", "handle 21", 3])
    #expect(try lua.run("return getmetatable(get(1)), type(get(1))") == [false, "userdata"])
  }

  @Test func `assigning to a handle's member calls a setter or the fallback`() throws {
    let lua = try Fixture().lua
    let one = #expect(throws: LuaError.self) { try lua.run("get(1).double = 9") }
    #expect(one?.message == "set 9")
    let two = #expect(throws: LuaError.self) { try lua.run("get(1).color = 'red'") }
    #expect(two?.message == "set color to red")
    let three = #expect(throws: LuaError.self) { try lua.run("get(1).double = {}") }
    #expect(three?.message == "bad argument #2 to 'double' (integer expected, got table)")
  }

  @Test func `a handle of the wrong type is rejected`() throws {
    let lua = try Fixture().lua
    let error = #expect(throws: LuaError.self) { try lua.run("get(1).id(other(1))") }
    #expect(error?.message == "bad argument #1 to 'id' (Handle expected, got Other)")
    let file = #expect(throws: LuaError.self) { try lua.run("get(1).id(coroutine.running())") }
    #expect(file?.message == "bad argument #1 to 'id' (Handle expected, got thread)")
  }

  @Test func `a Swift object is the same Lua value until it is released`() throws {
    let host = try Host()
    let thing = Host.Thing(host.counter)
    let type = host.type
    host.lua.luaState.define("shared") { frame in
      frame.push(thing, type)
      return 1
    }
    #expect(
      try host.lua.run(
        """
        local a, b = shared(), shared()
        local same = a == b
        a:close()
        return same, a == shared(), pcall(b.hello, b), shared():hello()
        """) == [true, false, false, 1])
  }

  @Test func `strings with any bytes are passed unchanged`() throws {
    let lua = try Lua()
    var seen: [[UInt8]] = []
    lua.luaState.define("echo") { frame throws(LuaError) in
      seen.append(try frame.bytes(1))
      frame.push(try frame.bytes(1))
      return 1
    }
    let all = (0...255).map { UInt8($0) }
    let value = LuaValue.string(LuaString(all))
    let echoed = try lua.run("local s = ... return echo(s) == s, #s, echo(s)", [value])
    #expect(echoed == [true, 256, value])
    #expect(try lua.run("return #echo(('x'):rep(5000000))") == [5_000_000])
    #expect(seen.first == all)
    #expect(LuaString([0xFF]).text == "\u{FFFD}")
  }

  @Test func `reading a number as text does not change the number`() throws {
    let lua = try Lua()
    var seen: [String] = []
    lua.luaState.define("keys") { frame throws(LuaError) in
      try frame.forEachPair(1) { pair throws(LuaError) in seen.append(try pair.string(-2)) }
      return 0
    }
    try lua.run("keys({ 10, 20, 30 })")
    #expect(seen == ["1", "2", "3"])
  }

  @Test func `pairs can be removed from a table while the host reads the table`() throws {
    let lua = try Lua()
    var count = 0
    lua.luaState.define("drain") { frame throws(LuaError) in
      try frame.forEachPair(1) { pair throws(LuaError) in
        count += 1
        pair.push(argument: -2)
        pair.push()
        pair.push(argument: 1)
        pair.push(argument: -3)
        pair.push()
        try pair.setPair()
        pair.pop(3)
      }
      return 0
    }
    #expect(try lua.run("local t = { a = 1, b = 2, c = 3 } drain(t) return next(t)") == [nil])
    #expect(count == 3)
  }
}
