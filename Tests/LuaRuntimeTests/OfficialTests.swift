import CLua
import Foundation
import PortableMutex
import Testing

@testable import LuaRuntime

/// The file of Lua's own test suite to run, and its folder.
private let file = ProcessInfo.processInfo.environment["LUA_TEST_FILE"]
private let folder = ProcessInfo.processInfo.environment["LUA_TESTS"]

/// Runs Lua's own test suite in the host. `scripts/lua-tests` runs one file after the other, each
/// in a separate process.
@Suite(.serialized, .enabled(if: file != nil, "scripts/lua-tests names the file"))
struct OfficialTests {
  /// Runs the given file, as `all.lua` would.
  private static let driver = """
    local file, ours = ...
    _port, _soft, _nomsg = true, true, true
    for library, functions in pairs(ours or {}) do
      for name, f in pairs(functions) do _G[library][name] = f end
    end
    if file == "big.lua" then
      local f = coroutine.wrap(assert(loadfile(file)))
      local answer = f()
      assert(answer == "a" or answer == "b" and f() == "a")
    else
      assert(loadfile(file))(file)
    end
    """

  /// The functions of each library, except for those that are intentionally unavailable.
  private static let ours = """
    local ours = {}
    for _, library in ipairs { "coroutine", "math", "string", "table", "utf8" } do
      ours[library] = {}
      for name, f in pairs(_ENV[library]) do ours[library][name] = f end
    end
    ours._G = { pcall = pcall, xpcall = xpcall, tonumber = tonumber }
    return ours
    """

  /// The registry index, a macro of `lua.h`.
  private static let registry = Int32(-1_000_000 - 1000)

  @Test func `each of Lua's own test files passes with Lua's libraries opened in the host`() throws
  {
    #expect(try failure(of: #require(file), withOurs: false) == nil)
  }

  @Test func `each of Lua's own test files passes with the project's functions in place of Lua's`()
    throws
  {
    #expect(try failure(of: #require(file), withOurs: true) == nil)
  }

  /// Runs a file on a thread with a large stack. Returns nil if it passes.
  private func failure(of file: String, withOurs: Bool) -> String? {
    guard FileManager.default.changeCurrentDirectoryPath(folder ?? "") else { return "no folder" }
    let result = Result()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let text = Self.hostFailure(file, withOurs)
      result.text.withLock { $0 = text }
      done.signal()
    }
    thread.stackSize = 64 << 20
    thread.start()
    done.wait()
    return result.text.withLock { $0 }
  }

  private static func hostFailure(_ file: String, _ withOurs: Bool) -> String? {
    do throws(LuaError) {
      let lua = try Lua(LuaConfiguration(memoryLimit: 0, largestAllocation: 0))
      let functions = try lua.run(ours)
      let luaState = lua.luaState
      let globals = luaState.withFrame { frame in
        // A library that is already loaded would not be opened.
        lua_pushnil(frame.state)
        lua_setfield(frame.state, registry, "_LOADED")
        luaL_openlibs(frame.state)
        lua_rawgeti(frame.state, registry, lua_Integer(LUA_RIDX_GLOBALS))
        return frame.value(-1).table
      }
      guard let globals else { return "no globals" }
      let run = try luaState.load(driver, chunkName: "=driver", environment: globals)
      try luaState.perform(run) { frame in
        frame.push(file)
        if withOurs { frame.push(functions[0]) }
      }
      return nil
    } catch {
      return error.description
    }
  }

  private final class Result: Sendable {
    let text = Mutex<String?>(nil)
  }
}
