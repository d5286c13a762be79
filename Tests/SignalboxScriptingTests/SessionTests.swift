import Signalbox
import SignalboxScripting
import Testing

struct SessionTests {
  @Test func `each coordinator, screen and layer is always represented by the same value`() throws {
    let fixture = try ScriptFixture.launchedShop()

    let printed = try fixture.run(
      """
      local shop = app.main
      print(shop == app.top, shop == shop.router.coordinator, shop.router == app.main.router)
      print(app.front == app.front, app:layers()[1] == app:layers()[1], ({ [shop] = 1 })[app.main])
      """)

    #expect(printed == ["true\ttrue\ttrue", "true\ttrue\t1"])
  }

  @Test func `a coordinator keeps its own fields until it finishes and its handle becomes stale`()
    throws
  {
    let fixture = try ScriptFixture.launchedShop()

    let printed = try fixture.run(
      """
      local checkout = app.main.router:navigate("checkout")
      checkout.note = "gift"
      print(checkout.note, checkout.parent == app.main, checkout.type, #app.main.children)
      local router = checkout.router
      checkout.router:finishFlow({ paid = false })
      print(checkout.isAlive, checkout.note, checkout, router.isAlive)
      print(router:finishFlow())
      print(select(2, pcall(router.pop, router)))
      print(select(2, pcall(function() checkout.note = 1 end)))
      print(select(2, pcall(function() app.main.id = 1 end)))
      """)

    #expect(
      printed == [
        "gift\ttrue\tCheckout\t1", "checked out\tfalse\tfinished",
        "false\tnil\tcoordinator (c2, gone)\tfalse",
        "router of coordinator (c2, gone)\tnoop\talreadyFinished",
        "test.lua:8: stale: coordinator c2 is gone; use the handle of a coordinator that is alive",
        "test.lua:9: stale: coordinator c2 is gone, so its fields cannot be read or set; check "
          + "isAlive first",
        "test.lua:10: readOnly: id of a coordinator cannot be set",
      ])
  }

  @Test func `the clock runs automatically, can be stopped, and timers end with their owner`()
    throws
  {
    let fixture = try ScriptFixture.launchedShop()

    let printed = try fixture.run(
      """
      local r = app.main.router
      r:navigate("product", { id = 1 })
      print(clock.now())
      clock.manual()
      local _, status, operation = r:pop()
      print(status, operation.status, app.front.name)
      clock.advance("349ms") print(operation.status)
      clock.advance(1) print(operation.status, clock.now())
      after("2s", function() print("timer", clock.now()) end)
      local cancel = after("1s", print)
      print(cancel())
      clock.advance("1m") print(clock.now())
      clock.automatic()
      local Timed = coordinator "Timed" { routes = { one = {} } }
      function Timed:start() self.router:startFlow("one") after("1s", function() print("never") end) end
      local timed = r:navigate(Timed:new())
      timed.router:finishFlow()
      clock.advance("10s")
      print(select(2, pcall(clock.advance, "soon")))
      """)

    #expect(
      printed == [
        "350", "queued\tqueued\tcatalog", "queued", "done\t700", "true", "timer\t2700", "60700",
        "test.lua:19: badArgument: clock.advance: the span is \"soon\", expected milliseconds or a string "
          + "such as \"350ms\" or \"2s\"",
      ])
  }

  @Test func `modules load once, return their value, and cannot require themselves`() throws {
    let fixture = try ScriptFixture(
      modules: [
        "one": "print('loading', ...) return { n = 1 }", "loop": "require 'loop'",
        "broken": "return = 1",
      ])

    let printed = try fixture.run("print(require('one') == require('one'), require('one').n)")
    #expect(printed == ["loading\tone\tone.lua", "true\t1"])
    #expect(
      fixture.failure(of: "require 'loop'")
        == "loop.lua:1: require: module \"loop\" requires itself")
    #expect(
      fixture.failure(of: "require 'tow'")
        == "test.lua:1: require: module \"tow\" not found:\n  no file lib/tow.lua")
    #expect(
      fixture.failure(of: "require 'broken'") == "broken.lua:1: unexpected symbol near '='")
  }

  @Test func `each script has its own globals`() throws {
    let fixture = try ScriptFixture()

    try fixture.run("shared = 1")
    #expect(try fixture.run("print(shared, arg[0], ...)") == ["nil\ttest.lua"])
  }

  @Test
  func `an endless loop stops at the deadline, even in a callback, and the session can be used`()
    throws
  {
    let fixture = try ScriptFixture(
      """
      local A = coordinator "A" { routes = { home = { actions = { "Loop", "Ok" } } } }
      function A:start() self.router:startFlow("home") end
      function A:onLoop() while true do end end
      function A:onOk() print("ok") end
      app:launch("A")
      """)

    for script in ["while true do end", "app:tap 'Loop'", "pcall(function() app:tap 'Loop' end)"] {
      let error = #expect(throws: ScriptError.self) {
        try fixture.run(script, timeout: .milliseconds(50))
      }
      #expect(error?.kind == .timeout)
    }
    #expect(try fixture.run("app:tap 'Ok'") == ["ok"])
  }

  @Test(arguments: [
    "app:launch('Loop')", "app:launch('Stop')", "app:launch('A') app:tap 'Loop'",
    "app:launch('A') app:tap 'Stop'",
    "pcall(app.launch, app, 'Loop')", "pcall(app.launch, app, 'Stop')",
    "pcall(function() app:launch('Stop') end) print 'went on'",
  ])
  func `a stop during the rejection of an operation is reported as a stop`(script: String) throws {
    let fixture = try ScriptFixture()
    let session = fixture.session
    try session.host.define("stop", owner: session.host.makeOwner("test")) { call in
      call.session.stopper.stop()
      return []
    }
    try fixture.run(
      """
      local function loop() while true do end end
      local routes = { home = { actions = { "Loop", "Stop" } }, loop = function() loop() end,
        stop = function() stop() loop() end }
      local A = coordinator "A" { routes = routes }
      function A:start() self.router:startFlow("home") end
      function A:onLoop() self.router:navigate "loop" end
      function A:onStop() self.router:navigate "stop" end
      local B = coordinator "Loop" { routes = routes }
      function B:start() loop() end
      local C = coordinator "Stop" { routes = routes }
      function C:start() stop() loop() end
      """)
    let isEndless = script.contains("Loop")
    let error = #expect(throws: ScriptError.self) {
      try fixture.run(script, timeout: isEndless ? .milliseconds(300) : .seconds(60))
    }
    #expect(error?.kind == (isEndless ? .timeout : .interrupted))
    #expect(fixture.takePrinted() == [])
    #expect(try fixture.run("print 'lives'") == ["lives"])
  }

  @Test func `endless allocation is an error, and the session can be used afterwards`() throws {
    let fixture = try ScriptFixture(memoryLimit: 16 << 20)

    let error = #expect(throws: ScriptError.self) {
      try fixture.run("local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(1000) .. i end")
    }
    #expect(error?.kind == .memory)
    #expect(try fixture.run("print(1 + 1)") == ["2"])
  }

  @Test func `operations submitted endlessly from callbacks stop at the deadline`() throws {
    let fixture = try ScriptFixture(
      """
      local A = coordinator "A" { routes = { home = { actions = { "Spin" } } } }
      function A:start() self.router:startFlow("home") end
      function A:onSpin() self.router:startFlow("home", nil, { completion = function() self:onSpin() end }) end
      app:launch("A")
      """)

    let error = #expect(throws: ScriptError.self) {
      try fixture.run("app:tap 'Spin'", timeout: .milliseconds(50))
    }
    #expect(error?.kind == .timeout)
    #expect(fixture.session.engine.waitingCount == 0)
    #expect(try fixture.run("print(app.front.name)") == ["home"])
  }

  @Test func `a session is released with all values that its scripts retain`() throws {
    weak var released: ScriptSession?
    weak var engine: NavigationEngine?
    do {
      let fixture = try ScriptFixture.launchedShop()
      released = fixture.session
      engine = fixture.session.engine
      try fixture.run(
        """
        local shop = app.main
        shop.me, shop.closure = shop, function() return shop end
        app:on("didAppear", function() return shop end)
        after("1h", function() return shop end)
        shop.router:navigate("checkout", nil, { onFinish = function() return shop end })
        """)
    }
    #expect(released == nil)
    #expect(engine == nil)
  }

  @Test func `a closed session rejects calls with an error`() throws {
    let fixture = try ScriptFixture.launchedShop()
    fixture.session.close()

    #expect(fixture.failure(of: "print(1)").contains("closed"))
    #expect(fixture.evaluate("1").contains("closed"))
  }
}
