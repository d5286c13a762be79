import CLua
import CLuaShim

extension LuaMachine {
  /// Adds a host function to the read-only base that every environment shows.
  package func define(_ name: String, _ body: @escaping LuaNativeBody) {
    withFrame { frame in
      pushBase(frame)
      pushStatic(name, body, onto: frame)
      frame.setField(named: name)
    }
  }

  /// Adds a value to the read-only base that every environment shows; nil takes it away.
  package func define(_ name: String, value: LuaValue) {
    withFrame { frame in
      pushBase(frame)
      frame.push(value)
      frame.setField(named: name)
    }
  }

  /// Whether the base that every environment shows has a value of that name.
  package func defines(_ name: String) -> Bool {
    withFrame { frame in
      pushBase(frame)
      return frame.withField(-1, named: name) { !$0.isNil(-1) }
    }
  }

  /// What the base that every environment shows has under a name; libraries only once they are used.
  package func value(named name: String) -> LuaValue {
    withFrame { frame in
      pushBase(frame)
      return frame.withField(-1, named: name) { $0.value(-1) }
    }
  }

  /// A library of Lua's, as scripts see it; `nil` where there is none of that name.
  package func library(named name: String) throws(LuaError) -> LuaValue? {
    guard sbx_has_library(name) != 0 else { return nil }
    // The base makes a library when a script first names it.
    let source = Array("return \(name)".utf8)
    let chunk = try load(source, chunkName: "=require", environment: makeEnvironment())
    return try call(chunk, { _ in 0 }, results: 1) { $0.value(1) }
  }

  /// Adds a read-only table of host functions to the base.
  ///
  /// Functions are called as `name.function()`; assigning to the table is an error.
  package func defineLibrary(_ name: String, _ functions: [(String, LuaNativeBody)]) {
    withFrame { frame in
      pushBase(frame)
      frame.pushTable(fields: functions.count)
      for (function, body) in functions {
        pushStatic("\(name).\(function)", body, onto: frame)
        frame.setField(named: function)
      }
      sbx_protect_table(frame.state, name)
      frame.setField(named: name)
    }
  }

  /// Makes a fresh environment over the base, with `_G` as its own name.
  package func makeEnvironment() -> LuaTable {
    withFrame { frame in
      frame.pushTable(fields: 8)
      frame.push(argument: -1)
      frame.setField("_G")
      lua_rawgeti(frame.state, sbx_registry(), lua_Integer(environmentMetatable))
      lua_setmetatable(frame.state, -2)
      return LuaTable(keep(frame.state))
    }
  }

  /// A read-only view of a table, which other scripts may have: reading, `pairs`, `#` and calls go
  /// through to the table, writing is an error, and tables inside of it are views as well.
  ///
  /// The same table has one view. Any other value is given back as it is.
  /// - Parameter name: How the error of a write calls it.
  package func view(of value: LuaValue, named name: String) throws(LuaError) -> LuaValue {
    try check(value)
    return withFrame { frame in
      frame.push(value)
      frame.reserve(12)
      sbx_push_view(frame.state, name)
      return frame.value(-1)
    }
  }

  /// Makes a host function that lives as long as somebody holds it.
  package func makeFunction(_ name: String, _ body: @escaping LuaNativeBody) -> LuaFunction {
    withFrame { frame in
      frame.pushFunction(name, body)
      return LuaFunction(keep(frame.state))
    }
  }

  package func makeTable(
    array: [LuaValue] = [], fields: [(String, LuaValue)] = []
  ) -> LuaTable {
    withFrame { frame in
      frame.pushTable(array: array.count, fields: fields.count)
      for (index, value) in array.enumerated() {
        frame.push(value)
        frame.append(at: index + 1)
      }
      for (key, value) in fields {
        frame.push(value)
        frame.setField(named: key)
      }
      return LuaTable(keep(frame.state))
    }
  }

  /// Gives a string a small integer, by which host functions recognise it in one probe.
  ///
  /// - Parameters:
  ///   - name: At most 40 bytes of UTF-8: longer strings are not interned by Lua.
  ///   - id: 0 or more.
  package func defineAtom(_ name: String, _ id: Int32) {
    precondition(id >= 0 && name.utf8.count <= 40, "an atom needs a short name and an id from 0")
    withFrame { frame in
      frame.push(name)
      // No memory for the index of atoms is like no memory for the string: the process ends.
      precondition(sbx_atom_define(frame.state, id), "out of memory")
    }
  }

  /// Pushes a host function that the machine keeps. Lua stack: +1.
  func pushStatic(_ name: String, _ body: @escaping LuaNativeBody, onto frame: LuaFrame) {
    let native = LuaNative(name, body)
    natives.append(native)
    frame.reserve(1)
    lua_pushlightuserdata(frame.state, Unmanaged.passUnretained(native).toOpaque())
    lua_pushcclosure(frame.state, sbx_trampoline, 1)
  }

  private func pushBase(_ frame: LuaFrame) {
    lua_rawgeti(frame.state, sbx_registry(), lua_Integer(base))
  }
}

extension LuaFrame {
  /// Pushes the environment of the script that called the host function. Lua stack: +1.
  package func pushCallersEnvironment() {
    reserve(4)
    sbx_push_environment(state)
  }

  /// Pushes a host function that lives as long as the script holds it.
  package func pushFunction(_ name: String, _ body: @escaping LuaNativeBody) {
    pushNative(name, body)
    lua_pushcclosure(state, sbx_trampoline, 2)
  }

  /// Pushes the address of a host function and what keeps it alive. Lua stack: +2.
  func pushNative(_ name: String, _ body: @escaping LuaNativeBody) {
    reserve(6)
    let native = Unmanaged.passRetained(LuaNative(name, body)).toOpaque()
    lua_pushlightuserdata(state, native)
    withUnsafePointer(to: machine.nativeOwner) { owner in
      sbx_push_new(state, owner, UInt64(UInt(bitPattern: native)))
    }
  }
}
