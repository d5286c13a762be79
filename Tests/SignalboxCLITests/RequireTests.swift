import Foundation
import SignalboxScenarios
import SignalboxScripting
import Testing

@testable import SignalboxScriptTesting

/// Tests `require` in the program and in the fixtures of Swift tests with one table of cases.
struct RequireTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let files: [String: String]
    /// The output of `sub/main.lua`.
    var output = ""
    /// The lines of the error, without the text before them.
    var error: [String] = []
    var testDescription: String { name }

    init(_ name: String, _ files: [String: String], output: String = "", error: String...) {
      self.name = name
      self.files = files
      self.output = output
      self.error = error
    }
  }

  private static let plain = "a module name consists of words separated by dots"
  private static let cases =
    [
      Case(
        "beside the script first",
        [
          "sub/main.lua": "print(require 'a')", "sub/a.lua": "return 'beside'",
          "a.lua": "return 'root'",
        ], output: "beside"),
      Case(
        "then in the root", ["sub/main.lua": "print(require 'a')", "a.lua": "return 1"], output: "1"
      ),
      Case(
        "dots are folders",
        ["sub/main.lua": "print(require 'a.b')", "sub/a/b.lua": "return select(2, ...)"],
        output: "sub/a/b.lua"),
      Case(
        "a folder has an init",
        ["sub/main.lua": "print(require 'a')", "a/init.lua": "return table.concat({ ... }, ' ')"],
        output: "a a/init.lua"),
      Case(
        "a module runs once",
        [
          "sub/main.lua": "print(require 'a', require 'a' == require 'a')", "a.lua": "return {}, 2",
        ].mapValues { $0.replacing("require 'a', ", with: "") }, output: "true"),
      Case(
        "a module without a value is true",
        ["sub/main.lua": "print(require 'a')", "a.lua": ""], output: "true"),
      Case(
        "a library goes before a file",
        [
          "sub/main.lua": """
          local names = { "coroutine", "debug", "math", "os", "string", "table", "utf8", "_G" }
          for _, name in ipairs(names) do
            if require(name) ~= _G[name] then print(name) end
          end
          string = nil
          print(require("string").rep("x", 3))
          """, "string.lua": "return 'file'", "sub/os.lua": "return 'file'",
        ], output: "xxx"),
      Case(
        "a missing one", ["sub/main.lua": "require 'a.b'"],
        error: "require: module \"a.b\" not found:", "no file sub/a/b.lua",
        "no file sub/a/b/init.lua", "no file sub/a.b.lua", "no file a/b.lua",
        "no file a/b/init.lua",
        "no file a.b.lua"),
      Case(
        "one that is closed down", ["sub/main.lua": "require 'io'"],
        error: "require: module \"io\" not found:", "no file sub/io.lua", "no file sub/io/init.lua",
        "no file io.lua", "no file io/init.lua"),
      Case(
        "one that requires itself", ["sub/main.lua": "require 'a'", "a.lua": "require 'a'"],
        error: "require: module \"a\" requires itself"),
      Case(
        "one that is no Lua", ["sub/main.lua": "require 'a'", "a.lua": "return +"],
        error: "unexpected symbol near '+'"),
      Case(
        "a link to a path outside the root", ["sub/main.lua": "require 'out'"],
        error:
          "require: module \"out\": out.lua leads outside the module folder through a symbolic link"
      ),
      Case(
        "a link to a path outside the script's "
          + "folder", ["sub/main.lua": "require 'up'", "a.lua": "return 1"],
        error:
          "require: module \"up\": sub/up.lua leads outside the module folder through a symbolic link"
      ),
      Case(
        "a link within the root", ["sub/main.lua": "print(require 'within')", "a.lua": "return 1"],
        output: "1"),
      Case(
        "a pipe and a folder are no files", ["sub/main.lua": "require 'pipe'"],
        error: "require: module \"pipe\" not found:", "no file sub/pipe.lua",
        "no file sub/pipe/init.lua", "no file pipe.lua", "no file pipe/init.lua"),
    ]
    + ["", ".", "a.", "..secret", "../secret", "/etc/passwd", "a/b", "a\\\\b"].map { name in
      Case(
        "the name \"\(name)\"", ["sub/main.lua": "require \"\(name)\"", "a/b.lua": "print 'leak'"],
        error: "require: module \""
          + name.replacing("\\\\", with: "\\") + "\": " + plain)
    }

  private func tool(_ test: Case) throws -> Tool {
    let tool = try Tool(test.files.merging(["signalbox.lua": ""]) { own, _ in own })
    for (path, target) in [
      ("out.lua", "/etc/hosts"), ("sub/up.lua", "../a.lua"), ("within.lua", "a.lua"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: tool.folder.appending(path: path).path, withDestinationPath: target)
    }
    mkfifo(tool.folder.appending(path: "sub/pipe.lua").path, 0o600)
    try FileManager.default.createDirectory(
      at: tool.folder.appending(path: "pipe.lua"), withIntermediateDirectories: false)
    return tool
  }

  /// The lines without surrounding white space.
  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test(arguments: cases)
  func `the function require behaves in the program as the table documents`(test: Case) throws {
    let tool = try tool(test)
    defer { tool.remove() }
    let result = try tool.run("run", "sub/main.lua")
    #expect(lines(result.output).joined(separator: "\n") == test.output)
    let shown = lines(result.errors).prefix(test.error.count).map { line in
      line.replacing("✗ ", with: "").replacing("syntax error: ", with: "")
    }
    #expect(shown.joined(separator: "\n") == test.error.joined(separator: "\n"))
    #expect(result.errors.isEmpty == test.error.isEmpty)
  }

  @Test(arguments: cases)
  func `the function require behaves in a fixture as the table documents`(test: Case) throws {
    let tool = try tool(test)
    defer { tool.remove() }
    let root = tool.folder.resolvingSymlinksInPath().path
    let fixture = try ScriptFixture(
      scenarioIn: TestProject(folder: root), folder: root + "/sub", sources: SourceCache(),
      configuration: ScriptConfiguration())
    var shown: [String] = []
    do throws(ScriptError) {
      try fixture.load("sub/main.lua")
    } catch {
      shown = Array(lines(error.message).prefix(test.error.count))
    }
    #expect(fixture.output.joined(separator: "\n") == test.output)
    #expect(shown.joined(separator: "\n") == test.error.joined(separator: "\n"))
  }
}
