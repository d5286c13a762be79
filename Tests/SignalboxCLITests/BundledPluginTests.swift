import Foundation
import Testing

/// Tests that the bundled plugins contain the expected files, and that the scenarios of the plugins
/// and examples pass if a reader runs them.
struct BundledPluginTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func paths(in folder: String) -> [String] {
    (FileManager.default.subpaths(atPath: root.appending(path: folder).path) ?? [])
      .map { "\(folder)/\($0)" }.sorted()
  }

  private static let plugins = paths(in: "plugins")
    .filter { $0.hasSuffix("/plugin.lua") }.map { String($0.split(separator: "/")[1]) }

  /// Examples whose scenarios other tests run: a separate project, and packages with Swift
  /// coordinators.
  private static let elsewhere = [
    "examples/plugin/", "examples/embedding/", "examples/terminal-app/",
  ]

  /// The folders of scenario files in the plugins, the examples and the combined tests of all
  /// plugins.
  private static let folders = Set(
    (paths(in: "plugins") + paths(in: "examples") + paths(in: "Tests/Plugins"))
      .filter { path in
        path.hasSuffix(".scenario.lua") && !elsewhere.contains { path.hasPrefix($0) }
      }
      .map { $0.split(separator: "/").dropLast().joined(separator: "/") }
  ).sorted()

  @Test(arguments: plugins)
  func `each bundled plugin has a page, a stub for editors, scenarios and an example`(
    plugin: String
  ) {
    let files = Self.paths(in: "plugins/\(plugin)") + Self.paths(in: "examples/\(plugin)")
    let expected = [
      "plugins/\(plugin)/README.md", "plugins/\(plugin)/library/\(plugin).d.lua",
      "plugins/\(plugin)/lua/init.lua", "examples/\(plugin)/app.lua",
    ]
    #expect(expected.filter { !files.contains($0) } == [])
    #expect(Self.folders.contains("plugins/\(plugin)/scenarios"))
    #expect(Self.folders.contains("examples/\(plugin)"))
  }

  @Test func `every pair of bundled plugins has a scenario in which both are used`() throws {
    let file = Self.root.appending(path: "Tests/Plugins/pairs.scenario.lua")
    let text = try String(contentsOf: file, encoding: .utf8)
    let missing = Self.plugins.flatMap { one in
      Self.plugins.filter { one < $0 }.map { (one, $0) }
    }.filter { one, other in
      !text.contains("scenario \"\(one) and \(other): ")
        && !text.contains("scenario \"\(other) and \(one): ")
    }
    #expect(missing.map { "\($0.0) and \($0.1)" } == [])
  }

  @Test(arguments: folders) func `the scenarios in each folder of a bundled plugin pass`(
    folder: String
  ) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let result = try tool.run(
      "test", "-j", "1", "--no-progress", "--seed", "1", Self.root.appending(path: folder).path)
    #expect(result.code == 0, "\(result)")
    #expect(result.output.contains(" passed"))
  }
}
