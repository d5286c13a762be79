import Foundation
import LuaRuntime
import Testing

@Suite struct StoppingTests {
  static let modes: [LuaConfiguration.Interruption] = [.interruptible, .budget]

  @Test(arguments: modes)
  func `another thread can interrupt a loop`(_ mode: LuaConfiguration.Interruption) throws {
    let lua = try Lua(LuaConfiguration(interruption: mode))
    let interrupter = lua.luaState.interrupter
    lua.luaState.define("started") { _ in
      Thread.detachNewThread { interrupter.interrupt() }
      return 0
    }
    let error = #expect(throws: LuaError.self) {
      try lua.run("started() while true do pcall(function() while true do end end) end")
    }
    #expect(error?.kind == .interrupted)
    #expect(try lua.run("return 1") == [1])
    lua.luaState.close()
    interrupter.interrupt()
  }

  @Test(arguments: modes)
  func `a host function can interrupt the script that calls it`(
    _ mode: LuaConfiguration.Interruption
  ) throws {
    let lua = try Lua(LuaConfiguration(interruption: mode))
    lua.luaState.define("stop") { [unowned luaState = lua.luaState] _ in
      luaState.interrupt()
      return 0
    }
    for _ in 0..<3 {
      let error = #expect(throws: LuaError.self) {
        try lua.run("coroutine.wrap(function() stop() while true do end end)()")
      }
      #expect(error?.kind == .interrupted)
      #expect(error?.location == LuaLocation(chunk: "test.lua", line: 1))
    }
    #expect(try lua.run("return coroutine.wrap(function() return 1 end)()") == [1])
  }

  @Test(arguments: modes)
  func `the earliest of nested deadlines applies`(_ mode: LuaConfiguration.Interruption) throws {
    let lua = try Lua(LuaConfiguration(interruption: mode))
    let luaState = lua.luaState
    let loop = try lua.load("while true do end")
    let values = try luaState.withDeadline(.seconds(60)) { () throws(LuaError) -> [LuaValue] in
      do throws(LuaError) {
        _ = try luaState.withDeadline(.milliseconds(20)) { () throws(LuaError) in
          try luaState.run(loop)
        }
      } catch  where error.kind == .deadline {
        return try lua.run("return 'went on'")
      }
      return []
    }
    #expect(values == ["went on"])
  }

  @Test(arguments: modes)
  func `a deadline inside a host function stops only the inner call`(
    _ mode: LuaConfiguration.Interruption
  ) throws {
    let lua = try Lua(LuaConfiguration(interruption: mode))
    lua.luaState.define("limited") { [unowned luaState = lua.luaState] frame throws(LuaError) in
      do throws(LuaError) {
        try luaState.withDeadline(.milliseconds(20)) { () throws(LuaError) in
          try luaState.perform(try frame.function(1))
        }
      } catch {
        throw LuaError("too slow: \(error.kind)")
      }
      return 0
    }
    #expect(
      try lua.run("return pcall(limited, function() while true do end end)")
        == [false, "test.lua:1: too slow: deadline"])
  }

  @Test func `an instruction budget limits each run`() throws {
    let lua = try Lua(LuaConfiguration(interruption: .budget))
    lua.luaState.instructionBudget = 10_000
    for _ in 0..<2 {
      let error = #expect(throws: LuaError.self) { try lua.run("while true do end") }
      #expect(error?.kind == .budget)
      #expect(try lua.run("for i = 1, 1000 do end return 1") == [1])
    }
    let library = #expect(throws: LuaError.self) {
      try lua.run("for i = 1, 100 do local _ = ('x'):rep(100000) end")
    }
    #expect(library?.kind == .budget)
    lua.luaState.instructionBudget = nil
    #expect(try lua.run("for i = 1, 100000 do end return 1") == [1])
  }

  @Test func `Lua states on several threads have separate deadlines`() async {
    let kinds = await withTaskGroup(of: LuaError.Kind?.self) { group in
      for index in 0..<8 {
        group.addTask {
          do throws(LuaError) {
            let lua = try Lua()
            try lua.luaState.withDeadline(.milliseconds(10 + 5 * index)) { () throws(LuaError) in
              _ = try lua.run("while true do end")
            }
            return nil
          } catch {
            return error.kind
          }
        }
      }
      return await group.reduce(into: [LuaError.Kind?]()) { $0.append($1) }
    }
    #expect(kinds == Array(repeating: .deadline, count: 8))
  }

  @Test func `SIGINT stops the target Lua state, and remains pending if no code runs`() throws {
    LuaSignals.installInterruptHandler()
    defer { LuaSignals.removeInterruptHandler() }
    let lua = try Lua()
    lua.luaState.becomeInterruptTarget()
    lua.luaState.define("signal") { _ in
      kill(getpid(), SIGINT)
      return 0
    }
    let error = #expect(throws: LuaError.self) { try lua.run("signal() while true do end") }
    #expect(error?.kind == .interrupted)
    #expect(LuaSignals.takePendingInterrupt() == false)
    // Any thread of the process may receive the signal at any time.
    kill(getpid(), SIGINT)
    while !LuaSignals.takePendingInterrupt() { sched_yield() }
    #expect(LuaSignals.takePendingInterrupt() == false)
    lua.luaState.close()
    kill(getpid(), SIGINT)
    while !LuaSignals.takePendingInterrupt() { sched_yield() }
  }
}
