import Foundation
import Testing

/// Tests that `docs/reference/configuration.md` lists the keys that `signalbox.lua` accepts.
@Suite struct ConfigurationPageTests {
  /// A row of a table of keys: `| key | type | default | example | description |`.
  private struct Row {
    let key: String
    let type: String
    let standard: String
    let example: String
  }

  private static func page() throws -> String {
    try String(
      contentsOf: DocumentationTests.root.appending(path: "docs/reference/configuration.md"),
      encoding: .utf8)
  }

  private static func rows() throws -> [Row] {
    try page().split(separator: "\n").compactMap { line in
      let cells = line.replacing("\\|", with: "¦").split(separator: "|")
        .map { $0.trimmingCharacters(in: .whitespaces).replacing("¦", with: "|") }
      guard line.hasPrefix("| `"), cells.count == 5 else { return nil }
      let code = cells.map { $0.replacing("`", with: "") }
      return Row(key: code[0], type: code[1], standard: code[2], example: code[3])
    }
  }

  /// The keys and types of the editor definitions, generated from the schema.
  private static func schema(_ tool: Tool) throws -> [String] {
    let prefixes = [
      "PluginSettingsTable": "plugins.NAME", "PromptSettingsTable": "repl",
      "TestSettingsTable": "test",
    ]
    var prefix: String?
    return try tool.run("lua-types").output.split(separator: "\n").compactMap { line in
      if let name = line.wholeMatch(of: #/---@class signalbox\.(\w+)/#)?.output.1 {
        prefix = prefixes[String(name)]
      }
      guard let prefix, let field = line.prefixMatch(of: #/---@field (\w+)\?? (table<[^>]*>|\S+) /#)
      else { return nil }
      return "\(prefix).\(field.output.1): \(field.output.2)"
    }
  }

  @Test func `the configuration page has a row with the type of each key, and every row is a key`()
    throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    let rows = try Self.rows()

    #expect(rows.map { "\($0.key): \($0.type)" }.sorted() == (try Self.schema(tool)).sorted())
    #expect(rows.allSatisfy { !$0.standard.isEmpty && !$0.example.isEmpty })
  }

  @Test func `the program accepts the example in every row of the configuration page`() throws {
    for row in try Self.rows() {
      let path = row.key.replacing("NAME", with: "greet").split(separator: ".")
      let table = path.dropFirst().reversed().reduce(row.example) { "{ \($1) = \($0) }" }
      let tool = try Tool(["signalbox.lua": "return { \(path[0]) = \(table) }"])
      defer { tool.remove() }
      let result = try tool.run("doctor")
      #expect(!result.description.contains("signalbox.lua:"), "\(row.key): \(result)")
    }
  }

  @Test func `the program accepts the complete example configuration, which has every key`() throws
  {
    let text = try #require(
      try Self.page().firstMatch(of: /```lua title="signalbox.lua"\n([\s\S]*?)```/))
    let example = String(text.output.1)
    let tool = try Tool([
      "signalbox.lua": example,
      "scenarios/one.scenario.lua":
        "scenario \"one\" { function(app) end }\nscenario \"two\" { tags = \"slow\", function(app) end }",
      "plugins/greet/plugin.lua": """
      return { name = "greet", version = "1.0.0", api = 1, summary = "greets", setup = function() end }
      """,
    ])
    defer { tool.remove() }

    let result = try tool.run("test", "--list", "--tag", "not slow")
    #expect(result.code == 0, "\(result)")
    let keys = try Self.rows().compactMap { $0.key.split(separator: ".").last }
    #expect(keys.filter { !example.contains("\($0) = ") } == [])
  }

  @Test func `every environment variable in the sources is on the configuration page`() throws {
    let sources = DocumentationTests.root.appending(path: "Sources")
    let page = try Self.page()
    var names: Set<String> = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    where path.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      for match in text.matches(of: /"([A-Z][A-Z0-9_]+)"/) { names.insert(String(match.output.1)) }
    }
    // Signals, placeholders in help, headings of manual pages, methods of HTTP, and other uppercase
    // strings.
    let others: Set = [
      "ARGUMENTS", "COMMANDS", "DESCRIPTION", "ENVIRONMENT", "EXAMPLE", "EXAMPLES", "FILES", "NAME",
      "OPTIONS", "OWNER", "SYNOPSIS", "EXPECTATION", "EXPRESSION", "GET", "FILE", "HEAD", "SIGABRT",
      "SIGBUS", "SIGFPE",
      "SIGHUP", "SIGILL", "SIGINT",
      "OK", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGSEGV", "SIGSYS", "SIGTERM", "SIGTRAP",
    ]
    #expect(names.contains("SIGNALBOX_TRUST"))
    #expect(names.subtracting(others).filter { !page.contains("`\($0)`") }.sorted() == [])
  }
}
