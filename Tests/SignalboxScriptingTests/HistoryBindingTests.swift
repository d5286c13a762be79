import Signalbox
import SignalboxScripting
import Testing

struct HistoryBindingTests {
  @Test func `scripts can undo and redo, and fields are restored with their coordinators`() throws {
    let fixture = try ScriptFixture.launchedShop()

    let printed = try fixture.run(
      """
      local r = app.main.router
      print(app:undo(5), app:redo())
      print(select(2, app:undo()))
      app:launch()
      r = app.main.router
      r:navigate("product", { id = 1 })
      app.keepsFinished = true
      r:navigate("checkout")
      app.top.note = "mine"
      local checkout = app.top
      app:swipeDown()
      print(checkout.isAlive, app.front.name, app.undoable)
      print(select(2, app:undo()))
      print(checkout.isAlive, checkout == app.top, checkout.note, app.front.name)
      print(select(2, app:undo(2)))
      print(app.front.name, app.redoable)
      print(select(2, app:redo(2)))
      print(checkout.note, app.front.name)
      print(select(2, app:undo(9)))
      print(app.main, select(2, app:undo()))
      """)

    #expect(
      printed == [
        "app\tapp\tdone\t1", "done\t1", "checked out\tnil\tuserSwipe", "false\tproduct\t4",
        "done\t1", "true\ttrue\tmine\taddress",
        "done\t2", "catalog\t3", "done\t2", "mine\taddress", "done\t3", "nil\tnoop\tnothingToUndo",
      ])
  }

  @Test func `finished coordinators that nothing retains cannot be restored`() throws {
    let fixture = try ScriptFixture.launchedShop()

    let printed = try fixture.run(
      """
      app.main.router:navigate("checkout")
      app:swipeDown()
      print(pcall(app.undo, app))
      print(app.front.name)
      """)

    #expect(
      printed == [
        "checked out\tnil\tuserSwipe",
        "false\ttest.lua:3: notKept: coordinator c2 Checkout cannot be restored: it has been "
          + "released; set keepsFinished before the removal, so that the history retains it",
        "catalog",
      ])
  }

  @Test func `a snapshot is text that restores the state`() throws {
    let fixture = try ScriptFixture()
    try fixture.run(
      """
      coordinator "Restorable" {
        routes = { one = {}, two = { args = { id = "integer" } } },
        start = function(self) self.router:startFlow("one") end,
        restored = function(self) print("restored", self.id) end,
      }
      app:launch("Restorable")
      app.main.router:navigate("two", { id = 1 })
      """)

    let printed = try fixture.run(
      """
      local saved = app:saveState()
      app.main.router:popToRoot()
      local same, status, value = app:restoreState(saved)
      print(status, #value.dropped, app:saveState() == saved, app.front.args.id)
      print(pcall(app.restoreState, app, "{"))
      print(select(2, app:restoreState("nothing", { try = true })))
      """)

    #expect(
      printed == [
        "restored\tc2", "done\t0\ttrue\t1",
        "false\ttest.lua:5: malformed: JSON, line 1, column 2: expected a name in double quotes, "
          + "but the text ends",
        "rejected\tmalformed",
      ])
  }

  @Test func `a restored child that finishes calls the onFinish of the route`() throws {
    let fixture = try ScriptFixture.launchedShop()

    let printed = try fixture.run(
      """
      app.main.router:navigate("checkout")
      app:restoreState(app:saveState())
      app.top.router:finishFlow({ paid = true })
      """)

    #expect(printed == ["checked out\tnil\treplaced", "checked out\ttrue\tfinished"])
  }

  @Test func `two states can be compared as data and as text`() throws {
    let fixture = try ScriptFixture.launchedShop()

    let printed = try fixture.run(
      """
      local before = app:saveState()
      print(app:diff(before).text)
      app.main.router:navigate("product", { id = 1 })
      app.main.router:navigate("checkout")
      local difference = app:diff(before)
      print(difference.text)
      print(#difference.changes, difference.changes[2].kind, difference.changes[2].added[1])
      print(app:diff(app:saveState(), before).changes[1].removed[1])
      print(pcall(app.diff, app, 7))
      """)

    #expect(
      printed == [
        "no difference",
        "coordinators: + Shop/Checkout [address]\nShop stack: + product { id = 1 }\n"
          + "layers: + sheet Shop/Checkout",
        "3\tstack\tproduct { id = 1 }", "Shop/Checkout [address]",
        "false\ttest.lua:9: badArgument: diff: a state is 7, expected the result of `app:saveState()`",
      ])
  }

  @Test func `a session can be recorded and replayed`() throws {
    let fixture = try ScriptFixture(ScriptFixture.shop)

    let printed = try fixture.run(
      """
      local stop = app:record()
      app:launch()
      app:open "shop://product/3"
      app:tap "Buy"
      app:tap "Next"
      local lines = stop()
      app:swipeDown()
      local report = app:replay(lines)
      print(report.steps, report.isTruncated, report.divergence, app.front.name)
      report = app:replay(table.concat(lines, "\\n"):sub(1, -5))
      print(report.steps, report.isTruncated, report.divergence)
      lines[2] = lines[2]:gsub("done", "noop(atRoot)")
      print(app:replay(lines).divergence.text)
      print(pcall(app.replay, app, { "x" }))
      """)

    #expect(
      printed == [
        "checked out\tnil\tuserSwipe", "4\tfalse\tnil\tpayment",
        "checked out\tnil\treplaced", "3\ttrue\tnil", "checked out\tnil\treplaced",
        "step 1 (line 2), startFlow: expected noop(atRoot), got done",
        "false\ttest.lua:14: malformed: replay: line 1 of the recording: JSON, line 1, column 1: "
          + "expected a value",
      ])
  }

  @Test func `leaks include objects that were never shown, with the script that retains them`()
    throws
  {
    let fixture = try ScriptFixture.launchedShop()

    let printed = try fixture.run(
      """
      print(#app:leaks())
      local Extra = coordinator "Extra" { routes = { one = {} } }
      kept = Extra:new()
      Extra:new()
      for _, leak in ipairs(app:leaks()) do print(leak.text) end
      """)

    #expect(
      printed == [
        "0", "c2 Extra was never shown, retained by engine, script",
        "c3 Extra was never shown, retained by engine",
      ])
  }
}
