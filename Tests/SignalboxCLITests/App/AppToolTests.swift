import Foundation
import Testing

/// Tests `signalbox test --app` with the scenarios and the application in `Tests/RemoteShop`, which
/// runs in another process.
@Suite struct AppToolTests {
  private func run(
    _ tool: Tool, _ fault: String = "", _ options: String...
  ) throws -> Tool.Result {
    try tool.run(
      ["test", "--app", "\(try RemoteShop.path()) \(fault)", "--no-shuffle", "-j1"] + options)
  }

  /// Returns the first failure of a scenario, in one line.
  private func failure(_ scenario: String, _ fault: String = "", _ options: String...) throws
    -> String
  {
    let tool = try RemoteShop.tool(scenario)
    defer { tool.remove() }
    let result = try tool.run(
      [
        "test", "--app", "\(try RemoteShop.path()) \(fault)", "-j1", "--reporter", "jsonl",
      ] + options)
    let line = result.output.split(separator: "\n").first { $0.contains("\"failures\":[{") } ?? ""
    let value = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    let failures = value?["failures"] as? [[String: Any]]
    let error = failures?.first?["error"] as? [String: Any]
    return error?["message"] as? String ?? "\(result)"
  }

  // MARK: - The application alone

  @Test(arguments: [[], ["--compare"]])
  func `the scenarios of the model pass on the application`(options: [String]) throws {
    let tool = try RemoteShop.tool()
    defer { tool.remove() }
    let result = try tool.run(
      ["test", "--app", try RemoteShop.path(), "--reporter", "tap"] + options)
    #expect(result.code == 0)
    #expect(result.output.contains("1..3"), "\(result)")
  }

  @Test func `a scenario fails on an application that behaves differently`() throws {
    let tool = try RemoteShop.tool()
    defer { tool.remove() }
    let result = try run(tool, "wrongArgument")
    #expect(result.code == 1)
    #expect(result.output.contains("actual    { \"product\", id = 43 }"), "\(result)")
  }

  @Test func `a trace that an application's scenario writes can be read`() throws {
    let tool = try RemoteShop.tool()
    defer { tool.remove() }
    _ = try run(tool, "wrongArgument")
    let trace = try tool.run("trace", "show", ".signalbox/out/shop-9-shop-reads-reviews.sbtrace")
    #expect(trace.output.contains("app:tap(\"Lamp\")"), "\(trace)")
    #expect(trace.output.contains("product { id = 43 }"), "\(trace)")
  }

  // MARK: - Applications that fail

  @Test
  func `an application that ends fails the scenario, and the next scenario gets a new process`()
    throws
  {
    let tool = try RemoteShop.tool()
    defer { tool.remove() }
    let result = try run(tool, "dies")
    #expect(result.code == 1)
    #expect(
      result.output.contains(
        "it ended with exit code 3 before it responded to gesture/perform"), "\(result)")
    #expect(result.output.contains("2 passed · 1 failed"), "\(result)")
  }

  @Test
  func `an application that hangs fails the scenario, and the next scenario gets a new process`()
    throws
  {
    let tool = try RemoteShop.tool()
    defer { tool.remove() }
    let result = try run(tool, "hangs", "--timeout", "20s")
    #expect(result.code == 1)
    #expect(
      result.output.contains("it did not respond to gesture/perform within 10.0 seconds"),
      "\(result)")
    #expect(result.output.contains("2 passed · 1 failed"), "\(result)")
  }

  @Test func `a scenario whose application does not become idle names the open work`() throws {
    let tool = try RemoteShop.tool()
    defer { tool.remove() }
    let result = try run(tool, "waits", "--timeout", "20s")
    #expect(result.code == 1)
    #expect(
      result.output.contains(
        "it did not respond to idle/wait within 10.0 seconds, because asynchronous work has not "
          + "completed: Shop"
      ), "\(result)")
    #expect(result.output.contains("2 passed · 1 failed"), "\(result)")
  }

  @Test func `an application that does not start fails the scenario with its output`() throws {
    let message = try failure("scenario \"starts\" { function(app) app:launch() end }", "exits")
    #expect(
      message == """
        appFailed: the application given with --app: it ended with exit code 3 before it started \
        listening; its output ends with:
        shop: the database is locked
        """)
  }

  @Test func `an application that sends contradictory data fails the scenario`() throws {
    let message = try failure(
      "scenario \"asks\" { function(app) app:launch() app:tap \"Lamp\" end }", "lies")
    #expect(
      message.hasPrefix(
        "unreachable: the application sent an inconsistent state: it must contain a number "
          + "for each coordinator, layer and screen"), "\(message)")
  }

  // MARK: - Unsupported calls

  @Test(arguments: [
    ("app:guard(function() end)", "guard: a script function does not run in the application"),
    ("after(\"1s\", print)", "after: the application has its own clock"),
    ("clock.manual()", "clock.manual: the application has its own clock"),
    ("app.isStrict = true", "isStrict: only the application can change this setting"),
    (
      "coordinator \"Cellar\" { routes = { wine = {} } }",
      "coordinator \"Cellar\": the application has no coordinator of this name, and scripts do not "
        + "run in it"
    ),
    (
      "app.top.step = 1",
      "step: the coordinator is an object of the application without fields for scripts"
    ),
    (
      "app.top.router:navigate(\"checkout\", nil, { onFinish = print })",
      "navigate: onFinish: a script function does not run in the application"
    ),
  ])
  func `calls that need scripts in the application are rejected`(call: String, reason: String)
    throws
  {
    let message = try failure(
      "require \"shop\"\nscenario \"asks\" { function(app) app:launch()\n\(call) end }")
    #expect(message.hasPrefix("unsupported: \(reason)"), "\(message)")
  }

  @Test func `a model is rejected if it has a coordinator that the application does not have`()
    throws
  {
    let message = try failure(
      """
      coordinator "Cellar" { routes = { wine = {} } }
      scenario "asks" { function(app) app:launch "Cellar" end }
      """)
    #expect(
      message.hasPrefix(
        "unsupported: coordinator \"Cellar\": the application has no coordinator of this name"))
  }

  // MARK: - Comparison with the model

  @Test(arguments: [
    ("missingRoute", "app:tap(\"Reviews\")", "Home/Shop stack: - reviews { id = 42 }"),
    ("otherStyle", "app:tap(\"Buy\")", "layers: - sheet Home/Shop/Checkout + fullScreen"),
    ("wrongArgument", "app:tap(\"Lamp\")", "stack: - product { id = 42 } + product { id = 43 }"),
    ("lostBack", "app:back()", "Home/Shop/Checkout stack: - payment"),
    ("otherTabs", "app:launch(\"Home\")", "Home pages: - shop - cart + cart + shop"),
    (
      "otherLink", "app:open(\"shop://product/7\")",
      "stack: - product { id = 7 } + reviews { id = 7 }"
    ),
  ])
  func `a comparison names the first step at which the application differs`(
    drift: String, step: String, difference: String
  ) throws {
    let tool = try RemoteShop.tool()
    defer { tool.remove() }
    let result = try tool.run([
      "test", "--app", "\(try RemoteShop.path()) \(drift)", "--compare", "--no-shuffle", "-j1",
    ])
    #expect(result.code == 1)
    #expect(
      result.output.contains(
        "✗ differs: the application differs from the model after \(step):"), "\(result)")
    for text in [difference, "model:       Home[", "application: Home["] {
      #expect(result.output.contains(text), "\(result)")
    }
  }

  // MARK: - Running applications

  @Test func `an application at an address runs all scenarios and is relaunched before each one`()
    throws
  {
    let tool = try RemoteShop.tool()
    defer { tool.remove() }
    let shop = try RemoteShop()
    for options in [[], ["--compare"]] {
      let result = try tool.run(["test", "--app", shop.place, "-q", "-j4"] + options)
      #expect(result.code == 0, "\(result)")
      #expect(result.output.contains("3 passed"), "\(result)")
    }
  }

  @Test(arguments: [
    (["--compare"], "--compare requires --app."),
    (["--app", " "], "--app is empty, expected a command, unix:PATH or tcp:PORT."),
    (
      ["--app", "tcp:70000"],
      "--app is tcp:70000, expected unix: and a path, or tcp: and a port from 1 to 65535; reach "
        + "another machine through a tunnel."
    ),
    (["--app", "unix:"], "--app is unix:, expected unix: and a path, or tcp: and a port"),
    (["--app", "tcp:10.0.0.7:4000"], "--app is tcp:10.0.0.7:4000, expected unix: and a path"),
    (
      ["--app", "shop", "--app-token-file", "t"],
      "--app-token-file is for unix:PATH and tcp:PORT; --app is the command shop."
    ),
  ])
  func `test options that cannot be combined with an application are rejected`(
    options: [String], message: String
  ) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let result = try tool.run(["test"] + options)
    #expect(result.code == 64)
    #expect(result.errors.contains(message), "\(result)")
  }

  @Test func `the reason why an application rejects a client is the error`() throws {
    let shop = try RemoteShop()
    let tool = try RemoteShop.tool("scenario \"asks\" { function(app) app:launch \"Home\" end }")
    defer { tool.remove() }
    let token = tool.folder.appending(path: "token")
    try Data("guess".utf8).write(to: token)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: token.path)
    let result = try tool.run("test", "--app", shop.place, "--app-token-file", "token")
    #expect(result.code == 1)
    #expect(
      result.output.contains(
        "appFailed: the application given with --app \(shop.place): the token "),
      "\(result)")
    #expect(!result.output.contains("RemoteHost"))
  }

  @Test func `an address at which no application listens is an error that contains the address`()
    throws
  {
    let tool = try RemoteShop.tool("scenario \"asks\" { function(app) app:launch \"Home\" end }")
    defer { tool.remove() }
    let result = try tool.run("test", "--app", "unix:./none.sock")
    #expect(result.code == 1)
    #expect(result.output.contains("appFailed: --app unix:./none.sock:"), "\(result)")
  }

  @Test(arguments: [
    (
      "unix:./none.sock",
      "signalbox: appFailed: --app unix:./none.sock: there is no session at ./none.sock"
    ),
    (
      "RemoteShop exits",
      "signalbox: appFailed: the application given with --app: it ended with exit code 3"
    ),
  ])
  func `an application that cannot be reached is reported once for all scenarios`(
    place: String, message: String
  ) throws {
    let tool = try RemoteShop.tool()
    defer { tool.remove() }
    let text = place.replacing("RemoteShop", with: try RemoteShop.path())
    let result = try tool.run("test", "--app", text)
    #expect(result.code == 1)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix(message), "\(result)")
    #expect(result.errors.split(separator: "appFailed").count == 2)
  }

  @Test func `the application is not started if no scenario is selected`() throws {
    let tool = try RemoteShop.tool()
    defer { tool.remove() }
    let result = try tool.run("test", "--app", "unix:./none.sock", "--list")
    #expect(result.code == 0, "\(result)")
  }
}
