import SignalboxScripting
import Testing

/// Tests definitions that extend other definitions, and `startEmpty`.
struct ExtendingTests {
  private static let base = """
    local Base = coordinator "Base" {
      style = "fullScreen", args = { id = "integer?" },
      routes = { home = { title = "Base" }, more = {} },
      properties = { twice = { get = function(self) return 2 end } },
      links = { ["app://base"] = function(self) self.router:navigate "more" end },
    }
    function Base:start() self.router:startFlow "home" end
    function Base:name() return "base" end

    """

  @Test func `a definition cannot extend more than a hundred others`() throws {
    let fixture = try ScriptFixture("")
    let printed = try fixture.run(
      """
      local root = coordinator "A" {}
      local last, count = root, 0
      local isDone, problem = pcall(function()
        while true do last, count = coordinator "A" { extends = last }, count + 1 end
      end)
      function root:x() return "x" end
      print(isDone, count, last.x == root.x, problem)
      """)
    #expect(
      printed == [
        "false\t100\ttrue\ttest.lua:4: badArgument: coordinator \"A\" extends more than 100 "
          + "definitions, directly or indirectly"
      ])
  }

  @Test func `a definition inherits members that it does not define`() throws {
    let fixture = try ScriptFixture(
      Self.base + """
        local Child = coordinator "Child" {
          extends = Base, routes = { home = { title = "Child" }, own = {} },
          name = function() return "child" end,
        }
        coordinator "Grandchild" { extends = "Child" }
        """)

    #expect(
      try fixture.run(
        """
        local child = app:launch "Grandchild"
        print(app.front.title, child:name(), child.twice)
        app:open "app://base"
        print(table.concat(app:stack(), " "))
        local routes = app:routes "Grandchild"
        print(routes.home ~= nil, routes.more ~= nil, routes.own ~= nil)
        """) == ["Child\tchild\t2", "home more", "true\ttrue\ttrue"])
  }

  @Test
  func `methods that are added to the base later are inherited unless the definition has its own`()
    throws
  {
    let fixture = try ScriptFixture(
      Self.base + """
        local Child = coordinator "Child" { extends = Base }
        local Grandchild = coordinator "Grandchild" { extends = Child }
        local child = app:launch(Grandchild)
        function Base:later() return "base" end
        print(child:later(), Grandchild.base == Child, Child.base == Base, Base.base)
        function Child:later() return "child of " .. Child.base.later(self) end
        function Base:later() return "newer base" end
        print(child:later())
        Child.later = nil
        print(child:later())
        """)

    #expect(
      fixture.takePrinted() == ["base\ttrue\ttrue\tnil", "child of newer base", "newer base"])
  }

  @Test(arguments: [
    (
      #"coordinator "A" { extends = "Bsae" }"#,
      #"coordinator "A" extends "Bsae", which no script defines; did you mean "Base"?"#
    ),
    (
      #"coordinator "A" { extends = 5 }"#,
      #"coordinator "A": extends is 5, expected a definition or its name"#
    ),
    (
      #"tabs "T" { extends = "Base", pages = {} }"#,
      #"expected a definition made with tabs"#
    ),
    (
      #"local A = coordinator "A" {} A:extend { extends = "Base" }"#,
      #"expected no value: set extends in the coordinator's definition"#
    ),
  ]) func `extending an invalid definition is an error`(script: String, message: String) throws {
    let failure = try ScriptFixture(Self.base).failure(of: script)
    #expect(failure.contains(message), "\(failure)")
  }

  @Test func `startEmpty shows the first screen if start has shown none`() throws {
    let fixture = try ScriptFixture(
      """
      local Main = coordinator "Main" { routes = { first = {}, empty = {} } }
      function Main:start(animated)
        print("start", self.phase, animated)
        if self.args.first then self.router:startFlow "first" end
      end
      function Main:startEmpty(animated)
        print("startEmpty", self.phase, animated)
        self.router:startFlow "empty"
      end
      local new = Main:new()
      print(new.phase)
      local main = app:launch(Main, { first = true })
      print(app.front.name, main.phase)
      main.router:present(new, nil, { animated = false })
      print(app.front.name, new.phase)
      main.router:dismiss()
      print(new.phase)
      Main.startEmpty = nil
      print(select(2, pcall(function() main.router:present(Main:new()) end)))
      """)

    #expect(
      fixture.takePrinted() == [
        "created", "start\tstarting\ttrue", "first\tstarted", "start\tstarting\tfalse",
        "startEmpty\tstarting\tfalse", "empty\tstarted", "finished", "start\tstarting\ttrue",
        "app.lua:19: notAttached: Main showed no screen when it started; in start, "
          + "call self.router:startFlow or self.router:navigate",
      ])
  }
}
