import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Fixtures that scenarios share, seen by what they write into a file.
@Suite struct SharedFixtureTests {
  private static let plugin = """
    return { name = "log", version = "1.0.0", api = 1, summary = "", needs = { "run" },
      setup = function(host)
        host:word("log", function(text)
          run("/bin/sh", "-c", "echo '" .. text .. "' >>log")
        end)
      end }
    """
  private static let module = """
    return fixture "base" { scope = "run",
      setup = function() log "base up" return { port = 8080, list = { 1, "two", 0.5 } } end,
      teardown = function(base) log("base down " .. base.port) end,
    }
    """

  private static func flows(_ name: String) -> String {
    """
    local base = require "base"
    local data = fixture "data" { scope = "file",
      setup = function() log "\(name) up" return "\(name) at " .. base().port end,
      teardown = function(value) log("\(name) down: " .. value) end,
    }
    local own = fixture "own" {
      setup = function(app) log "own up" return { app = app } end,
      teardown = function(value) log "own down" end,
    }
    flow "reads" { function(app)
      assert(base().list[2] == "two" and base().list[3] == 0.5)
      base().list[2] = "changed"
      assert(data() == "\(name) at 8080")
    end }
    flow "reads again" { function(app) assert(base().list[2] == "two" and data()) end }
    flow "has its own" { function(app) assert(own() == own() and own().app == app) end }
    """
  }

  private func withTool(
    _ files: [String: String], _ body: (Tool) throws -> Void
  ) throws {
    var tool = try Tool(
      [
        "signalbox.lua": "return { plugins = { log = { allow = { \"run\" } } } }\n",
        "base.lua": Self.module,
        "plugins/log/plugin.lua": Self.plugin,
      ].merging(files) { $1 })
    tool.isTrusted = true
    defer { tool.remove() }
    try body(tool)
  }

  private func log(_ tool: Tool) throws -> [String] {
    let file = tool.folder.appending(path: "log")
    defer { try? FileManager.default.removeItem(at: file) }
    return try Tool.text(of: file).split(separator: "\n").map(String.init)
  }

  @Test(arguments: ["-j1", "-j4"])
  func `a fixture of a file or of the run is set up and cleaned up once`(jobs: String) throws {
    let files = ["a.flow.lua": Self.flows("a"), "b.flow.lua": Self.flows("b")]
    try withTool(files) { tool throws in
      let result = try tool.run("test", jobs)
      #expect(result.code == 0, "\(result)")
      let lines = try log(tool)
      #expect(lines.first == "base up")
      #expect(lines.last == "base down 8080")
      #expect(Set(lines[1...2]) == ["a up", "b up"])
      #expect(Set(lines.suffix(3).dropLast()) == ["a down: a at 8080", "b down: b at 8080"])
      #expect(
        lines.dropFirst(3).dropLast(3).sorted() == ["own down", "own down", "own up", "own up"])
    }
  }

  @Test func `only what the selected tests share is set up`() throws {
    let files = [
      "a.flow.lua": Self.flows("a"), "b.flow.lua": Self.flows("b"),
      "c.flow.lua": "flow \"c\" { function() end }",
      "d.flow.lua": "local base = require \"base\"\nflow \"d\" { skip = true, function() end }",
    ]
    try withTool(files) { tool throws in
      #expect(try tool.run("test", "c.flow.lua", "d.flow.lua").code == 0)
      #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: "log").path))
      #expect(try tool.run("test", "-k", "a.flow.lua and again").code == 0)
      #expect(try log(tool) == ["base up", "a up", "a down: a at 8080", "base down 8080"])
    }
  }

  @Test func `a setup that fails fails the tests of its file, and no other`() throws {
    let broken = """
      local bad = fixture "bad" { scope = "file", setup = function() error "no server" end,
        teardown = function() log "never" end }
      flow "one" { function() log "never" end }
      flow "two" { skip = "NAV-1", function() end }
      """
    try withTool(["a.flow.lua": broken, "b.flow.lua": "flow \"b\" { function() end }"]) {
      tool throws in
      let result = try tool.run("test", "--no-shuffle", "--reporter", "junit=r.xml")
      #expect(result.code == 1)
      #expect(result.output.contains("the fixture failed"))
      #expect(result.output.contains("no server"))
      #expect(result.output.contains(" 1 passed · 1 failed · 1 skipped "))
      #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: "log").path))
    }
  }

  @Test func `a teardown that fails fails the run, in every report`() throws {
    let flows = """
      local bad = fixture "bad" { scope = "run", setup = function() return 1 end,
        teardown = function() error "still there" end }
      flow "one" { function() end }
      """
    try withTool(["a.flow.lua": flows]) { tool throws in
      let result = try tool.run("test", "--reporter", "junit=r.xml", "--reporter", "tap=r.tap")
      #expect(result.code == 1)
      #expect(
        result.errors.hasPrefix(
          "signalbox: the teardown of fixture \"bad\" of a.flow.lua failed\n✗ still there\n"))
      for name in ["r.xml", "r.tap"] {
        let report = try Tool.text(of: tool.folder.appending(path: name))
        #expect(report.contains("teardown of a shared fixture"), "\(report)")
      }
    }
  }

  @Test func `what was set up is cleaned up when the run is stopped`() throws {
    let flows = """
      local base = require "base"
      flow "waits" { function() print "begins" while true do end end }
      """
    try withTool(["a.flow.lua": flows]) { tool throws in
      for (signal, limit) in [(SIGINT, "10m"), (0, "1s")] {
        let (code, _) = try tool.interrupt(
          "test", "-s", "-j1", "--trust", "--timeout", "10m", "--max-time", limit
        ) { process, _ in
          if signal != 0 { kill(process.processIdentifier, signal) }
        }
        #expect(code == (signal == 0 ? 1 : 128 + signal))
        #expect(try log(tool) == ["base up", "base down 8080"])
      }
    }
  }

  @Test(arguments: [
    (
      "fixture \"f\" { scope = \"fil\", setup = print }",
      "fixture \"f\": scope is \"fil\", expected \"test\", \"file\" or \"run\""
    ),
    ("fixture \"f\" { setup = 1 }", "fixture \"f\": setup is 1, expected a function"),
    ("fixture \"f\" { teardown = print }", "fixture \"f\" needs setup, a function"),
    (
      "fixture \"f\" { setup = print, tearDown = print }",
      "fixture \"f\" has no key \"tearDown\"; did you mean \"teardown\"?"
    ),
    (
      "fixture \"f\" { setup = print } fixture \"f\" { setup = print }",
      "fixture \"f\" is declared twice"
    ),
    (
      "fixture \"f\" { setup = print }()",
      "fixtureNotReady: fixture \"f\" is called while its file loads"
    ),
    (
      "fixture \"f\" { scope = \"file\", setup = function() return { a = { print } } end }",
      "fixture \"f\": its value[\"a\"][1] is function"
    ),
  ])
  func `a malformed fixture is an error that says what is expected`(
    text: String, message: String
  ) throws {
    try withTool(["a.flow.lua": "\(text)\nflow \"x\" { function() end }"]) { tool throws in
      let result = try tool.run("test")
      #expect([1, 2].contains(result.code))
      #expect(result.output.contains(message), "\(result)")
    }
  }
}
