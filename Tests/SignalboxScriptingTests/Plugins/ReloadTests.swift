import Signalbox
import SignalboxScripting
import Testing

struct ReloadTests {
  private static let app = """
    coordinator "Shop" { routes = { catalog = {}, product = {} },
      start = function(self) self.router:startFlow("catalog") end }
    app:launch "Shop"
    """

  private func reload(
    _ fixture: PluginFixture, _ text: String = ReloadTests.app
  ) throws(ScriptError) -> Reload {
    try fixture.session.reload { session throws(ScriptError) in
      try session.run(Array(text.utf8), name: "app.lua", sharesEnvironment: true)
    }
  }

  private func recorded(_ files: [String: String] = [:]) throws -> PluginFixture {
    let fixture = try PluginFixture(files)
    try fixture.run(Self.app)
    try fixture.session.beginRecord()
    return fixture
  }

  @Test func `a reload loads files and plugins again and repeats the calls`() throws {
    let fixture = try recorded([
      "todo/plugin.lua": PluginFixture.manifest(
        "todo", setup: "print('set up') host:global('todo', 1)")
    ])
    try fixture.run(
      """
      app.top.router:navigate("product", { id = 1 })
      app.top.router:batch(function() app.top.router:pop() app.top.router:navigate("product", { id = 2 }) end)
      app:undo()
      x = 1
      """)
    let reload = try reload(fixture)

    #expect(reload.divergence == nil)
    #expect(reload.stepCount == 3)
    #expect(fixture.takePrinted() == ["set up"])
    #expect(reload.session.engine.tree == fixture.session.engine.tree)
    #expect(reload.session !== fixture.session)
    try reload.session.run(Array("print(x, todo, app:tree())".utf8), name: "test.lua")
    #expect(fixture.takePrinted() == ["nil\t1\tShop  catalog ▸ product { id = 1 }      ← front"])
  }

  @Test func `a reload also repeats calls that were made after the previous reload`() throws {
    let fixture = try recorded()
    try fixture.run("app.top.router:navigate('product')")
    let first = try reload(fixture)
    try first.session.run(Array("app.top.router:navigate('product')".utf8), name: "test.lua")
    let second = try first.session.reload { session throws(ScriptError) in
      try session.run(Array(Self.app.utf8), name: "app.lua")
    }
    #expect(second.stepCount == 2)
    #expect(second.divergence == nil)
    #expect(second.session.engine.tree == first.session.engine.tree)
  }

  @Test func `a recording of a script continues in parallel with that of the prompt`() throws {
    let fixture = try recorded()
    try fixture.run(
      """
      local stop = app:record()
      app.top.router:navigate("product")
      lines = stop()
      app.top.router:pop()
      print(#lines)
      """)
    #expect(fixture.takePrinted() == [])
    #expect(try reload(fixture).stepCount == 2)
  }

  @Test func `a reload reports a different result with its step`() throws {
    let fixture = try recorded()
    try fixture.run("app.top.router:navigate('product') app.top.router:pop()")
    let other = Self.app.replacing("product = {}", with: "product = { style = \"sheet\" }")
    let changed = try reload(fixture, other)

    #expect(changed.stepCount == 1)
    #expect(
      changed.divergence == """
        step 1, navigate: then done, now done
          then Shop[catalog,product] | root Shop
          now  Shop[catalog] | root Shop, sheet product of Shop
        """)
    let gone = try reload(fixture, Self.app.replacing(", product = {}", with: ""))
    #expect(
      gone.divergence == """
        step 1, navigate: then done, now rejected(unknownRoute)
          then Shop[catalog,product] | root Shop
          now  Shop[catalog] | root Shop
        """)
  }

  @Test func `a reload whose files lead to another state reports this and repeats no calls`() throws
  {
    let fixture = try recorded()
    try fixture.run("app.top.router:navigate('product')")
    let changed = try reload(fixture, Self.app + "\napp.top.router:navigate('product')")
    #expect(changed.stepCount == 0)
    let text = try #require(changed.divergence)
    #expect(text.hasPrefix("step 0, the files: their initial state differs\n"))
  }

  @Test func `a failing reload leaves the session unchanged`() throws {
    let fixture = try recorded()
    try fixture.run("app.top.router:navigate('product')")
    let tree = fixture.session.engine.tree
    #expect(throws: ScriptError.self) { _ = try reload(fixture, "error('no')") }
    #expect(fixture.session.engine.tree == tree)
    #expect(try fixture.run("print(#app:stack())") == ["2"])
    let bare = try PluginFixture()
    #expect(throws: ScriptError.self) { _ = try reload(bare) }
  }
}
