import Foundation
import Testing

/// Tests `signalbox test --watch` with real files at a terminal.
@Suite struct WatchTests {
  private static let files = [
    "app.lua": "return { title = 'Shop' }\n",
    "scenarios/a.scenario.lua": """
    local app = require "app"
    scenario "a" { function() assert(app.title == "Shop", app.title) end }
    """,
    "scenarios/b.scenario.lua": """
    scenario "b" { function()
      local name = "lib." .. "late"
      assert(require(name) == 1)
    end }
    """,
    "lib/late.lua": "return 1\n",
  ]

  private func withWatch(
    _ files: [String: String] = files, _ body: (Tool, Terminal) throws -> Void
  ) throws {
    let tool = try Tool(files)
    defer { tool.remove() }
    let terminal = try Terminal(
      "test", "--watch", "--no-shuffle", "-v", folder: tool.folder,
      environment: ["TERM=dumb", "SIGNALBOX_TRUST=1"])
    try body(tool, terminal)
  }

  private func write(_ text: String, to path: String, of tool: Tool) throws {
    // The tool must not find the file while it is empty.
    let draft = tool.folder.path + "-draft"
    try Data(text.utf8).write(to: URL(filePath: draft))
    try #require(rename(draft, tool.folder.appending(path: path).path) == 0)
  }

  @Test func `a changed file reruns only the files that require it`() throws {
    try withWatch { tool, terminal throws in
      let first = try terminal.wait(
        for: "watching 4 files; Enter runs all scenarios, f runs failed "
          + "scenarios, q quits")
      #expect(first.contains("2 passed"))
      try write("return { title = 'Store' }\n", to: "app.lua", of: tool)
      try terminal.wait(for: "signalbox: app.lua changed; running scenarios/a.scenario.lua\r\n")
      let second = try terminal.wait(for: "watching 4 files")
      #expect(second.contains("1 failed") && !second.contains("b.scenario.lua"))
      // The scenario requires this module under a name that its text does not contain.
      try write("return 2\n", to: "lib/late.lua", of: tool)
      try terminal.wait(
        for: "signalbox: lib/late.lua changed; running scenarios/b.scenario.lua\r\n")
      try terminal.wait(for: "watching 4 files")
      try terminal.type("q")
      #expect(try terminal.finish() == 1)
    }
  }

  @Test func `a file that is opened for writing but not changed reruns nothing`() throws {
    try withWatch { tool, terminal throws in
      try terminal.wait(for: "watching 4 files")
      try FileHandle(forWritingTo: tool.folder.appending(path: "app.lua")).close()
      try write("return 2\n", to: "lib/late.lua", of: tool)
      try terminal.wait(
        for: "signalbox: lib/late.lua changed; running scenarios/b.scenario.lua\r\n")
      try terminal.wait(for: "watching 4 files")
      try terminal.type("q")
      #expect(try terminal.finish() == 1)
    }
  }

  @Test func `a changed snapshot reruns its file, unless the run itself wrote it`()
    throws
  {
    let scenarios = """
      local Home = coordinator "Home" { routes = { first = {} } }
      function Home:start() self.router:startFlow("first") end
      application "A" { main = "Home" }
      scenario "shows" { function(app) app:launch() app:snapshot "tree" end }
      """
    let files = ["scenarios/a.scenario.lua": scenarios, "scenarios/b.scenario.lua": scenarios]
    try withWatch(files) { tool, terminal throws in
      let first = try terminal.wait(for: "watching 4 files")
      #expect(first.contains("2 snapshots written") && !first.contains("running"))
      let snapshot = "scenarios/snapshots/a/shows--tree.txt"
      let text = try Tool.text(of: tool.folder.appending(path: snapshot))
      try write("old\n", to: snapshot, of: tool)
      try terminal.wait(for: "\(snapshot) changed; running scenarios/a.scenario.lua\r\n")
      #expect(try terminal.wait(for: "watching 4 files").contains("1 failed"))
      try write(text, to: snapshot, of: tool)
      try terminal.wait(for: "\(snapshot) changed; running scenarios/a.scenario.lua\r\n")
      #expect(try terminal.wait(for: "watching 4 files").contains("1 passed"))
      try FileManager.default.removeItem(at: tool.folder.appending(path: snapshot))
      try terminal.wait(for: "\(snapshot) is gone; running scenarios/a.scenario.lua\r\n")
      let last = try terminal.wait(for: "watching 4 files")
      #expect(last.contains("1 snapshot written") && !last.contains("running"))
      try terminal.type("q")
      #expect(try terminal.finish() == 0)
    }
  }

  @Test func `the watch mode detects added, fixed and deleted files`() throws {
    try withWatch { tool, terminal throws in
      try terminal.wait(for: "watching 4 files")
      try write("scenario \"c\" { function(\n", to: "scenarios/c.scenario.lua", of: tool)
      try terminal.wait(
        for: "signalbox: scenarios/c.scenario.lua is new; running scenarios/c.scenario.lua\r\n")
      try terminal.wait(for: "syntax error")
      try terminal.wait(for: "watching 5 files")
      try write("scenario \"c\" { function() end }\n", to: "scenarios/c.scenario.lua", of: tool)
      try terminal.wait(
        for: "scenarios/c.scenario.lua changed; running scenarios/c.scenario.lua\r\n")
      #expect(try terminal.wait(for: "watching 5 files").contains("1 passed"))
      try FileManager.default.removeItem(
        at: tool.folder.appending(path: "scenarios/c.scenario.lua"))
      try terminal.wait(for: "scenarios/c.scenario.lua is gone; nothing to run\r\n")
      // A new folder is watched together with its contents.
      try FileManager.default.createDirectory(
        at: tool.folder.appending(path: "more/deep"), withIntermediateDirectories: true)
      try write("scenario \"d\" { function() end }\n", to: "more/deep/d.scenario.lua", of: tool)
      try terminal.wait(
        for: "more/deep/d.scenario.lua is new; running more/deep/d.scenario.lua\r\n")
      try terminal.wait(for: "watching 5 files")
      try terminal.type("q")
      #expect(try terminal.finish() == 0)
    }
  }

  @Test func `the watch mode detects replaced files and added modules`() throws {
    var files = Self.files
    files["app.lua"] = nil
    try withWatch(files) { tool, terminal throws in
      #expect(try terminal.wait(for: "watching 3 files").contains("module \"app\" not found"))
      try write("return { title = 'Shop' }\n", to: "app.lua.tmp", of: tool)
      let (new, place) = ("app.lua.tmp", "app.lua")
      func rename() {
        #expect(
          Foundation.rename(
            tool.folder.appending(path: new).path, tool.folder.appending(path: place).path) == 0)
      }
      rename()
      try terminal.wait(for: "signalbox: app.lua is new; running scenarios/a.scenario.lua\r\n")
      #expect(try terminal.wait(for: "watching 4 files").contains("1 passed"))
      try write("return { title = 'Store' }\n", to: new, of: tool)
      rename()
      try terminal.wait(for: "signalbox: app.lua changed; running scenarios/a.scenario.lua\r\n")
      #expect(try terminal.wait(for: "watching 4 files").contains("1 failed"))
      // The script's own folder is searched first.
      try write("return { title = 'Shop' }\n", to: "scenarios/app.lua", of: tool)
      try terminal.wait(
        for: "signalbox: scenarios/app.lua is new; running scenarios/a.scenario.lua\r\n")
      try terminal.wait(for: "1 passed")
    }
  }

  @Test func `a new file of the project's own plugin reruns all scenarios`() throws {
    let files = [
      "signalbox.lua": "return {}",
      "plugins/mine/plugin.lua": """
      return { name = "mine", version = "1.0.0", api = 1, summary = "Adds mine", setup = function() end }
      """,
      "plugins/mine/lua/init.lua": "return require 'mine.helper'\n",
      "scenarios/a.scenario.lua": """
      scenario "a" { function() assert(require("mine") == 1) end }
      """,
    ]
    try withWatch(files) { tool, terminal throws in
      #expect(try terminal.wait(for: "watching").contains("1 failed"))
      try write("return 1\n", to: "plugins/mine/lua/helper.lua", of: tool)
      try terminal.wait(for: "plugins/mine/lua/helper.lua is new; running")
      #expect(try terminal.wait(for: "watching").contains("1 passed"))
    }
  }

  @Test func `a failed scenario that is renamed or deleted no longer counts as failed`() throws {
    var files = Self.files
    files["lib/late.lua"] = "return 3\n"
    try withWatch(files) { tool, terminal throws in
      #expect(try terminal.wait(for: "watching 4 files").contains("1 failed"))
      try write("scenario \"fixed\" { function() end }\n", to: "scenarios/b.scenario.lua", of: tool)
      try terminal.wait(for: "running scenarios/b.scenario.lua\r\n")
      #expect(try terminal.wait(for: "watching 3 files").contains("1 passed"))
      try terminal.type("f")
      try terminal.wait(for: "signalbox: no scenario has failed\r\n")
      try terminal.type("q")
      #expect(try terminal.finish() == 0)
    }
  }

  @Test func `after several quick writes to a file, the last contents are used`() throws {
    try withWatch { tool, terminal throws in
      try terminal.wait(for: "watching 4 files")
      for number in 1...50 {
        try write("return { title = 'Shop \(number)' }\n", to: "app.lua", of: tool)
      }
      try terminal.wait(for: "Shop 50")
      try terminal.wait(for: "watching 4 files")
    }
  }

  @Test func `keys rerun all scenarios or only the failed scenarios`() throws {
    var files = Self.files
    files["lib/late.lua"] = "return 3\n"
    try withWatch(files) { _, terminal throws in
      try terminal.wait(for: "watching 4 files")
      try terminal.type("x\r")
      try terminal.wait(for: "signalbox: running all scenarios\r\n")
      #expect(try terminal.wait(for: "watching 4 files").contains("1 passed · 1 failed"))
      try terminal.type("f")
      try terminal.wait(for: "signalbox: running 1 scenario that failed\r\n")
      #expect(try terminal.wait(for: "watching 4 files").contains(" 1 failed"))
      try terminal.type("\u{3}")
      #expect(try terminal.finish() == 130)
    }
  }

  @Test func `an invalid configuration is reported, and watching continues`() throws {
    try withWatch { tool, terminal throws in
      try terminal.wait(for: "watching 4 files")
      try terminal.type("f")
      try terminal.wait(for: "signalbox: no scenario has failed\r\n")
      try write("return { test = {\n  rots = {} } }\n", to: "signalbox.lua", of: tool)
      try terminal.wait(
        for: "signalbox.lua:2: test has no key \"rots\"; did you mean \"roots\"?")
      try terminal.wait(for: "watching 5 files")
      try write(
        "return { test = { roots = { \"scenarios/b.scenario.lua\" } } }\n", to: "signalbox.lua",
        of: tool)
      try terminal.wait(for: "signalbox.lua changed; running scenarios/b.scenario.lua\r\n")
      #expect(try terminal.wait(for: "watching").contains("1 passed"))
    }
  }

  @Test func `watch mode without a terminal has no keys, and Ctrl-C ends it with 130`() throws {
    let tool = try Tool(Self.files)
    defer { tool.remove() }
    let (code, errors) = try tool.interrupt(["test", "--watch"]) { process, _ in
      process.interrupt()
    }
    #expect(code == 130)
    #expect(errors == "" || errors == "signalbox: watching 4 files; Ctrl-C quits\n")
  }

  @Test(arguments: [
    (["--list"], "--list runs no scenarios, so it cannot be combined with --watch."),
    (["--shard", "1/2"], "--shard and --watch cannot be combined."),
    (["--until-failure"], "--watch and --until-failure cannot be combined."),
    (["--only-changed"], "--watch and --only-changed cannot be combined."),
  ])
  func `options that cannot be combined with watch mode are rejected`(
    options: [String], sentence: String
  ) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let result = try tool.run(["test", "--watch"] + options)
    #expect(result.code == 64)
    #expect(result.errors.hasPrefix("Error: \(sentence)\n"))
  }
}
