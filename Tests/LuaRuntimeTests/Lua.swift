import LuaRuntime

/// A machine with one environment, as most tests need it.
struct Lua {
  let machine: LuaMachine
  let environment: LuaTable

  init(_ configuration: LuaConfiguration = LuaConfiguration()) throws(LuaError) {
    machine = try LuaMachine(configuration)
    environment = machine.makeEnvironment()
  }

  func load(_ text: String, chunk: String = "@test.lua") throws(LuaError) -> LuaFunction {
    try machine.load(text, chunkName: chunk, environment: environment)
  }

  @discardableResult
  func run(
    _ text: String, _ arguments: [LuaValue] = [], environment: LuaTable? = nil
  ) throws(LuaError) -> [LuaValue] {
    let function = try machine.load(
      text, chunkName: "@test.lua", environment: environment ?? self.environment)
    return try machine.run(function, arguments)
  }
}
