import SignalboxScripting
import Testing

struct RouteDestinationTests {
  @Test func `the table of a route can contain a function that returns the destination`() throws {
    let fixture = try ScriptFixture(
      """
      Child = coordinator "Child" { routes = { child = {} } }
      function Child:start() self.router:startFlow("child") end
      Main = coordinator "Main" { routes = {
        home = {},
        computed = {
          style = "fullScreen", args = { wide = "boolean" },
          destination = function(self, args)
            return args.wide and Child or screen("narrow", { args = args })
          end,
          onFinish = function(self, result) print("finished", result) end,
        },
      } }
      function Main:start() self.router:startFlow("home") end
      application "Main" { main = "Main" }
      """)

    let printed = try fixture.run(
      """
      local r = app:launch().router
      r:route("computed", { wide = false })
      print(app.front.name, app:layers()[2].style)
      r:dismiss()
      r:route("computed", { wide = true })
      print(app.front.owner.type, app:layers()[2].style)
      app.top.router:finishFlow(7)
      print(select(2, r:route("computed", { wide = 1 }, { try = true })))
      """)

    #expect(
      printed == [
        "narrow\tfullScreen", "Child\tfullScreen", "finished\t7", "rejected\tbadArgument",
      ])
  }

  @Test(arguments: ["title = \"A\"", "actions = { \"B\" }", "coordinator = \"C\""])
  func `the table of a route cannot contain both a destination and its description`(other: String)
    throws
  {
    let fixture = try ScriptFixture()
    let key = other.prefix { $0 != " " }
    #expect(
      fixture.failure(
        of: "coordinator \"M\" { routes = { a = { destination = print, \(other) } } }")
        == "test.lua:1: badArgument: coordinator \"M\": route \"a\" has destination and \(key); "
        + "the result of destination determines the \(key)")
  }
}
