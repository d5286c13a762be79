import Foundation
import LuaRuntime
import Testing

/// Runs each test case in `Cases/` as a separate test.
@Suite struct CaseTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let code: String

    var testDescription: String { name }
  }

  enum Mode: CaseIterable, Sendable {
    case interruptible
    case budget

    var interruption: LuaConfiguration.Interruption {
      switch self {
      case .interruptible: .interruptible
      case .budget: .budget
      }
    }
  }

  /// The possible results of a hostile case. The actual result depends on the speed of the Lua
  /// state.
  enum Ending: Sendable {
    case finished
    case failed
    case outOfMemory
    case late

    init(_ kind: LuaError.Kind) {
      switch kind {
      case .deadline: self = .late
      case .memory: self = .outOfMemory
      case .syntax, .runtime, .interrupted, .budget, .closed, .host: self = .failed
      }
    }
  }

  static func endings(_ name: String) -> Set<Ending> {
    switch name {
    case "loop-__gc", "loop-__gc-at-close", "loop-__gc-placeholder", "mem-gc-stop": [.failed]
    case "esc-os-execute", "esc-package", "esc-setlocale", "esc-bytecode-reader",
      "crash-bytecode-fuzz", "esc-const-env", "crash-msgh-overwrite", "c-rep-empty",
      "c-rep-empty-sep":
      [.finished]
    case "c-table-concat-c": [.failed]
    case "mem-rep": [.failed, .outOfMemory]
    case "mem-pcall-retry": [.late]
    case _ where name.hasPrefix("loop-") || name.hasPrefix("c-pattern-"): [.late]
    case _ where name.hasPrefix("close-"): [.finished, .late]
    case _ where name.hasPrefix("esc-"): [.failed]
    case _ where name.hasPrefix("mem-"), "c-utf8-len-loop", "c-sort-c-comparator":
      [.outOfMemory, .late]
    case _ where name.hasPrefix("stack-"), "crash-close-chain":
      [.finished, .failed, .outOfMemory, .late]
    default: [.late]
    }
  }

  static func text(_ name: String) throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    return try String(contentsOf: folder.appending(path: "Cases/\(name)"), encoding: .utf8)
  }

  static let hostile = cases("hostile.lua") + cases("hostile_library.lua")

  private static func cases(_ file: String) -> [Case] {
    guard let text = try? text(file), let lua = try? Lua(),
      let list = try? lua.run(text).first?.table, let entries = try? list.pairs
    else { return [] }
    return entries.compactMap { entry in
      guard let name = try? entry.value.table?.get("name").text,
        let code = try? entry.value.table?.get("code").text
      else { return nil }
      return Case(name: name, code: code)
    }
  }

  static let functional: [String] = {
    guard let host = try? Host(), let order = try? Self.functions(host).order,
      let pairs = try? order.pairs
    else { return [] }
    return pairs.compactMap(\.value.text)
  }()

  private static func functions(_ host: Host) throws -> (tests: LuaTable, order: LuaTable) {
    let module = try #require(try host.lua.run(text("functional.lua")).first?.table)
    let tests = try #require(try module.get("tests").table)
    return (tests, try #require(try module.get("order").table))
  }

  @Test func `every Lua file of test cases exists`() {
    #expect(Self.hostile.count > 60)
    #expect(Self.functional.count > 40)
  }

  @Test(arguments: hostile, Mode.allCases)
  func `a hostile script ends, and the session can still be used`(_ hostile: Case, _ mode: Mode)
    throws
  {
    let lua = try Lua(
      LuaConfiguration(memoryLimit: 64 << 20, interruption: mode.interruption))
    lua.luaState.output = .text { _ in }
    var ended = Ending.finished
    let endings = Self.endings(hostile.name)
    let limit: Duration = endings.contains(.late) ? .milliseconds(60) : .seconds(60)
    do {
      try lua.luaState.withDeadline(limit) { () throws(LuaError) in
        // Each test case has its own environment, so its globals are collected afterwards.
        _ = try lua.run(hostile.code, environment: lua.luaState.makeEnvironment())
      }
    } catch {
      ended = Ending(error.kind)
    }
    #expect(endings.contains(ended))
    #expect(try lua.run("local t = {} for i = 1, 100 do t[i] = i end return #t") == [100])
    lua.luaState.collectGarbage()
    #expect(lua.luaState.memoryInUse < 8 << 20)
  }

  @Test(arguments: functional, Mode.allCases)
  func `each functional test case in Lua passes`(_ name: String, _ mode: Mode) throws {
    let host = try Host(
      LuaConfiguration(memoryLimit: 64 << 20, interruption: mode.interruption))
    let function = try #require(try Self.functions(host).tests.get(name).function)
    #expect(try host.lua.luaState.run(function) == [true])
    host.lua.luaState.close()
    #expect(host.counter.living == 0)
  }
}
