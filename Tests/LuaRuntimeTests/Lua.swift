import LuaRuntime

/// A Lua state with one environment, for most tests.
struct Lua {
  let luaState: LuaState
  let environment: LuaTable

  init(_ configuration: LuaConfiguration = LuaConfiguration()) throws(LuaError) {
    luaState = try LuaState(configuration)
    environment = luaState.makeEnvironment()
  }

  func load(_ text: String, chunk: String = "@test.lua") throws(LuaError) -> LuaFunction {
    try luaState.load(text, chunkName: chunk, environment: environment)
  }

  @discardableResult
  func run(
    _ text: String, _ arguments: [LuaValue] = [], environment: LuaTable? = nil
  ) throws(LuaError) -> [LuaValue] {
    let function = try luaState.load(
      text, chunkName: "@test.lua", environment: environment ?? self.environment)
    return try luaState.run(function, arguments)
  }
}
