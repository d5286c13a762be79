import Foundation
import SignalboxScriptTesting
import Testing

/// The Lua code and the output in README and in the guides to Swift tests equal the files of the tests.
/// `SwiftExampleTests` searches their Swift code in the files of tests.
struct PageTests {
  private struct Block {
    let language: String
    var lines: [String] = []
  }

  private static let here = URL(filePath: #filePath).deletingLastPathComponent()

  private static func blocks(of page: String = "docs/swift-tests.md") throws -> [Block] {
    let page = here.appending(path: "../../\(page)").standardized
    var blocks: [Block] = []
    var isOpen = false
    for line in try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n") {
      if line.hasPrefix("```") {
        isOpen.toggle()
        if isOpen { blocks.append(Block(language: String(line.dropFirst(3)))) }
      } else if isOpen {
        blocks[blocks.count - 1].lines.append(line)
      }
    }
    return blocks
  }

  /// Returns the lines without the indentation and line breaks that the formatter determines.
  private static func text(of lines: [String]) -> String {
    lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
      .joined(separator: "\n")
  }

  @Test func `the test files contain the Lua code of the page`() throws {
    let files = try ["shop.lua", "Scenarios/shop.scenario.lua", "stubs/payment.lua"].map { path in
      try String(contentsOf: Self.here.appending(path: "Page/\(path)"), encoding: .utf8)
    }
    let blocks = try Self.blocks().filter { $0.language == "lua" }
    #expect(blocks.map { $0.lines.joined(separator: "\n") + "\n" } == files)
  }

  @Test func `the tag on the page selects one of its scenarios`() throws {
    let page = try String(
      contentsOf: Self.here.appending(path: "../../docs/swift-tests.md"), encoding: .utf8)
    let tags = try #require(page.firstMatch(of: /`tags: "([^"]*)"`/)?.1)
    let selected = try ScenarioFiles(in: "Page/Scenarios", tags: String(tags))
    #expect(selected.map(\.title) == ["a link shows a product"])
  }

  @Test func `the Lua code of the README's Swift sample is the file that its tests run`() throws {
    let file = try String(
      contentsOf: Self.here.appending(path: "Page/account.lua"), encoding: .utf8)
    let block = try #require(
      try Self.blocks(of: "README.md").first { $0.language == "lua title=\"Page/account.lua\"" })
    #expect(block.lines.joined(separator: "\n") + "\n" == file)
  }

  @Test(arguments: [
    ("HandWritten/app.lua", "app.lua"),
    ("scenarios/checkout.scenario.lua", "checkout.scenario.lua"),
  ])
  func `Swift tests run the scenarios in the guide for hand-written coordinators`(
    title: String, name: String
  ) throws {
    let file = try String(
      contentsOf: Self.here.appending(path: "Migration/HandWritten/\(name)"), encoding: .utf8)
    let blocks = try Self.blocks(of: "docs/how-to/migrate-from-hand-written-coordinators.md")
    let block = try #require(blocks.first { $0.language == "lua title=\"\(title)\"" })
    #expect(block.lines.joined(separator: "\n") + "\n" == file)
  }

  @Test(arguments: [
    "Package.swift", "Sources/Account/Account.swift", "Tests/AccountTests/AccountTests.swift",
  ])
  func `the guide to a first test writes the files of examples/first-test`(name: String) throws {
    let root = Self.here.appending(path: "../..").standardized
    let file = try String(
      contentsOf: root.appending(path: "examples/first-test/\(name)"), encoding: .utf8)
    let blocks = try Self.blocks(of: "docs/how-to/test-a-swift-coordinator.md")
    let block = try #require(blocks.first { $0.language == "swift title=\"\(name)\"" })
    let text = block.lines.joined(separator: "\n") + "\n"
    #expect(text.replacing("../signalbox", with: "../..") == file)
  }

  @Test(arguments: [
    ("FixtureTests.swift", "expectStack:"), ("ExhaustivityTests.swift", "exhaustivity:"),
  ])
  func `a test compares the failure that is shown on the page`(file: String, start: String) throws {
    let source = try String(contentsOf: Self.here.appending(path: file), encoding: .utf8)
    let known = Self.text(of: source.components(separatedBy: "\n"))
    let block = try #require(
      try Self.blocks().first { $0.language == "text" && $0.lines.first?.hasPrefix(start) == true })
    #expect(known.contains(Self.text(of: block.lines)))
  }
}
