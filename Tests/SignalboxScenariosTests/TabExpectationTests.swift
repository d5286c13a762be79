import Testing

struct TabExpectationTests {
  private let fixture = ScenarioFixture()
  /// Tests expectations about tabs that other tabs in full screen cover.
  private let home = """
    for _, name in ipairs { "Feed", "Me", "Mail", "Start" } do
      local Page <const> = coordinator(name) {
        routes = { [name:lower()] = {}, welcome = { coordinator = "Welcome" }, note = {} },
      }
      function Page:start() self.router:startFlow(name:lower()) end
    end
    tabs "Home" { pages = { { id = "feed", coordinator = "Feed" }, { id = "me", coordinator = "Me" } } }
    tabs "Welcome" {
      style = "fullScreen", current = "start",
      pages = { { id = "mail", coordinator = "Mail" }, { id = "start", coordinator = "Start" } },
    }
    app:launch("Home")
    """

  @Test(arguments: [
    ("", "tab = 'feed', pages = { 'feed', 'me' }"),
    ("app:tapTab 'me'", "tab = 'me'"),
    ("app.top.router:present('note')", "tab = 'feed', layers = 2"),
    ("app.top.router:navigate('welcome')", "tab = 'start', pages = { 'mail', 'start' }"),
    (
      "app.top.router:navigate('welcome') app:tapTab 'mail' app.top.router:present('note')",
      "tab = 'mail', layers = 3"
    ),
    (
      "app.top.router:navigate('welcome') app:coordinator('Welcome').router:finishFlow()",
      "tab = 'feed', layers = 1"
    ),
  ])
  func `expectations about tabs use the tabs of the topmost layer with tabs`(
    change: String, expectation: String
  ) throws {
    let source = "\(home) \(change) app:expect { \(expectation) }"
    #expect(try fixture.failures(of: source) == [])
  }
}
