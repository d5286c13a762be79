import Foundation
import Testing

/// Tests names that plugins must not use, and plugins whose teardown fails.
struct PluginNameTests {
  private func tool(_ setup: String, more: String = "", _ files: [String: String] = [:]) throws
    -> Tool
  {
    try Tool(
      [
        "plugins/p/plugin.lua": """
        return { name = "p", version = "1.0.0", api = 1, summary = "", \(more)
          setup = function(host) \(setup) end }
        """,
        "a.scenario.lua":
          "suite \"s\" { scenario \"a\" { function() end }, scenario \"b\" { function() end } }",
      ].merging(files) { _, new in new })
  }

  private static let runners = ["scenario", "suite", "each", "match"]
  private static let lua = ["string", "print", "table", "utf8", "_G", "pcall", "coroutine", "os"]
  private static let own = ["app", "coordinator", "tabs", "application", "require"]
  private static let owners =
    runners.map { ($0, "signalbox test") } + lua.map { ($0, "Lua") } + own.map { ($0, "Signalbox") }

  @Test(arguments: owners)
  func `a plugin cannot define a global of Lua, of Signalbox or of the runner`(
    name: String, owner: String
  ) throws {
    let tool = try tool("host:global('\(name)', 1)")
    defer { tool.remove() }
    let report =
      "plugin \"p\" is rejected: setup failed: nameTaken: \(name) is defined by \(owner)"
    for arguments in [["-e", ""], ["test"], ["repl"]] {
      let result = try tool.run(arguments)
      #expect(result.errors.contains(report), "\(arguments): \(result)")
      #expect(result.code == 2)
    }
  }

  @Test func `a plugin cannot define a gesture that the runner defines`() throws {
    let tool = try tool("host:gesture('expect', { run = print })")
    defer { tool.remove() }
    let result = try tool.run("-e", "")
    #expect(
      result.errors.contains("setup failed: nameTaken: app:expect is defined by signalbox test"))
    #expect(result.code == 2)
  }

  // MARK: - Teardown

  private static let failing = "teardown = function() error(\"it is open\", 0) end,"

  @Test func `a failing plugin teardown is reported and fails the run`() throws {
    let tool = try tool("", more: Self.failing)
    defer { tool.remove() }
    let report = "teardown of plugin \"p\" failed: it is open"
    let whole = "✗ \(report)\n\n  plugins/p/plugin.lua:1  in function defined at line 1\n"
    #expect(try tool.run("-e", "print(1)") == Tool.Result("1\n", errors: whole, code: 1))
    let prompt = try tool.run("repl", input: "1\n")
    #expect(prompt.output + prompt.errors == "1\n\(whole)")
    #expect(prompt.code == 1)
    let tests = try tool.run("test", "--no-shuffle")
    #expect(tests.output.components(separatedBy: report).count == 3)
    #expect(tests.output.contains(" 2 failed"))
    #expect(tests.code == 1)
    #expect(try tool.run("doctor").output.contains("  ✗ \(report)\n"))
    #expect(try tool.run("doctor").code == 1)
  }
}
