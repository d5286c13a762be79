import Testing

@testable import LuaRuntime

struct ChunkCacheTests {
  private func text(_ found: ChunkCache.Found) -> String {
    switch found {
    case .unknown: "unknown"
    case .seen: "seen"
    case .compiled(let chunk): "compiled \(chunk)"
    }
  }

  @Test
  func `a chunk is cached at its second use and returned from the cache from the third use on`() {
    let cache = ChunkCache()
    let first = text(cache.find([1], name: "a"))
    let second = text(cache.find([1], name: "a"))
    cache.keep([7], of: [1], name: "a")
    let third = text(cache.find([1], name: "a"))
    #expect([first, second, third] == ["unknown", "seen", "compiled [7]"])
  }

  @Test func `chunks with different bytes or names are cached separately`() {
    let cache = ChunkCache()
    _ = cache.find([1], name: "a")
    cache.keep([7], of: [1], name: "a")
    #expect(text(cache.find([2], name: "a")) == "unknown")
    #expect(text(cache.find([1], name: "b")) == "unknown")
  }

  @Test func `oversized chunks are not cached, and a full cache is emptied`() {
    let cache = ChunkCache(capacity: 16)
    let large = [UInt8](repeating: 0, count: 5)
    _ = cache.find(large, name: "large")
    #expect(text(cache.find(large, name: "large")) == "unknown")
    for name in ["a", "b", "c", "d", "e"] { _ = cache.find([1, 2, 3, 4], name: name) }
    #expect(text(cache.find([1, 2, 3, 4], name: "e")) == "seen")
    #expect(text(cache.find([1, 2, 3, 4], name: "a")) == "unknown")
  }

  @Test func `a chunk that is kept counts once toward the capacity`() {
    let cache = ChunkCache(capacity: 16)
    _ = cache.find([1, 2], name: "a")
    cache.keep([7, 7], of: [1, 2], name: "a")
    for name in ["b", "c", "d"] { _ = cache.find([1, 2, 3, 4], name: name) }
    #expect(text(cache.find([1, 2], name: "a")) == "compiled [7, 7]")
  }

  @Test func `a file behaves the same each time it is loaded`() throws {
    let source = Array("#!lua\nlocal n = ...\nx = (x or 0) + n\nif n > 1 then error('no') end".utf8)
    let runs = try (0..<4).map { _ in
      let lua = try Lua()
      let function = try lua.luaState.load(
        source, chunkName: "@same.lua", environment: lua.environment, isFile: true)
      _ = try lua.luaState.run(function, [1])
      let error = #expect(throws: LuaError.self) { try lua.luaState.run(function, [2]) }
      return "\(try lua.environment.get("x")) \(error.map(String.init(describing:)) ?? "")"
    }
    #expect(Set(runs).count == 1)
    #expect(runs[0].contains("same.lua:4: no"))
  }

  @Test func `loading a file that does not compile fails every time`() throws {
    for _ in 0..<3 {
      let lua = try Lua()
      #expect(throws: LuaError.self) {
        try lua.luaState.load(
          Array("local local".utf8), chunkName: "@broken.lua", environment: lua.environment,
          isFile: true)
      }
    }
  }

  @Test func `scripts can load only source text, even if the chunk is cached`() throws {
    let lua = try Lua()
    let values = try lua.run("return load('\\27Lua')")
    #expect(values.first == .nil)
  }
}
