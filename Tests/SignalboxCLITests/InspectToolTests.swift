import Foundation
import Testing

/// Tests `signalbox inspect` and `signalbox repl --inspect`. `Tests/Inspector` tests the page in a
/// browser.
@Suite struct InspectToolTests {
  private static let shop = """
    Shop = coordinator "Shop" { routes = { catalog = {} } }
    function Shop:start() self.router:startFlow("catalog") end
    application "Shop" { main = "Shop" }
    """

  private static var address: Regex<Substring> {
    /http:\/\/127\.0\.0\.1:\d+\/\?token=[0-9a-f]{64}\n/
  }

  @Test(arguments: [
    (["inspect"], "inspect requires a script, as in signalbox inspect app.lua."),
    (
      ["inspect", "buy.scenario.lua"],
      "buy.scenario.lua has scenarios; run them with: signalbox test buy.scenario.lua"
    ),
    (["inspect", "app.lua", "--page-port", "70000"], "The value '70000' is invalid"),
    (["repl", "--no-open", "app.lua"], "--no-open, --page-port and --web-view require --inspect."),
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
      result.errors.wholeMatch(of: Self.address) != nil, "\(result)")
    #expect(result.code == 0)
  }

  @Test(arguments: ["xdg-open", "open", "my-browser"])
  func `the command inspect opens another address of the page in a browser`(name: String) throws {
    #if canImport(Darwin)
      if name == "xdg-open" { return }
    #else
      if name == "open" { return }
    #endif
    let tool = try Tool(["app.lua": Self.shop, "bin/README": ""])
    defer { tool.remove() }
    // The browser ends the session, so that the test does not wait.
    try tool.addProgram("bin/\(name)", "echo \"$# $1\" >opened; kill -INT $PPID")
    let result = try tool.run(
      "inspect", "app.lua",
      environment: [
        "PATH": "\(tool.folder.appending(path: "bin").path):/usr/bin:/bin", "DISPLAY": ":0",
        "BROWSER": name == "my-browser" ? name : "",
      ])
    #expect(result.output.wholeMatch(of: Self.address) != nil, "\(result)")
    #expect((result.errors, result.code) == ("", 0))
    let opened = try Tool.text(of: tool.folder.appending(path: "opened"))
    #expect(opened.hasPrefix("1 "))
    #expect(opened.dropFirst(2).wholeMatch(of: Self.address) != nil, "\(opened)")
    #expect(opened.dropFirst(2) != result.output)
  }

  @Test func `the page for a web view opens no browser and ends with standard input`() throws {
    let tool = try Tool(["app.lua": Self.shop])
    defer { tool.remove() }
    let result = try tool.run(
      "inspect", "--web-view", "app.lua", input: "\n",
      environment: ["BROWSER": "no-such-browser"])
    let addresses = result.output.matches(of: Self.address).map { String($0.output) }
    #expect(result == Tool.Result(addresses.joined()))
    #expect(Set(addresses).count == 2)
  }

  @Test func `an attached prompt can print the address of a page of the host's session`() throws {
    let tool = try Tool(["app.lua": Self.shop])
    defer { tool.remove() }
    let host = try Terminal("run", "--listen=./s", "app.lua", folder: tool.folder)
    try host.wait(for: "listening at ./s\r\n")
    let result = try tool.run(
      "repl", "--inspect", "--no-open", "--attach", "./s", input: "app:launch()\n")
    #expect(result.output == "  ✓ launch Shop\n")
    #expect(result.errors.wholeMatch(of: Self.address) != nil, "\(result)")
    #expect(result.code == 0)
    try host.type("\u{3}")
    #expect(try host.finish() == 0)
  }

  @Test func `the prompt of an application can print the address of a page of the application`()
    throws
  {
    let tool = try RemoteShop.tool()
    defer { tool.remove() }
    let result = try tool.run(
      "repl", "--inspect", "--no-open", "--app", try RemoteShop.path(), input: "app:tap 'Lamp'\n")
    #expect(result.output == "  ✓ push product { id = 42 }\n")
    #expect(result.errors.wholeMatch(of: Self.address) != nil, "\(result)")
    #expect(result.code == 0)
  }
}
