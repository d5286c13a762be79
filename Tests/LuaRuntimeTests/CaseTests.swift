import Foundation
import LuaRuntime
import Testing

/// The cases in `Cases/`, each as a test of its own.
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

  static func text(_ name: String) throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    return try String(contentsOf: folder.appending(path: "Cases/\(name)"), encoding: .utf8)
  }

  static let hostile: [Case] = {
    guard let text = try? text("hostile.lua"), let lua = try? Lua(),
      let list = try? lua.run(text).first?.table, let entries = try? list.pairs
    else { return [] }
    return entries.compactMap { entry in
      guard let name = try? entry.value.table?.get("name").text,
        let code = try? entry.value.table?.get("code").text
      else { return nil }
      return Case(name: name, code: code)
    }
  }()

  static let functional: [String] = {
    guard let host = try? Host(), let order = try? Self.functions(host).order,
      let pairs = try? order.pairs
    else { return [] }
    return pairs.compactMap(\.value.text)
  }()

  private static func functions(_ host: Host) throws -> (tests: LuaTable, order: LuaTable) {
    let module = try #require(try host.lua.run(text("functional.lua")).first?.table)
    return (try #require(try module.get("tests").table), try #require(try module.get("order").table))
  }

  /// Cases that need not end in an error: they do no harm.
  static let harmless: Set<String> = [
    "loop-__gc-at-close", "esc-os-execute", "esc-package", "crash-bytecode-fuzz", "esc-bytecode-reader",
  ]

  @Test func `the cases are there`() {
    #expect(Self.hostile.count > 60)
    #expect(Self.functional.count > 40)
  }

  @Test(arguments: hostile, Mode.allCases)
  func `a hostile script ends and the session lives on`(_ hostile: Case, _ mode: Mode) throws {
    let lua = try Lua(
      LuaConfiguration(memoryLimit: 64 << 20, interruption: mode.interruption))
    lua.machine.output = { _ in }
    let ended: LuaError?
    do {
      try lua.machine.withDeadline(.milliseconds(100)) { () throws(LuaError) in
        _ = try lua.run(hostile.code)
      }
      ended = nil
    } catch {
      ended = error as? LuaError
      #expect(ended != nil)
    }
    if let ended { #expect([.deadline, .memory, .runtime].contains(ended.kind), "\(ended)") }
    print("CASE", hostile.name, mode, ended.map { "\($0.kind) \($0)" } ?? "finished")
    #expect(try lua.run("local t = {} for i = 1, 100 do t[i] = i end return #t") == [100])
    lua.machine.collectGarbage()
    #expect(lua.machine.memoryInUse < 8 << 20)
  }

  @Test(arguments: functional, Mode.allCases)
  func `a functional case is true`(_ name: String, _ mode: Mode) throws {
    let host = try Host(
      LuaConfiguration(memoryLimit: 64 << 20, interruption: mode.interruption))
    let function = try #require(try Self.functions(host).tests.get(name).function)
    #expect(try host.lua.machine.run(function) == [true])
    host.lua.machine.close()
    #expect(host.counter.living == 0)
  }
}
