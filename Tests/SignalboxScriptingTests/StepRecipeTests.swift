import SignalboxScripting
import Testing

/// Steps, implemented in a few lines with the public interface: a flow receives an event, and
/// decides where it leads.
struct StepRecipeTests {
  /// `stepping` adds `emit` to a definition. The method `decide` of the definition determines the
  /// effect of a step.
  private static let recipe = """
    log = {}
    function told() local text = table.concat(log, ", ") log = {} return text end

    function stepping(flow)
      function flow:emit(step)
        if self.adapt then step = self:adapt(step) end
        if step == nil then return end
        log[#log + 1] = self.type .. " " .. step
        return self:decide(step)
      end
      function flow:decide(step) return self.router:navigate(step) end
      return flow
    end

    function broadcast(coordinator, step)
      coordinator:emit(step)
      for _, child in ipairs(coordinator.children) do broadcast(child, step) end
    end

    Main = stepping(coordinator "Main" {
      routes = { root = { actions = { "Go" } }, first = {}, second = {}, unauthorized = {} },
    })
    function Main:start() self.router:startFlow("root") end
    Child = stepping(coordinator "Child" { routes = { home = { actions = { "Done" } }, first = {} } })
    function Child:start() self.router:startFlow("home") end
    application "Steps" { main = "Main" }
    """

  private func printed(_ script: String) throws -> [String] {
    try ScriptFixture().run("\(Self.recipe)\n\(script)")
  }

  @Test func `T101 two steps that are set in one turn push in their order`() throws {
    let lines = try printed(
      """
      function Main:onGo()
        self:emit("first")
        self:emit("second")
        print(table.concat(app:stack(), " "))
      end
      app:launch()
      app:tap "Go"
      print(table.concat(app:stack(), " "), told())
      """)
    #expect(lines == ["root", "root first second\tMain first, Main second"])
  }

  @Test func `T102 setting no step has no effect, and setting the same step twice pushes twice`()
    throws
  {
    let lines = try printed(
      """
      local main = app:launch()
      local count = #app:events()
      main:emit(nil)
      print(#app:events() == count)
      main:emit("first")
      main:emit("first")
      print(table.concat(app:stack(), " "))
      """)
    #expect(lines == ["true", "root first first"])
  }

  @Test func `T104 a flow that is shown twice starts once and handles each step once`() throws {
    let lines = try printed(
      """
      local listeners = {}
      function Child:start()
        listeners[#listeners + 1] = self
        self.router:startFlow("home")
      end
      local main = app:launch()
      local child = main.router:navigate(Child:new())
      print(select(3, main.router:navigate(child, nil, { try = true })), #listeners)
      for _, flow in ipairs(listeners) do flow:emit("first") end
      print(table.concat(app:stack(), " "))
      """)
    #expect(lines == ["alreadyAttached\t1", "home first"])
  }

  @Test func `T106 a step presents above all visible layers`() throws {
    let lines = try printed(
      """
      function Main:decide(step) return self.router:present(step) end
      local main = app:launch()
      main:emit("first")
      main:emit("second")
      main:emit("unauthorized")
      local names = {}
      for index, layer in ipairs(app:layers()) do names[index] = layer.style end
      print(table.concat(names, " "), app.front.name)
      """)
    #expect(lines == ["root sheet sheet sheet\tunauthorized"])
  }

  @Test func `T107 a step dismisses one modal and has no effect on the root`() throws {
    let lines = try printed(
      """
      function Main:decide() return self.router:dismiss { selfIfNone = true } end
      Child.decide = Main.decide
      local main = app:launch()
      local child = main.router:navigate(Child:new())
      child.router:present("first")
      for _, flow in ipairs { child, child, main } do
        print(select(2, flow:emit("dismiss")), #app:layers())
      end
      print(select(3, main:emit("dismiss")))
      """)
    #expect(lines == ["done\t2", "done\t1", "noop\t1", "nothingPresented"])
  }

  @Test func `T108 a step is adapted before it is evaluated`() throws {
    let lines = try printed(
      """
      function Main:adapt(step) return step == "first" and "unauthorized" or step end
      app:launch():emit("first")
      print(told(), table.concat(app:stack(), " "))
      """)
    #expect(lines == ["Main unauthorized\troot unauthorized"])
  }

  @Test func `T110 a broadcast reaches every coordinator once, and parents first`() throws {
    let lines = try printed(
      """
      function Main:decide() end
      Child.decide = Main.decide
      local main = app:launch()
      main.router:navigate(Child:new()).router:navigate(Child:new())
      local Last = stepping(coordinator "Last" { routes = { home = {} }, start = Child.start })
      Last.decide = Main.decide
      main.router:navigate(Last:new())
      broadcast(main, "three")
      print(told())
      """)
    #expect(lines == ["Main three, Child three, Child three, Last three"])
  }

  @Test func `T111 a step of a hidden screen is dropped or delivered, depending on its policy`()
    throws
  {
    let lines = try printed(
      """
      local function emitFrom(screen, step, whenHidden)
        if whenHidden == "drop" and not screen.isVisible then
          log[#log + 1] = "ignored hidden"
        else
          screen.owner:emit(step)
        end
      end
      local main = app:launch()
      local root = app.front
      emitFrom(root, "first", "drop")
      emitFrom(root, "second", "drop")
      print(told(), table.concat(app:stack(), " "))
      emitFrom(root, "second", "deliver")
      print(told(), table.concat(app:stack(), " "))
      """)
    #expect(
      lines == ["Main first, ignored hidden\troot first", "Main second\troot first second"])
  }

  @Test(arguments: [#"app:launch().router:navigate(Child:new()):emit("first")"#, "tapped()"])
  func `T112 the parent performs an ending step before it is notified of the end`(command: String)
    throws
  {
    let lines = try printed(
      """
      function Child:decide(step)
        self.parent:emit(step)
        self.router:finishFlow(step)
      end
      function Child:onDone() self:emit("first") end
      function Main:childFinished(type, result) log[#log + 1] = type .. " ended with " .. result end
      function tapped()
        app:launch().router:navigate(Child:new())
        app:tap "Done"
      end
      app:on("coordinator.finished", function(event) log[#log + 1] = event.kind end)
      \(command)
      print(told(), table.concat(app:stack(), " "), #app.main.children)
      """)
    #expect(
      lines == [
        "Child first, Main first, coordinator.finished, Child ended with first\troot first\t0"
      ])
  }

  @Test func `T113 the main coordinator can observe the navigation of a child`() throws {
    let lines = try printed(
      """
      local main = app:launch()
      local child = main.router:navigate(Child:new())
      for _, kind in ipairs { "willNavigate", "didNavigate" } do
        app:on(kind, function(event)
          log[#log + 1] = event.kind .. " " .. event.name .. " " .. tostring(event.other == child.id)
        end)
      end
      child:emit("first")
      print(told())
      """)
    #expect(lines == ["Child first, willNavigate first true, didNavigate first true"])
  }
}
