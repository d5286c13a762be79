import Foundation
import Testing

/// Tests blocks on pages that are neither programs nor commands: statements of a counterexample, a
/// target of a manifest, and a screen of an example.
@Suite struct PageFragmentTests {
  /// Returns the only block of text on a page that contains a string.
  private static func block(
    _ page: String, _ language: String = "text", with text: String
  ) throws -> String {
    let lines = try GuideTests.lines(of: page)
    let found = GuideTests.blocks(in: lines).filter { $0.language == language }
      .map { lines[$0.lines].joined(separator: "\n") }.filter { $0.contains(text) }
    #expect(found.count == 1, "\(page): \(text)")
    return try #require(found.first)
  }

  @Test func `the statements of an interrupted transition open a link during the transition`()
    throws
  {
    let page = "docs/how-to/explore-every-path.md"
    let statements = try Self.block(page, with: "clock.manual()")
    let tool = try Tool([
      "shop.lua": try #require(try GuideTests.file("shop.lua", of: page)),
      "page.lua": """
      require "shop"
      app:launch()
      app:tap "Special"
      \(statements.replacing("\n", with: "\nprint(app.isBusy, app.front)\n"))
      print(app.isBusy, app.front, app.main.stack[2])
      """,
    ])
    defer { tool.remove() }
    #expect(
      try tool.run("run", "page.lua")
        == Tool.Result(
          """
          true	address (s3)
          true	address (s3)
          false	address (s3)	product { id = 2 } (s4)

          """))
  }

  @Test func `the test target in the guide to Swift tests is valid in a manifest`() throws {
    let target = try Self.block("docs/swift-tests.md", "swift", with: ".testTarget(")
    let tool = try Tool([
      "Package.swift": """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "shop",
        dependencies: [.package(name: "signalbox", path: "../signalbox")],
        targets: [
          .target(name: "Shop"),
          \(target)
        ]
      )
      """
    ])
    defer { tool.remove() }
    let result = try tool.run(
      ["swift", "package", "dump-package"], environment: ProcessInfo.processInfo.environment,
      program: URL(filePath: "/usr/bin/env"))
    let manifest = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any],
      "\(result)")
    let targets = try #require(manifest["targets"] as? [[String: Any]])
    #expect(targets.map { $0["name"] as? String } == ["Shop", "ShopTests"])
    #expect(targets[1]["exclude"] as? [String] == ["Scenarios", "shop.lua"])
    let products = try GuideTests.lines(of: "Package.swift").joined(separator: "\n")
    for name in target.matches(of: /\.product\(name: "(\w+)"/).map(\.1) {
      #expect(products.contains("name: \"\(name)\""), "\(name)")
    }
  }

  @Test func `the screen on the page about the terminal application is one of its golden file`()
    throws
  {
    let screen = try Self.block("examples/terminal-app/README.md", with: "Catalog")
    let golden = try String(
      contentsOf: DocumentationTests.root.appending(
        path: "examples/terminal-app/Tests/TerminalAppTests/Golden/gift.txt"), encoding: .utf8)
    #expect(golden.contains("\n\(screen)\n"), "\(screen)")
  }
}
