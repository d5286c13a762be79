import Testing

struct DeepTreeTests {
  @Test
  func `a script that nests coordinators endlessly is rejected at the depth limit`()
    throws
  {
    let fixture = try ScriptFixture(
      """
      local Flow = coordinator "Flow" {
        style = "push", routes = { a = {}, deeper = { coordinator = "Flow" } },
      }
      function Flow:start() self.router:startFlow("a") end
      application "Deep" { main = "Flow" }
      """)
    let error = fixture.failure(
      of: """
        app:launch()
        local router = app.main.router
        while true do router = router:navigate("deeper") end
        """)
    #expect(
      error == "test.lua:3: tooDeep: Flow would have 500 ancestors, but the maximum is 499; "
        + "finish flows that are no longer needed")
    let printed = try fixture.run(
      """
      print(#app:tree() > 0)
      app:restoreState(app:saveState())
      app.main.router:popToRoot()
      print(#app:stack(), app.front.name)
      """)
    #expect(printed == ["true", "1\ta"])
  }
}
