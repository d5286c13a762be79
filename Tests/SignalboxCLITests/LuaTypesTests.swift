import Foundation
import Testing

/// Tests `signalbox lua-types` with the names of a project.
@Suite struct LuaTypesTests {
  private static let app = """
    coordinator "Checkout" { routes = { address = { actions = { 'Say "next"' } } } }
    coordinator "Shop" {
      routes = { list = { actions = { "Open" } }, checkout = { coordinator = "Checkout" } },
      links = { ["shop://product/:id"] = function() end },
    }
    tabs "Home" { pages = { { id = "shop", coordinator = "Shop" } } }
    application "Shop" { main = "Home" }
    """
  private static let scenarios = """
    require "app"
    scenario "a" { function()
      coordinator "Later" { routes = { late = {} } }
    end }
    """
  private static let files = ["app.lua": app, "shop.scenario.lua": scenarios]
  private static let names = [
    #"---@alias signalbox.RouteName "address"|"checkout"|"late"|"list"|"shop""#,
    #"---@alias signalbox.CoordinatorName "Checkout"|"Home"|"Later"|"Shop""#,
    #"---@alias signalbox.ScreenName string|"address"|"checkout"|"late"|"list"|"shop""#,
    #"---@alias signalbox.PageName string|"shop""#,
    #"---@alias signalbox.ActionLabel string|"Open"|'Say "next"'"#,
    #"---@alias signalbox.LinkURL string|"shop://product/:id""#,
  ]
  /// Parameters and fields that take names.
  private static let uses = [
    "---@param to signalbox.RouteName|signalbox.ScreenDescription|signalbox.Coordinator a route, "
      + "a screen description or a coordinator",
    "---@param coordinator? signalbox.CoordinatorName|signalbox.ScreenDescription|"
      + "signalbox.Coordinator the name of a coordinator type, or a coordinator (default: the main "
      + "coordinator of `application`)",
    "---@param label signalbox.ActionLabel the label of the action",
    "---@param url signalbox.LinkURL the link",
    "---@param type signalbox.CoordinatorName",
    "---@field front? signalbox.ScreenName|table|function the frontmost screen",
    "---@field coordinator? signalbox.CoordinatorName the coordinator that the route leads to",
  ]

  private static func aliases(in text: String) -> [String] {
    text.split(separator: "\n").map(String.init).filter {
      $0.hasPrefix("---@alias signalbox.") && !$0.contains("Status") && !$0.contains("Answer")
        && !$0.contains("Style")
    }
  }

  @Test func `the names of a project are literal types of the operations that take them`() throws {
    let tool = try Tool(Self.files)
    defer { tool.remove() }
    let result = try tool.run("lua-types", ".")
    #expect(result.code == 0)
    #expect(Self.aliases(in: result.output) == Self.names)
    let lines = Set(result.output.split(separator: "\n").map(String.init))
    #expect(Self.uses.filter { !lines.contains($0) } == [])
    #expect(try tool.run("lua-types", "--output", "lib/types.lua", ".") == Tool.Result(""))
    #expect(try Tool.text(of: tool.folder.appending(path: "lib/types.lua")) == result.output)
  }

  @Test func `without a project, all names are strings`() throws {
    let tool = try Tool([:])
    defer { tool.remove() }
    #expect(
      Self.aliases(in: try tool.run("lua-types").output)
        == ["Route", "Coordinator", "Screen"].map { "---@alias signalbox.\($0)Name string" }
        + ["PageName", "ActionLabel", "LinkURL"].map { "---@alias signalbox.\($0) string" })
  }

  @Test func `a file that fails to load is reported, and the names in all other files are written`()
    throws
  {
    let tool = try Tool(Self.files.merging(["b.scenario.lua": "route("]) { first, _ in first })
    defer { tool.remove() }
    let result = try tool.run("lua-types", ".")
    #expect(result.code == 2)
    #expect(result.errors.contains("b.scenario.lua:1: "))
    #expect(Self.aliases(in: result.output) == Self.names)
  }

  @Test func `with --watch, changed names are written, and files that fail to load are ignored`()
    throws
  {
    let tool = try Tool(Self.files)
    defer { tool.remove() }
    let terminal = try Terminal(
      "lua-types", "--watch", "--output", "types.lua", ".", folder: tool.folder)
    func write(_ text: String) throws {
      // Otherwise the command could read the file while it is empty.
      try Data(text.utf8).write(to: tool.folder.appending(path: "app.lua"), options: .atomic)
    }
    func aliases() throws -> [String] {
      Self.aliases(in: try Tool.text(of: tool.folder.appending(path: "types.lua")))
    }
    try terminal.wait(for: "wrote types.lua")
    try terminal.wait(for: "watching 2 files; Enter writes the definitions again, q quits")
    #expect(try aliases() == Self.names)
    try write("coordinator(")
    try terminal.wait(for: "app.lua:1: ")
    #expect(try aliases() == Self.names)
    try write(Self.app.replacingOccurrences(of: "list", with: "catalog"))
    try terminal.wait(for: "wrote types.lua")
    #expect(
      try aliases().first
        == #"---@alias signalbox.RouteName "address"|"catalog"|"checkout"|"late"|"shop""#)
    try terminal.type("q")
    #expect(try terminal.finish() == 0)
  }

  @Test(arguments: [
    (["--watch", "."], "--watch requires --output FILE."),
    (
      ["--watch", "--output", "types.lua"],
      "--watch requires the files to watch; to watch the current folder, use: signalbox lua-types "
        + "--watch --output FILE ."
    ),
  ])
  func `an incomplete command line is rejected`(arguments: [String], message: String) throws {
    let tool = try Tool([:])
    defer { tool.remove() }
    let result = try tool.run(["lua-types"] + arguments)
    #expect(result.code == 64)
    #expect(result.errors.hasPrefix("Error: \(message)\n"))
  }
}
