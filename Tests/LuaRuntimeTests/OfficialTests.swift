import CLua
import Foundation
import Synchronization
import Testing

@testable import LuaRuntime

/// Where the tests of Lua are.
private let folder = ProcessInfo.processInfo.environment["LUA_TESTS"]

/// The tests of Lua itself inside our host; `scripts/lua-tests` runs them where `LUA_TESTS` names
/// the folder that they are in.
@Suite(.serialized, .enabled(if: folder != nil, "LUA_TESTS names the folder"))
struct OfficialTests {

  /// What a file finds in place of Lua's own library.
  enum Library {
    /// Lua's own in a universe of its own.
    case stock
    /// Lua's own inside our host.
    case open
    /// Lua's own inside our host, with our functions in place of theirs where both do the same.
    case ours
  }

  /// Needs the stand-alone interpreter, or minutes and gigabytes, or is the list of the others.
  private static let skipped: Set = ["main.lua", "heavy.lua", "all.lua"]

  /// Files that our functions do not pass, and why.
  private static let differing: [String: String] = [:]

  /// The files of the folder that are tests by themselves.
  static let files: [String] = {
    guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    else { return [] }
    let modules: Set = ["bwcoercion.lua", "tracegc.lua"]
    return names.filter { $0.hasSuffix(".lua") }.filter { !skipped.contains($0) }
      .filter { !modules.contains($0) }.sorted()
  }()

  /// Runs the file that it is given, as `all.lua` would.
  private static let driver = """
    local file, ours = ...
    _port, _soft, _nomsg = true, true, true
    for library, functions in pairs(ours or {}) do
      for name, f in pairs(functions) do _G[library][name] = f end
    end
    if file == "big.lua" then
      local f = coroutine.wrap(assert(loadfile(file)))
      assert(f() == "b" and f() == "a")
    else
      assert(loadfile(file))(file)
    end
    """

  /// Our functions by library, but for those that are closed on purpose.
  private static let ours = """
    local ours = {}
    for _, library in ipairs { "coroutine", "math", "string", "table", "utf8" } do
      ours[library] = {}
      for name, f in pairs(_ENV[library]) do ours[library][name] = f end
    end
    ours._G = { pcall = pcall, xpcall = xpcall, tonumber = tonumber }
    return ours
    """

  /// Where Lua keeps what scripts do not see: a macro of `lua.h`.
  private static let registry = Int32(-1_000_000 - 1000)

  @Test func `the folder has the tests`() {
    #expect(Self.files.count > 20)
  }

  @Test(arguments: files)
  func `a file passes inside the host as it does with stock Lua`(_ file: String) throws {
    let folder = try #require(folder)
    try #require(FileManager.default.changeCurrentDirectoryPath(folder))
    let stock = failure(of: file, .stock)
    let open = failure(of: file, .open)
    let ours = failure(of: file, .ours)
    print("lua-tests: \(file): \(stock ?? "ok") | \(open ?? "ok") | \(ours ?? "ok")")
    guard stock == nil else { return }
    #expect(open == nil)
    #expect((ours != nil) == (Self.differing[file] != nil), "\(ours ?? "passes")")
  }

  /// Runs a file on a thread with a large stack; nil if it passes.
  private func failure(of file: String, _ library: Library) -> String? {
    let result = Result()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let text = library == .stock ? Self.stockFailure(file) : Self.hostFailure(file, library)
      result.text.withLock { $0 = text }
      done.signal()
    }
    thread.stackSize = 64 << 20
    thread.start()
    done.wait()
    return result.text.withLock { $0 }
  }

  private static func stockFailure(_ file: String) -> String? {
    guard let state = luaL_newstate() else { return "no memory" }
    defer { lua_close(state) }
    luaL_openlibs(state)
    guard luaL_loadbufferx(state, driver, driver.utf8.count, "=driver", "t") == LUA_OK else {
      return "the driver does not load"
    }
    lua_pushstring(state, file)
    guard lua_pcallk(state, 1, 0, 0, 0, nil) != LUA_OK else { return nil }
    return lua_tolstring(state, -1, nil).map { String(cString: $0) } ?? "no message"
  }

  private static func hostFailure(_ file: String, _ library: Library) -> String? {
    do throws(LuaError) {
      let lua = try Lua(LuaConfiguration(memoryLimit: 0, largestAllocation: 0))
      let functions = try lua.run(ours)
      let machine = lua.machine
      let globals = machine.withFrame { frame in
        luaL_openlibs(frame.state)
        lua_rawgeti(frame.state, registry, lua_Integer(LUA_RIDX_GLOBALS))
        return frame.value(-1).table
      }
      guard let globals else { return "no globals" }
      let run = try machine.load(driver, chunkName: "=driver", environment: globals)
      try machine.call(
        run,
        { frame in
          frame.push(file)
          if library == .ours { frame.push(functions[0]) }
          return library == .ours ? 2 : 1
        }) { _ in }
      return nil
    } catch {
      return error.description
    }
  }

  private final class Result: Sendable {
    let text = Mutex<String?>(nil)
  }
}
