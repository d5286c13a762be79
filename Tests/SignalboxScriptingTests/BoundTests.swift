import Signalbox
import SignalboxScripting
import Testing

/// Input from scripts is read with limits, and every loop over it ends at the deadline.
@Suite struct BoundTests {
  private static let home = """
    local Home = coordinator "Home" {
      routes = { home = "Home", list = { title = "List", args = { items = "table" } } } }
    function Home:start() self.router:startFlow("home") end
    router = app:launch("Home").router

    """

  private func messages(_ script: String) throws -> [String] {
    try ScriptFixture().run(Self.home + script)
  }

  @Test func `a table that shares itself is rejected as more than 100,000 values`() throws {
    let printed = try messages(
      """
      local l = 1
      for i = 1, 30 do l = { l, l, l, l } end
      local _, error = pcall(router.navigate, router, "list", { items = l })
      print((tostring(error):match("badArgument: .-expected at most (.-);")))
      """)
    #expect(printed == ["100,000 values"])
  }

  @Test func `arguments with more than 16 MiB of text are rejected`() throws {
    let printed = try messages(
      """
      local text, items = ("x"):rep(1 << 20), {}
      for i = 1, 17 do items[i] = text end
      local _, error = pcall(router.navigate, router, "list", { items = items })
      print((tostring(error):match("badArgument: .-expected at most (.-);")))
      """)
    #expect(printed == ["16 MiB of text"])
  }

  @Test func `tabs with more than 1,000 pages are rejected`() throws {
    let printed = try messages(
      """
      local pages = {}
      for i = 1, 1001 do pages[i] = { id = "p" .. i, coordinator = "Home" } end
      local _, error = pcall(function() tabs "Tabs" { pages = pages } end)
      print((tostring(error):match("got 1001 pages, expected at most 1000")))
      """)
    #expect(printed == ["got 1001 pages, expected at most 1000"])
  }

  @Test(arguments: [
    ("routes", "'x'"), ("links", "function() end"), ("properties", "{}"), ("args", "'string'"),
  ])
  func `a definition with more than 10,000 entries is rejected`(key: String, entry: String) throws {
    let printed = try messages(
      """
      local entries = {}
      for i = 1, 10001 do entries["e" .. i] = \(entry) end
      local _, error = pcall(function() coordinator "Many" { \(key) = entries } end)
      print((tostring(error):match("badArgument: .*")))
      """)
    #expect(
      printed == [
        "badArgument: coordinator \"Many\": \(key) has more than 10000 entries; divide them "
          + "among several definitions"
      ])
  }

  @Test func `a route with more than 10,000 actions is rejected`() throws {
    let printed = try messages(
      """
      local actions = {}
      for i = 1, 10001 do actions[i] = "a" .. i end
      local _, error = pcall(function()
        coordinator "Many" { routes = { home = { actions = actions } } }
      end)
      print((tostring(error):match("badArgument: .*")))
      """)
    #expect(
      printed == [
        "badArgument: coordinator \"Many\": route \"home\": actions has more than 10000 entries; "
          + "divide them among several definitions"
      ])
  }

  @Test func `starting 1,000 pages that each have 1,000 pages ends at the deadline`() throws {
    let fixture = try ScriptFixture()
    let error = #expect(throws: ScriptError.self) {
      try fixture.run(
        Self.home + """
          local function pages(name)
            local list = {}
            for i = 1, 1000 do list[i] = { id = "p" .. i, coordinator = name } end
            return list
          end
          tabs "Inner" { pages = pages "Home" }
          tabs "Middle" { pages = pages "Inner" }
          tabs "Outer" { pages = pages "Middle" }
          app:launch "Outer"
          """, timeout: .milliseconds(300))
    }
    #expect(error?.kind == .timeout)
    #expect(try fixture.run("print(1)") == ["1"])
  }

  @Test func `a table with a million names is truncated when it is printed`() throws {
    let fixture = try ScriptFixture()
    let evaluation = fixture.session.evaluate(
      "(function() local t = {} for i = 1, 200000 do t['n' .. i] = i end return t end)()")
    guard case .values(let texts) = evaluation else {
      Issue.record("\(evaluation)")
      return
    }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("… more than 9900 more") == true)
  }

  @Test func `a table with 70,000 names is read completely`() throws {
    let printed = try ScriptFixture().run(
      Self.home + """
        local items = {}
        for i = 1, 70000 do items["n" .. i] = i end
        router:navigate("list", { items = items })
        print(app.front.args.items.n1, app.front.args.items.n70000)
        """, timeout: .seconds(20))
    #expect(printed == ["1\t70000"])
  }

  @Test func `the name of an unknown route is shortened in the rejection`() throws {
    let printed = try messages(
      """
      local _, error = pcall(router.navigate, router, ("a"):rep(1000000))
      print(tostring(error):match("unknownRoute"), #tostring(error) < 5000)
      """)
    #expect(printed == ["unknownRoute\ttrue"])
  }

  @Test func `at most 100 errors of callbacks are kept, and one more reports the limit`() throws {
    let fixture = try ScriptFixture()
    var reported = 0
    fixture.session.addHooks(SessionHooks(onUnhandled: { _ in reported += 1 }))
    try fixture.run(
      Self.home + """
        app:on("didAppear", function() error("no") end)
        for i = 1, 300 do router:navigate("list", { items = {} }) router:pop() end
        """)
    #expect(reported == 101)
    #expect(fixture.session.unhandled.count == 101)
    #expect(fixture.session.unhandled.last?.code == "tooManyErrors")
    #expect(fixture.session.unhandled.dropLast().allSatisfy { $0.message == "no" })
  }
}
