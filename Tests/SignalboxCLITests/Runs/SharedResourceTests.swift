import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Tests resources that scenarios share, by the data that they write to a file.
@Suite struct SharedResourceTests {
  private static let plugin = """
    return { name = "log", version = "1.0.0", api = 1, summary = "", permissions = { "run" },
      setup = function(host)
        host:global("log", function(text)
          run("/bin/sh", "-c", "echo '" .. text .. "' >>log")
        end)
      end }
    """
  private static let module = """
    return resource "base" { scope = "run",
      setup = function() log "base up" return { port = 8080, list = { 1, "two", 0.5 } } end,
      teardown = function(base) log("base down " .. base.port) end,
    }
    """

  private static func scenarios(_ name: String) -> String {
    """
    local base = require "base"
    local data = resource "data" { scope = "file",
      setup = function() log "\(name) up" return "\(name) at " .. base().port end,
      teardown = function(value) log("\(name) down: " .. value) end,
    }
    local own = resource "own" {
      setup = function(app) log "own up" return { app = app } end,
      teardown = function(value) log "own down" end,
    }
    scenario "reads" { function(app)
      assert(base().list[2] == "two" and base().list[3] == 0.5)
      base().list[2] = "changed"
      assert(data() == "\(name) at 8080")
    end }
    scenario "reads again" { function(app) assert(base().list[2] == "two" and data()) end }
    scenario "has its own" { function(app) assert(own() == own() and own().app == app) end }
    """
  }

  private func withTool(
    _ files: [String: String], _ body: (Tool) throws -> Void
  ) throws {
    var tool = try Tool(
      [
        "signalbox.lua": "return { plugins = { log = { permissions = { \"run\" } } } }\n",
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
  func `a resource with the scope file or run is set up and torn down once`(jobs: String) throws {
    let files = ["a.scenario.lua": Self.scenarios("a"), "b.scenario.lua": Self.scenarios("b")]
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

  @Test func `every worker receives the values of shared resources before its first test`() throws {
    let files = Dictionary(
      uniqueKeysWithValues: (1...8).map { ("s\($0).scenario.lua", Self.scenarios("s\($0)")) })
    try withTool(files) { tool throws in
      for _ in 1...6 {
        #expect(try tool.run("test", "-j8").code == 0)
        #expect(try log(tool).count { $0 == "base up" } == 1)
      }
    }
  }

  @Test(arguments: [
    ("scenario", "file", "setup"), ("file", "file", "setup"), ("run", "run", "setup"),
    ("scenario", "run", "teardown"),
  ])
  func `a shared resource cannot use a resource that has not been set up`(
    used: String, user: String, function: String
  ) throws {
    let setup = function == "setup" ? "used()" : "return 1"
    let teardown = function == "teardown" ? "used()" : ""
    let scenarios = """
      local used = resource "used" { scope = "\(used)", setup = function() return 1 end,
        teardown = function() log "used down" end }
      resource "user" { scope = "\(user)",
        setup = function() \(setup) end, teardown = function() \(teardown) end }
      scenario "one" { function() end }
      """
    try withTool(["a.scenario.lua": scenarios]) { tool throws in
      let result = try tool.run("test")
      #expect(result.code == 1)
      #expect(
        (result.output + result.errors).contains(
          "resourceNotReady: resource \"used\" is called by resource \"user\", which is shared: only "
            + "resources of a wider scope are set up by then (\"run\" before \"file\" before "
            + "\"scenario\")"), "\(result)")
    }
  }

  @Test func `only the resources of the selected tests are set up`() throws {
    let files = [
      "a.scenario.lua": Self.scenarios("a"), "b.scenario.lua": Self.scenarios("b"),
      "c.scenario.lua": "scenario \"c\" { function() end }",
      "d.scenario.lua":
        "local base = require \"base\"\nscenario \"d\" { skip = true, function() end }",
    ]
    try withTool(files) { tool throws in
      #expect(try tool.run("test", "c.scenario.lua", "d.scenario.lua").code == 0)
      #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: "log").path))
      #expect(try tool.run("test", "-k", "a.scenario.lua and again").code == 0)
      #expect(try log(tool) == ["base up", "a up", "a down: a at 8080", "base down 8080"])
    }
  }

  @Test func `a failing setup of a shared resource fails only the tests in its file`() throws {
    let broken = """
      local bad = resource "bad" { scope = "file", setup = function() error "no server" end,
        teardown = function() log "never" end }
      scenario "one" { function() log "never" end }
      scenario "two" { skip = "NAV-1", function() end }
      """
    try withTool(["a.scenario.lua": broken, "b.scenario.lua": "scenario \"b\" { function() end }"])
    {
      tool throws in
      let result = try tool.run("test", "--no-shuffle", "--reporter", "junit=r.xml")
      #expect(result.code == 1)
      #expect(result.output.contains("the setup failed"))
      #expect(result.output.contains("no server"))
      #expect(result.output.contains(" 1 passed · 1 failed · 1 skipped "))
      #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: "log").path))
    }
  }

  @Test func `a failing teardown of a shared resource fails the run in every report`() throws {
    let scenarios = """
      local bad = resource "bad" { scope = "run", setup = function() return 1 end,
        teardown = function() error "still there" end }
      scenario "one" { function() end }
      """
    try withTool(["a.scenario.lua": scenarios]) { tool throws in
      let result = try tool.run("test", "--reporter", "junit=r.xml", "--reporter", "tap=r.tap")
      #expect(result.code == 1)
      #expect(
        result.errors.hasPrefix(
          "signalbox: the teardown of resource \"bad\" in a.scenario.lua failed\n✗ still there\n"))
      for name in ["r.xml", "r.tap"] {
        let report = try Tool.text(of: tool.folder.appending(path: name))
        #expect(report.contains("teardown of a shared resource"), "\(report)")
      }
    }
  }

  @Test func `resources that were set up are torn down when the run is stopped`() throws {
    let scenarios = """
      local base = require "base"
      scenario "waits" { function() print "begins" while true do end end }
      """
    try withTool(["a.scenario.lua": scenarios]) { tool throws in
      for (signal, limit) in [(SIGINT, "10m"), (0, "8s")] {
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
      "resource \"f\" { scope = \"fil\", setup = print }",
      "resource \"f\": scope is \"fil\", expected \"scenario\", \"file\" or \"run\""
    ),
    ("resource \"f\" { setup = 1 }", "resource \"f\": setup is 1, expected a function"),
    ("resource \"f\" { teardown = print }", "resource \"f\" needs setup, a function"),
    (
      "resource \"f\" { setup = print, tearDown = print }",
      "resource \"f\" has no key \"tearDown\"; did you mean \"teardown\"?"
    ),
    (
      "resource \"f\" { setup = print } resource \"f\" { setup = print }",
      "resource \"f\" is already declared"
    ),
    (
      "resource \"f\" { setup = print }()",
      "resourceNotReady: resource \"f\" is called while its file loads"
    ),
    (
      "resource \"f\" { scope = \"file\", setup = function() return { a = { print } } end }",
      "resource \"f\": its value[\"a\"][1] is function"
    ),
  ])
  func `a malformed resource is an error that states the expected form`(
    text: String, message: String
  ) throws {
    try withTool(["a.scenario.lua": "\(text)\nscenario \"x\" { function() end }"]) { tool throws in
      let result = try tool.run("test")
      #expect([1, 2].contains(result.code))
      #expect(result.output.contains(message), "\(result)")
    }
  }
}
