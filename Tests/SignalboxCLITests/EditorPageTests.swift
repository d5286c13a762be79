import Foundation
import Testing

/// Tests the settings and messages on the page about editors, with the project on the page.
/// `Tests/Clients` starts the debugger as the page describes.
@Suite struct EditorPageTests {
  private static let page = "docs/editors.md"

  /// Returns the blocks in a language, in order.
  private static func blocks(_ language: String) throws -> [String] {
    let lines = try GuideTests.lines(of: page)
    return GuideTests.blocks(in: lines).filter { $0.language == language }
      .map { lines[$0.lines].joined(separator: "\n") }
  }

  /// Returns the only block in a language that contains a string.
  private static func block(_ language: String, with text: String) throws -> String {
    let found = try blocks(language).filter { $0.contains(text) }
    #expect(found.count == 1, "\(text)")
    return try #require(found.first)
  }

  /// Creates a folder with the files on the page.
  ///
  /// - Parameter front: The screen that the scenario expects.
  private static func project(front: String = "product") throws -> Tool {
    let scenario = try #require(try GuideTests.file("shop.scenario.lua", of: page))
    return try Tool([
      "app.lua": try #require(try GuideTests.file("app.lua", of: page)),
      "shop.scenario.lua": scenario.replacing("front = \"product\"", with: "front = \"\(front)\""),
    ])
  }

  private static func json(_ text: String) throws -> NSObject {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSObject)
  }

  @Test func `init writes the configuration of the Lua language server on the page`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    #expect(try tool.run("init").code == 0)
    let written = try Tool.text(of: tool.folder.appending(path: ".luarc.json"))
    #expect(try Self.json(written) == Self.json(Self.block("json", with: "runtime.version")))
  }

  @Test func `the tasks for Zed run the scenarios of a file and the linter`() throws {
    let tool = try Self.project()
    defer { tool.remove() }
    let tasks = try #require(
      try Self.json(Self.block("json", with: "\"label\"")) as? [[String: Any]])
    let results = try tasks.map { task in
      #expect(task["command"] as? String == "signalbox")
      let arguments = try #require(task["args"] as? [String])
      let result = try tool.run(
        arguments.map { $0.replacing("$ZED_RELATIVE_FILE", with: "shop.scenario.lua") })
      return "\(result.code) \(result.output.prefix(9))"
    }
    #expect(results == ["0  1 passed", "0  no mista"])
  }

  @Test func `the pattern for Emacs matches the line of a failure with its file and line`() throws {
    let settings = try Self.block("text", with: "compilation-error-regexp")
    let literal = try #require(settings.firstMatch(of: /"(\^[^"]*)" 1 2/)?.1)
    // In a string of Emacs Lisp, a group is \\(…\\).
    let pattern = literal.replacing("\\\\(", with: "(").replacing("\\\\)", with: ")")
    let tool = try Self.project(front: "list")
    defer { tool.remove() }
    let result = try tool.run("test", "-q", "--reporter", "github")
    let found = try result.output.matches(of: Regex(String(pattern)).anchorsMatchLineEndings())
    #expect(
      found.map { $0.output.dropFirst().map { String($0.substring ?? "") } } == [
        ["shop.scenario.lua", "6"]
      ], "\(result)")
    #expect(settings.count { $0 == "(" } == settings.count { $0 == ")" })
  }

  @Test func `the server responds to the messages on the page`() throws {
    let start = try Self.block("text", with: "Content-Length").split(separator: "\n")
      .map(String.init)
    #expect(start.count == 2)
    #expect(start[0] == "Content-Length: \(start[1].utf8.count)")
    let requests = [start[1], try Self.block("json", with: "scenario/list")]
    let tool = try Self.project()
    defer { tool.remove() }
    let command = try Self.block("sh", with: "signalbox serve")
    let result = try tool.run(
      command.split(separator: " ").dropFirst().map(String.init),
      input: requests.map { "Content-Length: \($0.utf8.count)\r\n\r\n\($0)" }.joined())
    #expect(result.code == 0 && result.errors == "", "\(result)")
    #expect(result.output.contains("\"version\":1}"), "\(result)")
    #expect(result.output.contains("\"name\":\"a product opens\""), "\(result)")
    #expect(!result.output.contains("\"error\""), "\(result)")
  }
}
