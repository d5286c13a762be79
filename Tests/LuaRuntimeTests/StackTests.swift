import Foundation
import LuaRuntime
import PortableMutex
import Testing

@Suite struct StackTests {
  /// Runs `body` on a thread with a stack of the given size in bytes.
  private func onThread(stack: Int, _ body: @escaping @Sendable () -> String) -> String {
    let result = Box()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let value = body()
      result.withLock { $0 = value }
      done.signal()
    }
    thread.stackSize = stack
    thread.start()
    done.wait()
    return result.withLock { $0 }
  }

  private final class Box: Sendable {
    private let text = Mutex("")

    func withLock<R>(_ body: (inout sending String) -> sending R) -> R { text.withLock(body) }
  }

  @Test(arguments: ["call(f)", "pcall(call, f)", "new():on(f)", "coroutine.wrap(call)(f)"])
  func `deep re-entry raises an error on a stack of 512 KiB`(_ body: String) {
    let text = onThread(stack: 512 << 10) {
      do {
        let host = try Host()
        _ = try host.lua.run("N = 0 function f() N = N + 1 \(body) end f()")
        return "finished"
      } catch let error as LuaError {
        return error.message.contains("overflow") ? "overflow" : "\(error)"
      } catch {
        return "\(error)"
      }
    }
    let isCaught = body.hasPrefix("pcall") || body.hasPrefix("new")
    #expect(text == (isCaught ? "finished" : "overflow"))
  }

  @Test func `every entry into Lua leaves the stack unchanged`() throws {
    let host = try Host()
    let lua = host.lua
    let before = lua.luaState.withFrame { frame in
      frame.push(host.type.name)
      return frame.count
    }
    _ = try? lua.run("error('x')")
    _ = try? lua.run("coroutine.yield()")
    _ = try? lua.load("x x")
    _ = try? lua.run("return call(error, {})")
    let function = try lua.load("return ...")
    let sum = try lua.luaState.call(
      function,
      { frame in
        frame.push(1)
        frame.push(2)
      }, results: 3
    ) { frame throws(LuaError) in
      try frame.integer(1) + frame.integer(2) + (frame.isNil(3) ? 10 : 0)
    }
    #expect(sum == 13)
    let failing = try lua.load("error('x')")
    // The Lua state retains its functions, so they must not retain the Lua state.
    lua.luaState.define("inside") { [unowned luaState = lua.luaState] frame throws(LuaError) in
      let count = frame.count
      _ = try? luaState.call(function, results: 0) { frame throws(LuaError) in
        throw LuaError("no")
      }
      _ = try? luaState.run(failing)
      _ = try luaState.makeTable(array: [1, 2]).pairs
      frame.push(frame.count - count)
      return 1
    }
    #expect(try lua.run("return inside(1, 2, 3)") == [0])
    #expect(
      lua.luaState.withFrame { frame in
        frame.push(1)
        return frame.count
      } == before)
  }

  @Test func `a host function is not called if Lua's stack is full`() throws {
    let lua = try Lua()
    lua.luaState.define("push") { frame in
      for index in 1...32 { frame.push(index) }
      return 0
    }
    lua.luaState.define("flood") { frame throws(LuaError) in
      try frame.makeRoom(for: 2_000_000)
      return 0
    }
    // Wide frames fill most of the million values, and narrow frames fill the rest.
    let wide = (1...180).map { "a\($0)" }.joined(separator: ", ")
    let error = #expect(throws: LuaError.self) {
      try lua.run(
        """
        local function narrow() push() return 1 + narrow() end
        local function wide(n)
          local \(wide)
          if n == 0 then return 1 + narrow() end
          return 1 + wide(n - 1)
        end
        wide(5400)
        """)
    }
    #expect(error?.message == "stack overflow")
    let many = #expect(throws: LuaError.self) { try lua.run("flood()") }
    #expect(many?.message == "stack overflow (too many values)")
  }

  @Test func `a host function can return thousands of results`() throws {
    let lua = try Lua()
    lua.luaState.define("many") { frame throws(LuaError) in
      try frame.makeRoom(for: 5000)
      for index in 1...5000 { frame.push(index) }
      return 5000
    }
    #expect(try lua.run("return select('#', many()), (select(5000, many()))") == [5000, 5000])
  }
}
