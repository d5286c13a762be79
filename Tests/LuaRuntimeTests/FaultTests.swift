import CLuaShim
import Testing

@testable import LuaRuntime

/// Every memory allocation of the C code fails once.
@Suite struct FaultTests {
  /// A program that causes every kind of allocation: values of all types, objects, references,
  /// coroutines, errors with tracebacks, chunks, and long messages.
  private static let script = """
    local t = {}
    for i = 1, 20 do
      local o = new()
      o:on(function(x) t[#t + 1] = x .. i end)
      o:fire(("x"):rep(i * 40))
      t[i] = { echo(o:label(), i), coroutine.wrap(function() return call(new) end)() }
      pcall(call, function() fail(("long"):rep(100)) end)
      pcall(load, "return " .. ("x"):rep(300))
    end
    error({})
    """

  /// Runs a body while the first allocation fails, then the second, until no allocation fails.
  ///
  /// - Returns: The number of failed allocations.
  private func failEach(_ body: () throws -> Void) rethrows -> Int {
    defer { sbx_fail_block(0) }
    for number in 1... {
      sbx_fail_block(Int64(number))
      try body()
      guard sbx_blocks_left() == 0 else { return number - 1 }
    }
    return 0
  }

  @Test func `the allocation of each block for opening a Lua state can fail`() {
    let failed = failEach {
      do throws(LuaError) {
        let luaState = try LuaState()
        luaState.close()
      } catch {
        #expect(error.kind == .memory)
      }
    }
    #expect(failed > 50)
  }

  @Test func `the allocation of each block for a script and its host functions can fail`() throws {
    let failed = try failEach {
      let number = sbx_blocks_left()
      sbx_fail_block(0)
      let host = try Host()
      let counter = host.counter
      sbx_fail_block(number)
      let error = #expect(throws: LuaError.self) { try host.lua.run(Self.script) }
      #expect([.memory, .runtime].contains(error?.kind))
      let left = sbx_blocks_left()
      sbx_fail_block(0)
      // The Lua state is valid after every failure.
      #expect(try host.lua.run("return 1 + 1") == [2])
      host.lua.luaState.close()
      #expect(counter.living == 0)
      sbx_fail_block(left)
    }
    #expect(failed > 100)
  }

  @Test func `the allocation of each block for a checkpoint can fail`() throws {
    let failed = try failEach {
      let number = sbx_blocks_left()
      sbx_fail_block(0)
      var configuration = LuaConfiguration(memoryLimit: 8 << 20)
      configuration.takesCheckpoints = true
      let lua = try Lua(configuration)
      try lua.run("kept = { 1, 2, 3, text = ('x'):rep(1000) }")
      sbx_fail_block(number)
      let checkpoint = lua.luaState.checkpoint()
      let isTaken = checkpoint != nil
      let isPutBack = checkpoint.map { lua.luaState.restore($0) } ?? false
      let left = sbx_blocks_left()
      sbx_fail_block(0)
      #expect(isTaken == isPutBack)
      #expect(isTaken || left == 0)
      #expect(try lua.run("return 1 + 1") == [2])
      sbx_fail_block(left)
    }
    #expect(failed > 5)
  }
}
