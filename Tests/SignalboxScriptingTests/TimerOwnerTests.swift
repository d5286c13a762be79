import SignalboxScripting
import Testing

/// Tests the owners of timers and observers in scripts, which end with the coordinator whose method
/// created them.
struct TimerOwnerTests {
  /// A parent that presents a child. `close` is the child's action when it is tapped.
  private static func app(parent: String, close: String) -> String {
    """
    local P = coordinator "P" { routes = { home = {}, child = { coordinator = "C" } } }
    local C = coordinator "C" { routes = { leaf = { actions = { "Close" } } } }
    function P:start() self.router:startFlow("home") end
    function C:start() self.router:startFlow("leaf") end
    \(parent)
    function C:onClose() \(close) end
    local p = app:launch("P")
    p.router:navigate("child")
    app:tap "Close"
    clock.advance("10s")
    """
  }

  @Test(arguments: [
    ("a method", #"function P:later() after("5s", function() print("later") end) end"#),
    (
      "a closure of a method",
      """
      function P:later()
        local function set() after("5s", function() print("later", self.id) end) end
        set()
      end
      """
    ),
    (
      "a batch in a method",
      """
      function P:later()
        self.router:batch(function() after("5s", function() print("later") end) end, { try = true })
      end
      """
    ),
    (
      "a protected call in a method",
      #"function P:later() pcall(function() after("5s", function() print("later") end) end) end"#
    ),
    (
      "a tail call of after",
      #"function P:later() return after("5s", function() print("later") end) end"#
    ),
    (
      "a tail call of a helper, with a handler that uses self",
      """
      local function set(handler) after("5s", handler) end
      function P:later() return set(function() print("later", self.id) end) end
      """
    ),
    (
      "a method that another method calls",
      """
      function P:later() self:set() end
      function P:set() after("5s", function() print("later") end) end
      """
    ),
    (
      "an owner that is named",
      #"function P.later(me) after("5s", function() print("later") end, me) end"#
    ),
    (
      "an owner that is the application",
      #"function P.later() after("5s", function() print("later") end, app) end"#
    ),
  ])
  func `a timer that a parent's method sets continues after the child that called the method`(
    form: String, parent: String
  ) throws {
    let fixture = try ScriptFixture(
      Self.app(parent: parent, close: "self.parent:later() self.router:finishFlow()"))

    #expect(fixture.takePrinted().map { $0.prefix(5) } == ["later"], "\(form)")
    #expect(fixture.session.unhandled.map(\.description) == [], "\(form)")
  }

  @Test(arguments: [
    "after(\"5s\", function() print(\"late\") end)",
    "self:set()",
    "local function set() after(\"5s\", function() print(\"late\", self) end) end set()",
    "self.parent.run(function() after(\"5s\", function() print(\"late\") end) end)",
    "after(\"1ms\", function() after(\"5s\", function() print(\"late\") end) end)",
  ])
  func `a timer that a child sets ends with the child`(close: String) throws {
    let fixture = try ScriptFixture(
      Self.app(
        parent: """
          function P.run(body) body() end
          function C:set() after("5s", function() print("late") end) end
          """, close: "\(close) self.router:finishFlow()"))

    #expect(fixture.takePrinted() == [])
    #expect(fixture.session.unhandled.map(\.description) == [])
  }

  @Test
  func `an observer that a parent's method adds continues after the child that called the method`()
    throws
  {
    let fixture = try ScriptFixture(
      Self.app(
        parent: #"function P:watch() app:on("op.settled", function() print("settled") end) end"#,
        close: "self.parent:watch() self.router:finishFlow()"))

    #expect(fixture.takePrinted() == ["settled", "settled"])
  }

  @Test func `a timer that is set through a tail call without self is an error with a hint`()
    throws
  {
    let fixture = try ScriptFixture(
      Self.app(
        parent: """
          local function set() after("5s", function() print("late") end) end
          function P:later() return set() end
          """, close: "self.parent:later() self.router:finishFlow()"))

    #expect(fixture.takePrinted() == [])
    #expect(
      fixture.session.unhandled.map(\.description) == [
        """
        app.lua:5: badArgument: after: the coordinator is unknown, because a tail call (return f(…)) hides \
        the calling method; call f without return or, for after(…), pass the coordinator as the \
        last argument
        """
      ])
  }

  @Test func `setting a timer for a coordinator that has finished is rejected`() throws {
    let fixture = try ScriptFixture(
      Self.app(
        parent: "local child", close: "child = self self.router:finishFlow()")
        + #" print(pcall(after, "1s", print, child))"#)

    #expect(
      fixture.takePrinted() == [
        "false\tapp.lua:10: stale: after: coordinator c2 has finished, so its timer would never fire; pass app as "
          + "the owner of a timer that does not depend on a coordinator"
      ])
  }

  @Test func `passing an owner that is not a coordinator is an error`() throws {
    let fixture = try ScriptFixture()

    #expect(
      fixture.failure(of: #"after("1s", print, "P")"#)
        == "test.lua:1: badArgument: after: the owner is \"P\", expected a coordinator, or app for a "
        + "timer that does not depend on a coordinator")
  }
}
