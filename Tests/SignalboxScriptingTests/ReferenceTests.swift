import SignalboxScripting
import Testing

struct ReferenceTests {
  @Test func `every described member is one that scripts reach`() throws {
    let fixture = try ScriptFixture()
    try fixture.run(
      """
      local Main = coordinator "Main" { routes = { home = {} } }
      function Main:start() self.router:startFlow("home") end
      app:launch(Main)
      """)
    let handles = [
      "app": "app", "coordinator": "app.top", "router": "app.top.router", "screen": "app.front",
      "layer": "app:layers()[1]", "event": "app:events()[1]",
    ]
    for (kind, handle) in handles {
      for name in ScriptReference.memberNames(of: kind) {
        #expect(fixture.failure(of: "local _ = (\(handle)).\(name)") == "no error", "\(kind).\(name)")
      }
    }
    #expect(ScriptReference.globalNames == ScriptSession.globalNames)
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
