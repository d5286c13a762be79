import Foundation
import Testing

/// Tests that a test runs, compiles or compares each block of code and output on the pages, or that
/// the block is listed with the reason why no test does.
@Suite struct BlockOwnerTests {
  /// The tests of blocks in some languages.
  private struct Owner {
    /// The name of a Swift suite, or the path of other tests.
    let tests: String
    let languages: Set<String>
    /// The pages. A path that ends with `/` selects all pages in a folder.
    let pages: [String]
    /// The beginnings of the first lines of the blocks, or their titles. If the list is empty, the
    /// tests use all blocks in the languages.
    let starts: [String]

    init(_ tests: String, _ languages: Set<String>, _ pages: String..., starts: [String] = []) {
      (self.tests, self.languages, self.pages, self.starts) = (tests, languages, pages, starts)
    }

    static func isOn(_ page: String, _ block: DocumentBlock) -> Bool {
      page.hasSuffix("/") ? block.page.hasPrefix(page) : block.page == page
    }

    static func begins(_ start: String, _ block: DocumentBlock) -> Bool {
      block.start.hasPrefix(start) || block.title == start
    }

    func owns(_ block: DocumentBlock) -> Bool {
      languages.contains(block.language) && pages.contains { Self.isOn($0, block) }
        && (starts.isEmpty || starts.contains { Self.begins($0, block) })
    }

    /// Returns the pages and the beginnings for which there are no blocks.
    func unused(in blocks: [DocumentBlock]) -> [String] {
      let owned = blocks.filter(owns)
      return pages.filter { page in !owned.contains { Self.isOn(page, $0) } }
        + starts.filter { start in !owned.contains { Self.begins(start, $0) } }
    }
  }

  private static let owners = [
    Owner("SwiftExampleTests", ["swift"], "README.md", "docs/", "Sources/"),
    Owner("ShellBlockTests", ["sh"], "README.md", "docs/", "examples/"),
    Owner(
      "GuideTests", ["console", "diff", "lua", "python"], "README.md", "docs/tutorial.md",
      "docs/editors.md", "docs/how-to/"),
    Owner("PageTests", ["lua"], "README.md", starts: ["Page/account.lua"]),
    Owner(
      "editors/neovim/test/run.lua", ["lua", "text"], "docs/editors.md",
      starts: ["init.lua", "a session of nvim-dap"]),
    Owner(
      "EditorPageTests", ["json", "text"], "docs/editors.md",
      starts: [
        "{ \"runtime.version\"", "[", "{\"id\":2", "(with-eval-after-load 'compile",
        "Content-Length",
      ]),
    Owner(
      "Tests/Clients/test_dap.py", ["json", "text"], "docs/editors.md",
      "docs/how-to/debug-scenarios.md", starts: ["{ \"type\": \"signalbox\"", "{", "[[language]]"]),
    Owner(
      "Tests/Clients/test_mcp.py", ["json", "text after json"], "docs/how-to/work-with-agents.md"),
    Owner("AppPageTests", ["session"], "docs/how-to/test-a-running-application.md"),
    Owner("WorkflowTests", ["yaml", "groovy"], "docs/how-to/run-in-ci.md"),
    Owner(
      "PageFragmentTests", ["text", "text after sh"], "docs/how-to/explore-every-path.md",
      "examples/terminal-app/README.md", starts: ["clock.manual()", "‹ Catalog"]),
    Owner(
      "WorkExplorationTests", ["text"], "docs/how-to/explore-every-path.md", starts: ["explore: "]),
    Owner("AttachToolTests", ["console", "lua", "session"], "docs/attach.md"),
    Owner("PluginGuideTests", ["lua", "text after sh"], "docs/plugins.md"),
    Owner("PluginPageTests", ["lua"], "plugins/"),
    Owner("TourTests", ["session", "text"], "docs/repl.md", "docs/tutorial.md"),
    Owner(
      "DocumentationTests", ["lua", "text after lua"], "docs/scripting.md", "docs/scripting/",
      "docs/semantics.md", "docs/semantics/", "docs/explanation/", "docs/reference/file-formats.md"),
    Owner("ConfigurationPageTests", ["lua"], "docs/reference/configuration.md"),
    Owner("CommandReferenceTests", ["text"], "docs/reference/cli.md"),
    Owner("ProtocolPageTests", ["json"], "docs/reference/protocol.md"),
    Owner("PageTests", ["lua", "text"], "docs/swift-tests.md"),
    Owner("ScenarioPageTests", ["lua", "text after lua"], "docs/testing.md"),
    Owner(
      "ScenarioPageTests", ["text", "yaml"], "docs/testing.md",
      starts: ["coverage", "- run: signalbox "]),
  ]

  /// The blocks without a test, by page and the beginning of the first line, with the reason.
  private static let exceptions: [(page: String, start: String, reason: String)] = [
    ("docs/explanation/layers-and-roots.md", "window", "a diagram"),
    ("docs/explanation/layers-and-roots.md", "Shop", "a diagram"),
    ("docs/performance.md", "commit ", "scripts/bench --page writes it with the table"),
  ]

  private static func blocks() throws -> [DocumentBlock] {
    let folders = ["docs", "plugins", "examples", "Sources", "editors", "packaging"]
    let pages = try folders.flatMap { try Repository.files(under: $0, extensions: ["md"]) }
    let root = try ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"]
      .map(Repository.file)
    return (root + pages).filter { !$0.path.hasPrefix("docs/decisions/") }
      .flatMap(DocumentBlock.blocks)
  }

  private static func isException(_ block: DocumentBlock) -> Bool {
    exceptions.contains { block.page == $0.page && block.start.hasPrefix($0.start) }
  }

  @Test func `a test uses each block on the pages, or a reason is given`() throws {
    let blocks = try Self.blocks()
    #expect(blocks.count > 500)
    let missing = blocks.filter { block in
      !Self.owners.contains { $0.owns(block) } && !Self.isException(block)
    }
    #expect(missing.map(\.description) == [])
  }

  @Test func `the table of tests and reasons has no entry without a block`() throws {
    let blocks = try Self.blocks()
    #expect(
      Self.owners.flatMap { owner in owner.unused(in: blocks).map { "\(owner.tests): \($0)" } }
        == [])
    let unused = Self.exceptions.filter { exception in
      !blocks.contains { $0.page == exception.page && $0.start.hasPrefix(exception.start) }
    }
    #expect(unused.map { "\($0.page): \($0.start)" } == [])
  }

  @Test func `the tests in the table exist`() throws {
    let suites = try Repository.files(under: "Tests", extensions: ["swift"])
    let missing = Set(Self.owners.map(\.tests)).filter { tests in
      if tests.contains("/") {
        return !FileManager.default.fileExists(
          atPath: Repository.root.appending(path: tests).path)
      }
      return !suites.contains { $0.text.containsBytes(of: "struct \(tests) {") }
    }
    #expect(missing.sorted() == [])
  }

  @Test func `text directly after a block is its output`() {
    let page = SourceFile(
      path: "docs/a.md",
      text: """
        ```lua title="a.lua"
        print(1)
        ```

        ```text
        1
        ```

        Other text.

        ```text

        2
        ```
        """)
    #expect(
      DocumentBlock.blocks(in: page).map { "\($0) \($0.title ?? "-")" } == [
        "docs/a.md:1 lua: print(1) a.lua", "docs/a.md:5 text after lua: 1 -",
        "docs/a.md:11 text:  -",
      ])
  }
}
