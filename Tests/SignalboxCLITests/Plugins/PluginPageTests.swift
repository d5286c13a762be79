import Testing

/// Tests that the Lua code on the pages of the bundled plugins runs, after the definitions that a
/// reader would add.
@Suite struct PluginPageTests {
  private static let home = "function %:start() self.router:startFlow(\"home\") end\n"

  /// Returns definitions of coordinators with one screen.
  private static func coordinators(_ names: String...) -> String {
    names.map { name in
      "local \(name) = coordinator \"\(name)\" { routes = { home = {} } }\n"
        + home.replacing("%", with: name)
    }.joined()
  }

  private static let pages: [(plugin: String, prelude: String, end: String, output: String)] = [
    ("activelink", "", "app:launch(Content) app:tap \"First\" print(app.front.name)", "first\n"),
    (
      "deeplink",
      """
      local session = { isLoggedIn = true }
      local Items = coordinator "Items" {
        routes = { home = {}, item = { args = { id = "integer" } } },
      }
      function Items:start() self.router:startFlow("home") end
      app:launch(Items)

      """, "print(app.front.name)", "handled app://items/7\nitem\n"
    ),
    (
      "instructor", coordinators("Auth", "Onboarding", "Main"), "print(app.top.type)", "Auth\n"
    ),
    (
      "steps", coordinators("About"), "print(app.top.type, app.main.stack[2].name)",
      "About\tfirst\n"
    ),
    (
      "stinsen",
      "local authentication = require(\"stinsen\").subject {}\n"
        + coordinators("Registration", "Home", "Todos"),
      "app:launch \"Main\" authentication:send { user = \"ada\" } print(app.top.type)", "Home\n"
    ),
  ]

  @Test(arguments: pages.map(\.plugin))
  func `the code on the page of a bundled plugin runs`(plugin: String) throws {
    let page = try #require(Self.pages.first { $0.plugin == plugin })
    let example = try #require(DocumentationTests.examples(in: "plugins/\(plugin)/README.md").first)
    let tool = try Tool(["page.lua": page.prelude + example.script + page.end])
    defer { tool.remove() }
    #expect(try tool.run("run", "--plugin", plugin, "page.lua") == Tool.Result(page.output))
  }

  @Test func `the chain on the page of the plugin stinsen pushes a screen in a tab`() throws {
    let chain = try #require(DocumentationTests.examples(in: "plugins/stinsen/README.md").last)
    let script = """
      local stinsen = require "stinsen"
      stinsen.navigation "Home" { stack = "home", home = stinsen.root "Home" }
      stinsen.navigation "Todos" {
        stack = "list",
        list = stinsen.root "Todos",
        todo = stinsen.push { args = { id = "integer" } },
      }
      stinsen.tabs "Authenticated" {
        child = { "home", "todos" },
        home = stinsen.tab { coordinator = "Home" },
        todos = stinsen.tab { coordinator = "Todos" },
      }
      stinsen.navigation "Main" {
        stack = "authenticated", authenticated = stinsen.root { coordinator = "Authenticated" },
      }
      app:launch "Main"
      local self = app.main
      \(chain.script)
      print(app.front)
      """
    let tool = try Tool(["page.lua": script])
    defer { tool.remove() }
    #expect(
      try tool.run("run", "--plugin", "stinsen", "page.lua")
        == Tool.Result("todo { id = 7 } (s3)\n"))
  }
}
