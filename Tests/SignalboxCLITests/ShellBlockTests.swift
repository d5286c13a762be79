import Foundation
import Testing

/// Tests that the shell commands on every page run in a test, or are listed with the reason why they
/// do not run. `GuideTests` runs the commands on the pages that it follows.
@Suite struct ShellBlockTests {
  /// The blocks that no test runs, by page and first line, with the reason.
  private static let exceptions: [(page: String, firstLine: String, reason: String)] = [
    (
      "README.md", "scripts/signalbox run examples/shop/tour.lua",
      "builds the program of the checkout and runs all tests; TourTests run the tour"
    ),
    ("docs/editors.md", "signalbox lua-types --watch", "runs until it is interrupted"),
    (
      "docs/editors.md", "editors/vscode/pack",
      "needs VS Code; scripts/test-editors packs and tests the extension"
    ),
    ("docs/how-to/install.md", "base=https://", network),
    ("docs/how-to/install.md", "curl -fLO https://", network),
    ("docs/how-to/install.md", "curl -fsSL https://", network),
    ("docs/how-to/install.md", "git clone https://", network),
    ("docs/how-to/install.md", "podman build", network),
    (
      "docs/how-to/draw-screens.md", "signalbox render buy.scenario.lua --output docs/",
      "needs a Git repository that contains the image"
    ),
    ("docs/how-to/run-in-ci.md", "export SIGNALBOX_DOWNLOAD_BASE=https://", network),
    ("docs/how-to/test-a-swift-coordinator.md", "git clone https://", network),
    (
      "docs/how-to/test-a-swift-coordinator.md", "swift test",
      "builds a package; scripts/examples runs the tests of examples/first-test"
    ),
    (
      "docs/how-to/use-an-application-in-a-browser.md", "signalbox inspect app.lua",
      "runs until it is interrupted; Tests/Inspector opens such a page"
    ),
    ("docs/performance.md", "scripts/bench", "measures for many minutes"),
    ("examples/coordinators-in-swift/README.md", "swift ", package),
    ("examples/embedding/README.md", "swift ", package),
    ("examples/notes/README.md", "swift ", package),
    ("examples/terminal-app/README.md", "cd examples/terminal-app", package),
    ("examples/terminal-app/README.md", "signalbox test ../terminal-app", package),
    ("examples/web-app/README.md", "swift ", package),
  ]
  private static let network =
    "downloads a release or the repository, at an address with a placeholder"
  private static let package =
    "uses the programs of a package; scripts/examples builds and tests it"

  /// The pages whose blocks run in suites of their own.
  private static let suites = [
    "docs/plugins.md": "PluginGuideTests", "docs/repl.md": "ShellBlockTests",
    "docs/testing.md": "ParallelTests",
  ]

  /// Returns whether the block that begins with a line is listed with a reason.
  static func isExcepted(_ line: String, on page: String) -> Bool {
    exceptions.contains { $0.page == page && line.hasPrefix($0.firstLine) }
  }

  private static func shellBlocks(on page: String) throws -> [String] {
    let lines = try GuideTests.lines(of: page)
    return GuideTests.blocks(in: lines).filter { ["sh", "bash", "shell"].contains($0.language) }
      .map { lines[$0.lines].joined(separator: "\n") }
  }

  private static func pages() throws -> [String] {
    let root = DocumentationTests.root
    return try ["docs", "examples", "plugins", "editors", "packaging"].flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
        .map { "\(folder)/\($0)" }
    }.filter { $0.hasSuffix(".md") && !$0.contains(".build/") && !$0.contains("node_modules/") }
      + FileManager.default.contentsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".md") }
  }

  @Test func `every block of shell commands runs in a test or is listed with a reason`() throws {
    let blocks = try Self.pages().flatMap { page in
      try Self.shellBlocks(on: page).map { (page, $0) }
    }
    #expect(blocks.count > 30)
    let missing = blocks.filter { page, text in
      !GuideTests.pages.contains(page) && Self.suites[page] == nil
        && !Self.isExcepted(text, on: page)
    }
    #expect(missing.map { "\($0): \($1)" } == [])
    let unused = Self.exceptions.filter { exception in
      !blocks.contains { $0 == exception.page && $1.hasPrefix(exception.firstLine) }
    }
    #expect(unused.map { "\($0.page): \($0.firstLine)" } == [])
  }

  @Test func `every block has a language, and no block of text begins with a command`() throws {
    let command =
      /(?:\$ )?(?:signalbox|swift|scripts\/\S+|editors\/\S+|cd|git|curl|code|sudo) .*|\S+\/pack/
    for page in try Self.pages() {
      let lines = try GuideTests.lines(of: page)
      for block in GuideTests.blocks(in: lines) {
        let location: Comment = "\(page):\(block.lines.lowerBound)"
        #expect(!block.language.isEmpty, location)
        guard block.language == "text", page != "docs/reference/cli.md" else { continue }
        #expect(lines[block.lines].first?.wholeMatch(of: command) == nil, location)
      }
    }
  }

  @Test func `the commands on the page about the prompt open it in the shop`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let shop = tool.folder.appending(path: "examples/shop")
    try FileManager.default.createDirectory(
      at: shop.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: DocumentationTests.root.appending(path: "examples/shop"), to: shop)
    var folder = tool.folder
    // The second block continues in the folder of the first.
    let commands = try Self.shellBlocks(on: "docs/repl.md").joined(separator: "\n")
    let result = try GuideTests.run("set -e\n" + commands, in: &folder)
    #expect(result.output == ["catalog (s1)", "  ✓ launch Home"])
    #expect(result.code == 0)
  }
}
