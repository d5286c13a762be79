import LuaRuntime

/// The host surface that the functional cases name in their header.
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
    type = Self.makeType(lua.machine)
    defineFunctions()
  }

  private func defineFunctions() {
    let (machine, type, counter) = (lua.machine, type, counter)
    machine.define("new") { frame in
      frame.push(Thing(counter), type)
      return 1
    }
    machine.define("live") { frame in
      frame.push(counter.living)
      return 1
    }
    machine.define("echo") { frame in frame.count }
    machine.define("fail") { frame throws(LuaError) in
      throw LuaError(code: "failed", try frame.string(1), hint: "do not call it")
    }
    machine.define("call") { frame throws(LuaError) in
      let count = frame.count
      try frame.call(arguments: count - 1, results: 1)
      return 1
    }
    machine.define("collect") { [unowned machine] _ in
      machine.collectGarbage()
      machine.collectGarbage()
      return 0
    }
  }

  private static func makeType(_ machine: LuaMachine) -> LuaObjectType<Thing> {
    // A method needs the type that it is a method of, so it finds it in a box.
    final class Box {
      var type: LuaObjectType<Thing>?
    }
    let box = Box()
    func method(
      _ name: String, _ body: @escaping (LuaFrame, Thing) throws(LuaError) -> Int
    ) -> (String, LuaNativeBody) {
      let checked: LuaNativeBody = { frame throws(LuaError) in
        guard let type = box.type else { return 0 }
        return try body(frame, try frame.requireObject(1, type))
      }
      return (name, checked)
    }
    let type = machine.makeObjectType(
      Thing.self, name: "Thing",
      methods: [
        method("hello") { frame, _ in
          frame.push(1)
          return 1
        },
        method("add") { frame, _ throws(LuaError) in
          frame.push(try frame.integer(2) + frame.integer(3))
          return 1
        },
        method("strlen") { frame, _ throws(LuaError) in
          let length = try frame.withBytes(2) { $0.count }
          frame.push(length)
          return 1
        },
        method("tab") { frame, _ throws(LuaError) in
          _ = try frame.table(2)
          let x = try frame.withField(2, "x") { value throws(LuaError) in try value.number(-1) }
          let y = try frame.withField(2, "y") { value throws(LuaError) in try value.number(-1) }
          let name = try frame.withField(2, "name") { value throws(LuaError) in
            try value.withBytes(-1) { $0.count }
          }
          frame.push(x + y + Double(name))
          return 1
        },
        method("same") { frame, thing in
          if let type = box.type { frame.push(thing, type) }
          return 1
        },
        method("on") { frame, _ throws(LuaError) in
          guard let type = box.type else { return 0 }
          try frame.pushUserTable(1, type)
          frame.push(argument: 2)
          frame.setField("callback")
          return 0
        },
        method("fire") { frame, _ throws(LuaError) in
          guard let type = box.type else { return 0 }
          let count = frame.count
          try frame.pushUserTable(1, type)
          frame.pushField(-1, "callback")
          for index in stride(from: 2, through: count, by: 1) { frame.push(argument: index) }
          try frame.call(arguments: count - 1, results: 0)
          return 0
        },
        ("close", { frame in
          if let type = box.type { frame.releaseObject(1, type) }
          return 0
        }),
      ],
      getters: [
        ("label", { frame in
          frame.push("thing")
          return 1
        })
      ])
    box.type = type
    return type
  }
}
