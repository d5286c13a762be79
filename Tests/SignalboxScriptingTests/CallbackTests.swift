import Signalbox
import SignalboxScripting
import Testing

struct CallbackTests {
  @Test func `operations in a callback wait in order, and their handles contain the outcome`()
    throws
  {
    let fixture = try ScriptFixture(
      """
      local A = coordinator "A" { routes = { home = { actions = { "Go" } }, one = {}, two = {} } }
      function A:start() self.router:startFlow("home") end
      function A:onGo()
        local same, status, operation = self.router:navigate("one")
        print(same == self.router, status, operation)
        self.router:navigate("two")
        self.operation = operation
        print(table.concat(app:stack(), " "))
      end
      local a = app:launch("A")
      app:tap "Go"
      print(table.concat(app:stack(), " "), a.operation, a.operation.isSettled, a.operation.status)
      """)

    #expect(
      fixture.takePrinted() == [
        "true\tqueued\toperation (queued)", "home",
        "home one two\toperation (done)\ttrue\tdone",
      ])
  }

  @Test
  func `an unobserved rejection in a callback is reported with the callback's line`()
    throws
  {
    let fixture = try ScriptFixture(
      """
      local A = coordinator "A" { routes = { home = { actions = { "Go" } } } }
      function A:start() self.router:startFlow("home") end
      function A:onGo()
        self.router:navigate("hme")
        self.router:popToView("nowhere")
        self.router:navigate("nowhere", nil, { try = true })
      end
      app:launch("A")
      app:tap "Go"
      print("went on")
      """)

    #expect(fixture.takePrinted() == ["went on"])
    #expect(
      fixture.session.unhandled.map(\.description) == [
        #"app.lua:4: unknownRoute: navigate: A has no route "hme"; did you mean "home"?"#
      ])
  }

  @Test
  func `an error in a handler is reported with its traceback, and the session can still be used`()
    throws
  {
    let fixture = try ScriptFixture(
      """
      local A = coordinator "A" { routes = { home = { actions = { "Go" } } } }
      function A:start() self.router:startFlow("home") end
      function A:onGo() return nothing.here end
      app:launch("A")
      app:tap "Go"
      print(app.front.name)
      """)

    #expect(fixture.takePrinted() == ["home"])
    let reported = fixture.session.unhandled
    #expect(
      reported.map(\.description) == [
        "app.lua:3: attempt to index a nil value (global 'nothing')"
      ])
    #expect(reported.first?.traceback.first?.location == ScriptLocation(file: "app.lua", line: 3))
  }

  @Test
  func `a rejection in start rolls back the operation and raises an error at the calling line`()
    throws
  {
    let fixture = try ScriptFixture.launchedShop()
    let before = fixture.session.engine.tree

    let message = fixture.failure(
      of: """
        local B = coordinator "B" { routes = { one = {} } }
        function B:start()
          self.router:startFlow("one")
          self.router:navigate("oen")
        end
        app.main.router:navigate(B:new())
        """)

    #expect(
      message == #"test.lua:6: unknownRoute: navigate: B has no route "oen"; did you mean "one"?"#)
    #expect(fixture.session.engine.tree == before)
  }

  @Test func `an error in start is reported with its line and rolls back the operation`() throws {
    let fixture = try ScriptFixture.launchedShop()
    let before = fixture.session.engine.tree

    let message = fixture.failure(
      of: """
        coordinator "B" { start = function(self) self.missing.thing = 1 end }
        app.main:navigate(screen("x"))
        app.main:pop()
        coordinator("C") { routes = { b = { coordinator = "B" } } }
        coordinator "Shop" { routes = { catalog = {}, b = { coordinator = "B" } } }
        app.main.router:navigate("b")
        """)

    #expect(
      message
        == "test.lua:6: startFailed: B: start failed at test.lua:1: attempt to index a nil value "
        + "(field 'missing')")
    #expect(fixture.session.engine.tree.main == before.main)
  }

  @Test func `the rejection names a coordinator that has finished, even in its own start`() throws {
    let fixture = try ScriptFixture.launchedShop()

    let printed = try fixture.run(
      """
      local B = coordinator "B" { routes = { one = {} } }
      function B:start() self.router:startFlow("one") self.router:finishFlow() end
      print(select(2, pcall(app.main.router.navigate, app.main.router, B:new())))

      function B:start() self.router:startFlow("one") end
      local gone = B:new()
      app.main.router:navigate(gone)
      gone.router:finishFlow()
      print(select(2, pcall(app.main.router.navigate, app.main.router, gone)))
      """)

    #expect(
      printed == [
        "test.lua:3: startFailed: the coordinator finished during its own start",
        "test.lua:9: alreadyFinished: coordinator c3 has finished",
      ])
  }

  @Test
  func `a coordinator that shows nothing in start is rejected and leaves no trace in the state`()
    throws
  {
    let fixture = try ScriptFixture.launchedShop()

    let printed = try fixture.run(
      """
      local B = coordinator "B" {}
      print(select(2, pcall(app.main.router.navigate, app.main.router, B:new())))
      print(#app.main.children)
      """)

    #expect(
      printed == [
        "test.lua:2: notAttached: B showed no screen when it started; "
          + "in start, call self.router:startFlow or self.router:navigate",
        "0",
      ])
  }

  @Test func `a script observes events in order until its observation ends`() throws {
    let fixture = try ScriptFixture.launchedShop()

    let printed = try fixture.run(
      """
      local stop = app:on("entry", function(event) print(event.kind, event.name) end)
      app:on({ "didAppear" }, function(event) print(event.text) end)
      app.main.router:navigate("product", { id = 1 })
      stop()
      app.main.router:pop()
      print(select(2, pcall(app.on, app, "didApear", print)))
      """)

    #expect(
      printed == [
        "entry.pushed\tproduct", "didAppear s2 product (c1)", "didAppear s1 catalog (c1)",
        "test.lua:6: badArgument: there is no event \"didApear\"; did you mean \"didAppear\"?",
      ])
  }
}
