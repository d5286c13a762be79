import Signalbox
import SignalboxScripting
import Testing

struct ReferenceTests {
  @Test func `every described member is accessible to scripts`() throws {
    let fixture = try ScriptFixture()
    try fixture.run(
      """
      local Main = coordinator "Main" { routes = { home = {} } }
      function Main:start() self.router:startFlow("home") end
      app:launch(tabs "Tabs" { pages = { { id = "main", coordinator = "Main" } } })
      """)
    let handles = [
      "app": "app", "coordinator": "app.main", "router": "app.main.router", "screen": "app.front",
      "layer": "app:layers()[1]", "event": "app:events()[1]",
    ]
    for (kind, handle) in handles {
      for name in ScriptReference.memberNames(of: kind) {
        #expect(
          fixture.failure(of: "local _ = (\(handle)).\(name)") == "no error", "\(kind).\(name)")
      }
    }
  }

  @Test func `lifecycle methods, keys of routes and styles are documented`() {
    #expect(ScriptReference.owners(of: "start") == ["coordinator"])
    let start = ScriptReference.card(["coordinator", "start"])
    #expect(start?.call == "coordinator:start(animated)")
    #expect(
      start?.entry.summary
        == "called when the coordinator starts: shows its first screen with "
        + "`self.router:startFlow(…)`")
    #expect(ScriptReference.owners(of: "title") == ["screen", "route", "page"])
    #expect(ScriptReference.card(["route", "title"])?.entry.summary == "the screen's title")
    #expect(
      ScriptReference.card(["style", "sheet"])?.entry.summary
        == "a layer: the content below stays visible, the user can swipe it away")
    let names =
      ScriptReference.lifecycle.map { ["coordinator", $0.name] }
      + ScriptReference.described(ofTable: "RouteTable").map { ["route", $0.name] }
      + PresentationStyle.builtIn.filter { $0.name != "root" }.map { ["style", $0.name] }
    let paths = Set(ScriptReference.paths())
    #expect(names.filter { !paths.contains($0) } == [])
  }

  @Test func `no type of the editor definitions has an alternative twice`() {
    let definitions = ScriptReference.editorDefinitions()
    let types = definitions.matches(of: /(?:\w|[.|?\[\]])+\|(?:\w|[.|?\[\]])+/).map { $0.output }
    #expect(types.count > 100)
    let doubled = types.filter { type in
      let parts = type.split(separator: "|")
      return Set(parts).count < parts.count
    }
    #expect(doubled == [])
  }

  @Test func `the editor definitions are Lua that loads and name every operation once`() throws {
    let definitions = ScriptReference.editorDefinitions()
    let fixture = try ScriptFixture()

    try fixture.run(definitions)
    let operations = definitions.split(separator: "\n").filter { $0.hasPrefix("function Router:") }
    #expect(Set(operations).count == operations.count)
    #expect(operations.contains("function Router:navigate(to, args, opts) end"))
  }
}
