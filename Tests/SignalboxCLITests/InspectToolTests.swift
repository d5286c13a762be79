import Testing

/// Tests `signalbox inspect` and `signalbox repl --inspect`. `Tests/Inspector` tests the page in a
/// browser.
@Suite struct InspectToolTests {
  private static let shop = """
    Shop = coordinator "Shop" { routes = { catalog = {} } }
    function Shop:start() self.router:startFlow("catalog") end
    application "Shop" { main = "Shop" }
    """

  @Test(arguments: [
    (["inspect"], "inspect requires a script, as in signalbox inspect app.lua."),
    (
      ["inspect", "buy.scenario.lua"],
      "buy.scenario.lua has scenarios; run them with: signalbox test buy.scenario.lua"
    ),
    (["inspect", "app.lua", "--page-port", "70000"], "The value '70000' is invalid"),
    (["repl", "--no-open", "app.lua"], "--no-open and --page-port require --inspect."),
    (
      ["repl", "--inspect", "--attach", "shop"],
      "--inspect and --attach cannot be combined; inspect in the host."
    ),
    (["repl", "--inspect", "--app", "./shop"], "--app and --inspect cannot be combined."),
  ])
  func `an invalid command line is rejected with the expected arguments`(
    arguments: [String], message: String
  ) throws {
    let tool = try Tool(["app.lua": Self.shop])
    defer { tool.remove() }
    let result = try tool.run(arguments)
    #expect(result.code == 64)
    #expect(result.errors.contains(message))
  }

  @Test func `the command inspect ends if an error prevents the script's definitions`() throws {
    let tool = try Tool(["app.lua": "Shop = coordinatr \"Shop\" {}"])
    defer { tool.remove() }
    let result = try tool.run("inspect", "--no-open", "app.lua")
    #expect(result.code == 1)
    #expect(result.output == "")
    #expect(result.errors.contains("coordinatr"))
  }

  @Test func `the prompt can print the address of its page and then continues`() throws {
    let tool = try Tool(["app.lua": Self.shop])
    defer { tool.remove() }
    let result = try tool.run(
      "repl", "--inspect", "--no-open", "app.lua", input: "app:launch()\n")
    #expect(result.output == "  ✓ launch Shop\n")
    #expect(
      result.errors.wholeMatch(of: /http:\/\/127\.0\.0\.1:\d+\/\?token=[0-9a-f]{64}\n/) != nil)
    #expect(result.code == 0)
  }
}
