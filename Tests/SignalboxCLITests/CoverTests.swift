import Foundation
import Testing

/// Tests the scenarios that `signalbox cover` writes, and the end of searches for paths.
@Suite struct CoverTests {
  private static let app = """
    local Shop = coordinator "Shop" {
      routes = {
        list = { actions = { "Offers", "Open", "Help" } }, offers = {}, product = {}, help = {},
      },
    }
    function Shop:start() self.router:startFlow "list" end
    function Shop:onOffers() self.router:root "offers" end
    function Shop:onOpen() self.router:root "product" end
    function Shop:onHelp() self.router:root "help" end
    application "Shop" { main = "Shop" }
    """
  /// A smaller application, which needs fewer scenarios.
  private static let small = """
    local Shop = coordinator "Shop" { routes = { list = { actions = { "Open" } }, product = {} } }
    function Shop:start() self.router:startFlow "list" end
    function Shop:onOpen() self.router:root "product" end
    application "Shop" { main = "Shop" }
    """
  private static let properties = "require \"app\"\nexplore { cancelledSwipes = false }\n"

  private func names(in tool: Tool) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: tool.folder.appending(path: "flows").path
    ).sorted()
  }

  @Test func `scenarios that have been changed are kept, and those of a larger run are removed`()
    throws
  {
    let tool = try Tool(["app.lua": Self.app, "shop.properties.lua": Self.properties])
    defer { tool.remove() }
    let cover = ["cover", "shop.properties.lua", "--write", "flows"]
    let first = try tool.run(cover)
    #expect(first.code == 0 && first.errors == "", "\(first)")
    let all = (1...3).map { "flow-\($0).scenario.lua" }
    #expect(try names(in: tool) == all)
    #expect(try tool.run("test", "-q", "flows").code == 0)
    let again = try tool.run(cover)
    #expect(again.code == 0 && again.errors == "", "\(again)")
    #expect(try names(in: tool) == all)
    // The user renames a copy of the last scenario, and adds a line to the first one.
    let renamed = tool.folder.appending(path: "flows/flow-help.scenario.lua")
    try FileManager.default.copyItem(
      at: tool.folder.appending(path: "flows/flow-3.scenario.lua"), to: renamed)
    let flow = tool.folder.appending(path: "flows/flow-1.scenario.lua")
    let edited = "-- mine\n" + (try Tool.text(of: flow))
    try Data(edited.utf8).write(to: flow)
    try Data(Self.small.utf8).write(to: tool.folder.appending(path: "app.lua"))
    let smaller = try tool.run(cover)
    #expect(smaller.code == 0)
    #expect(
      smaller.errors == """
        signalbox: flows/flow-1.scenario.lua: kept, because it was changed or belongs to another file
        signalbox: flows/flow-3.scenario.lua: removed, because it is from an earlier run and no longer needed

        """)
    #expect(try Tool.text(of: flow) == edited)
    #expect(try names(in: tool) == all.prefix(2) + ["flow-help.scenario.lua"])
    #expect(try tool.run("test", "-q", "flows/flow-2.scenario.lua").code == 0)
  }

  @Test func `an application with a single state needs no scenarios`() throws {
    let tool = try Tool([
      "app.lua": """
      local App = coordinator "App" { routes = { home = { actions = { "Mark" } } } }
      function App:start() self.router:startFlow "home" end
      function App:onMark() end
      application "App" { main = "App" }
      """
    ])
    defer { tool.remove() }
    let result = try tool.run("cover", "app.lua", "--write", "flows")
    #expect(result.code == 0)
    let start = "no scenarios are needed, because no transition leads to another state: 1 state · "
    #expect(result.output.hasPrefix(start), "\(result)")
    #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: "flows").path))
  }

  @Test func `scenarios that open tabs a second time, and nested tabs, pass`() throws {
    let tool = try Tool([
      "app.lua": """
      local Page = coordinator "Page" { routes = { page = {} } }
      function Page:start() self.router:startFlow "page" end
      tabs "Inner" { pages = {
        { id = "i1", coordinator = "Page" }, { id = "i2", coordinator = "Page" },
        { id = "b", coordinator = "Page" },
      } }
      tabs "Tabs" { pages = {
        { id = "a", coordinator = "Inner" }, { id = "b", coordinator = "Page" },
        { id = "c", coordinator = "Page" },
      } }
      local Main = coordinator "Main" {
        routes = { home = { actions = { "Open" } }, tabs = { coordinator = "Tabs", style = "sheet" } },
      }
      function Main:start() self.router:startFlow "home" end
      function Main:onOpen() self.router:present "tabs" end
      application "Main" { main = "Main" }
      """
    ])
    defer { tool.remove() }
    let cover = try tool.run("cover", "app.lua", "--write", "flows")
    #expect(cover.code == 0, "\(cover)")
    let flows = try names(in: tool).map {
      try Tool.text(of: tool.folder.appending(path: "flows/\($0)"))
    }.joined()
    #expect(flows.components(separatedBy: "app:tap(\"Open\")").count > 3)
    #expect(["a", "b", "c", "i1", "i2"].allSatisfy { flows.contains("app:tapTab(\"\($0)\")") })
    let test = try tool.run("test", "-q", "flows")
    #expect(test.code == 0, "\(test)")
  }

  @Test func `scenarios in another folder require the file by its path`() throws {
    let tool = try Tool(["src/app.lua": Self.app])
    defer { tool.remove() }
    #expect(try tool.run("cover", "src/app.lua", "--write", "flows").code == 0)
    let flow = try Tool.text(of: tool.folder.appending(path: "flows/flow-1.scenario.lua"))
    #expect(flow.contains("require \"src.app\"\n"))
    #expect(try tool.run("test", "-q", "flows").code == 0)
  }

  @Test(arguments: [
    (
      "src/shop.properties.lua",
      "✗ scenarios in flows cannot require src/shop.properties.lua\n"
    ),
    (
      "src/shop.lua",
      """
      ✗ scenarios in flows cannot require src/shop.lua: require: module "app" not found:
          no file flows/app.lua
          no file flows/app/init.lua
          no file app.lua
          no file app/init.lua

      """
    ),
  ])
  func `nothing is written if scenarios in the folder could not load`(file: String, message: String)
    throws
  {
    let tool = try Tool([
      "src/app.lua": Self.app, "src/shop.properties.lua": Self.properties,
      "src/shop.lua": Self.properties,
    ])
    defer { tool.remove() }
    let result = try tool.run("cover", file, "--write", "flows")
    #expect(result.code == 2, "\(result)")
    #expect(result.errors == message + "  write the scenarios next to the file: --write src\n")
    #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: "flows").path))
    #expect(try tool.run("cover", file, "--write", "src").code == 0)
    #expect(try tool.run("test", "-q", "src").code == 0)
  }

  @Test func `Ctrl-C while a file loads keeps the results of the files before it`() throws {
    let tool = try Tool([
      "app.lua": Self.app, "a.properties.lua": Self.properties,
      "b.properties.lua": "while true do end",
    ])
    defer { tool.remove() }
    let terminal = try Terminal(
      ["explore", "--timeout", "1m", "--reporter", "tap=explore.tap"], folder: tool.folder)
    try terminal.wait(for: "every path")
    terminal.awaitWork()
    try terminal.type("\u{3}")
    // On a busy machine, the watchdog may end the process before the script stops.
    if try terminal.rest().contains("did not stop") { return }
    let tap = try Tool.text(of: tool.folder.appending(path: "explore.tap"))
    #expect(tap.contains("a.properties.lua no handler raises an error"), "\(tap)")
  }

  @Test(arguments: [
    ["cover", "raises.properties.lua", "--write", "flows"],
    ["path", "raises.properties.lua", "--to", "front = \"nowhere\""],
  ])
  func `an error that ends an exploration is shown and fails the command`(arguments: [String])
    throws
  {
    let tool = try Tool([
      "app.lua": Self.app,
      "raises.properties.lua": ExploredFiles.raisingProperties,
    ])
    defer { tool.remove() }
    let result = try tool.run(arguments)
    #expect(result.code == 1, "\(result)")
    #expect(result.errors.contains("no luck"), "\(result)")
    #expect(result.output == "")
    #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: "flows").path))
  }

  @Test(arguments: [
    ["path", "app.lua", "--to", "front = \"help\""], ["cover", "app.lua", "--write", "flows"],
    ["graph", "app.lua"],
  ])
  func `an exploration that the user stops exits with the code for Ctrl-C`(arguments: [String])
    throws
  {
    let tool = try Tool([
      "app.lua": """
      local Shop = coordinator "Shop" {
        routes = { list = { actions = { "More" } }, help = {} },
      }
      function Shop:start() self.router:startFlow "list" end
      function Shop:onMore() self.router:navigate "list" end
      application "Shop" { main = "Shop" }
      """
    ])
    defer { tool.remove() }
    let terminal = try Terminal(arguments, folder: tool.folder)
    try terminal.wait(for: "queued")
    try terminal.type("\u{3}")
    let rest = try terminal.rest()
    #expect(rest.contains("signalbox: stopped before all paths were followed"), "\(rest)")
    #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: "flows").path))
  }
}
