import SignalboxScripting
import Testing

/// Tests the return values of functions that can handle input (decision 0170).
struct AnswerTests {
  private func outcome(ofLink answer: String) throws -> [String] {
    try ScriptFixture().run(
      """
      local Main = coordinator "Main" {
        routes = { home = {} },
        links = { ["app://one"] = function(self) \(answer) end },
      }
      function Main:start() self.router:startFlow "home" end
      app:launch(Main)
      app:on({ "link.opened", "link.queued", "link.unhandled" }, function(e) print(e.kind) end)
      print(select(2, pcall(function() app:open "app://one" end)) ~= nil)
      """)
  }

  @Test(arguments: [
    ("", "link.opened"), ("return true", "link.opened"), ("return 'handled'", "link.opened"),
    ("return false", "link.unhandled"), ("return 'unhandled'", "link.unhandled"),
    ("return 'deferred'", "link.queued"),
  ]) func `a link handler counts as handling its pattern unless it returns otherwise`(
    answer: String, event: String
  ) throws {
    #expect(try outcome(ofLink: answer).first == event)
  }

  @Test(arguments: [
    ("return 'hendled'", "returned \"hendled\""), ("return 7", "returned 7"),
    ("return self.router", "returned router of Main (c1)"),
  ]) func `an invalid return value of a link handler is an error with the expected values`(
    answer: String, came: String
  ) throws {
    let failures = try ScriptFixture().run(
      """
      local Main = coordinator "Main" {
        routes = { home = {} },
        links = { ["app://one"] = function(self) \(answer) end },
      }
      function Main:start() self.router:startFlow "home" end
      app:launch(Main)
      app:on("handler.failed", function(event) print(event.reason) end)
      app:open "app://one"
      """)
    #expect(
      failures.first?.contains(
        "badAnswer: link \"app://one\" of Main \(came), expected \"handled\", \"unhandled\" or "
          + "\"deferred\" (true, false and nothing are also accepted)") == true, "\(failures)")
  }

  @Test(arguments: [
    ("", "home"), ("return false", "home"), ("return 'unhandled'", "home"),
    ("return true", "next"), ("return 'handled'", "next"),
  ]) func `going back is handled only if onBack returns true`(answer: String, front: String) throws
  {
    let fixture = try ScriptFixture(
      """
      local Main = coordinator "Main" { routes = { home = {}, next = {} } }
      function Main:start() self.router:startFlow "home" end
      function Main:onBack() \(answer) end
      app:launch(Main).router:navigate "next"
      app:back()
      print(app.front.name)
      """)
    #expect(fixture.takePrinted() == [front])
  }

  @Test func `onBack cannot return deferred, because it is not called again`() throws {
    let failures = try ScriptFixture().run(
      """
      local Main = coordinator "Main" { routes = { home = {}, next = {} } }
      function Main:start() self.router:startFlow "home" end
      function Main:onBack() return "deferred" end
      app:launch(Main).router:navigate "next"
      app:on("handler.failed", function(event) print(event.reason) end)
      app:back()
      """)
    #expect(
      failures.first?.contains(
        "badAnswer: onBack of Main returned \"deferred\", expected \"handled\" or \"unhandled\"")
        == true, "\(failures)")
  }

  @Test(arguments: [
    ("", "home", ""), ("return true", "home", ""), ("return false", "sheet", ""),
    (
      "return 'no'", "home",
      "badAnswer: shouldDismiss of Main returned \"no\", expected true, false or nothing"
    ),
  ]) func `shouldDismiss returns true or false`(
    answer: String, front: String, failure: String
  ) throws {
    let fixture = try ScriptFixture(
      """
      local Main = coordinator "Main" { routes = { home = {}, sheet = { style = "sheet" } } }
      function Main:start() self.router:startFlow "home" end
      function Main:shouldDismiss() \(answer) end
      app:launch(Main).router:navigate "sheet"
      """)
    var failures: [String] = []
    fixture.session.addHooks(SessionHooks(onUnhandled: { failures.append($0.message) }))
    #expect(try fixture.run("app:swipeDown() print(app.front.name)") == [front])
    #expect(failures == (failure.isEmpty ? [] : [failure]))
  }
}
