import Foundation
import Testing

/// Tests commands that show the contents of files. Each shown string has a limited length and
/// contains no control sequences.
@Suite struct QuotedFileTests {
  /// A string of 200,000 bytes that ends with a control sequence.
  private static let long = String(repeating: "long ", count: 40_000)
  private static let control = "\u{1B}[2J"

  private static let manifest = """
    return { name = "p", version = "1.0.0", api = 1, license = "MIT",
      summary = "\(long)\(control)", permissions = { "fs:read:\(long)\(control)" }, setup = function() end }
    """

  private struct Case {
    let name: String
    let files: [String: String]
    let arguments: [String]
  }

  private static let cases = [
    Case(
      name: "a capability", files: ["plugins/p/plugin.lua": manifest],
      arguments: ["plugin", "info", "p"]),
    Case(
      name: "capabilities that are granted",
      files: [
        "plugins/p/plugin.lua": manifest,
        "signalbox.lua":
          "return { plugins = { p = { permissions = { \"fs:read:\(long)\\u{1B}[2J\" } } } }\n",
      ], arguments: ["plugin", "list", "--trust"]),
    Case(
      name: "a grant",
      files: [
        "signalbox.lua":
          "return { plugins = { p = { permissions = { \"env:\(long)\\u{1B}\" } } } }\n"
      ],
      arguments: ["trust"]),
    Case(
      name: "a folder that is trusted",
      files: [
        "home/signalbox/trusted.lua":
          "return { folders = { [\"\(long)\\u{1B}\"] = { \"env:\(long)\" } } }\n"
      ],
      arguments: ["trust", "--list"]),
    Case(
      name: "a mistake in the trusted folders",
      files: [
        "signalbox.lua": "return { plugins = { p = { permissions = { \"env:CI\" } } } }\n",
        "home/signalbox/trusted.lua": "return { folders = { [\"\(long)\\u{1B}\"] = 7 } }\n",
      ], arguments: ["-e", "1"]),
    Case(
      name: "a name in a manifest",
      files: ["plugins/p/plugin.lua": "return { name = '\(long)\(control)', api = 1 }"],
      arguments: ["plugin", "info", "p"]),
    Case(
      name: "a key of the configuration",
      files: ["signalbox.lua": "return { [\"\(long)\\u{1B}\"] = 1 }\n"], arguments: ["test"]),
    Case(
      name: "the name of a test",
      files: ["a.scenario.lua": "scenario('\(long)\(control)', { function() end })"],
      arguments: ["test", "--list"]),
    Case(
      name: "the name of a function",
      files: [
        "a.lua": "local function \(long.replacing(" ", with: "_"))() error('no') end "
          + "\(long.replacing(" ", with: "_"))()"
      ], arguments: ["run", "a.lua"]),
    Case(
      name: "a line of a script", files: ["a.lua": "error('no') -- \(long)"],
      arguments: ["run", "a.lua"]),
    Case(
      name: "characters without width",
      files: [
        "a.lua": "error('no') -- "
          + String(repeating: "\u{200B}", count: 100_000)
      ], arguments: ["run", "a.lua"]),
    Case(
      name: "a list of tests", files: ["list.txt": long],
      arguments: ["test", "--test-list", "list.txt"]),
    Case(
      name: "what a check of health finds",
      files: [
        "plugins/p/plugin.lua": "return { name = 'p', version = '1.0.0', api = 1, summary = '' }",
        "plugins/p/health.lua": "return function(health) health.ok('\(long)\(control)') end",
      ], arguments: ["doctor", "--plugin", "p"]),
    Case(
      name: "a message of an error", files: ["a.scenario.lua": "error('\(long)\(control)')"],
      arguments: ["test", "--reporter", "jsonl"]),
  ]

  @Test func `strings from a file are shown up to 10,000 bytes, without control characters`() throws
  {
    for one in Self.cases {
      let tool = try Tool(one.files)
      defer { tool.remove() }
      let home = tool.folder.appending(path: "home").path
      let result = try tool.run(one.arguments, environment: ["XDG_CONFIG_HOME": home])
      let text = result.output + result.errors
      #expect(text.utf8.count < 45_000, "\(one.name): \(text.utf8.count) bytes")
      #expect(!text.isEmpty, "\(one.name)")
      #expect(!text.contains("\u{1B}"), "\(one.name)")
    }
  }

  @Test func `only the first bytes of calls, outcomes and states in a recording are shown`() throws
  {
    let tool = try Tool([
      "a.scenario.lua": """
      local Home = coordinator "Home" { routes = { home = {} } }
      function Home:start() self.router:startFlow("home") end
      scenario "a" { function(app)
        app:launch(Home)
        app.main.router:navigate("home", { text = ("long "):rep(40000) })
      end }
      """
    ])
    defer { tool.remove() }
    #expect(try tool.run("test", "--trace", "on", "--output", "out").code == 0)
    let result = try tool.run("trace", "show", "out")
    #expect(result.code == 0)
    #expect(result.output.utf8.count < 25_000)
    #expect(result.output.contains("… "))
    #expect(result.output.contains("more bytes"))
  }
}
