import Foundation
import Testing

/// Tests that links between pages lead to existing files and headings.
@Suite struct DocumentLinkTests {
  @Test func `every link on a page leads to an existing file and heading`() throws {
    let top = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"]
    let pages =
      try top.map(Repository.file)
      + ["docs", "plugins", "examples"].flatMap {
        try Repository.files(under: $0, extensions: ["md"])
      }
    let links = DocumentLinks(pages) { path in
      FileManager.default.fileExists(atPath: Repository.root.appending(path: path).path)
    }
    #expect(pages.flatMap { links.findings(in: $0) } == [])
    let sources =
      try Repository.sources() + Repository.files(under: "Tests", extensions: ["swift"])
    #expect(
      sources.filter { !$0.path.hasPrefix("Tests/RepositoryTests/") }
        .flatMap { links.findings(inComments: $0) } == [])
  }

  @Test func `a link without a target is found`() {
    let page = SourceFile(
      path: "docs/a.md",
      text: """
        # What `pop` does: <b>all</b>
        [this](#what-pop-does-all) [b](b.md#u8) [a site](https://example.org/c.md#d)
        [c](c.md) [b](./b.md#u9) [out](../../b.md) [that](#that)
        """)
    let other = SourceFile(path: "docs/b.md", text: "### <a id=\"u8\"></a>U8")
    let links = DocumentLinks([page, other]) { ["docs/a.md", "docs/b.md"].contains($0) }
    let source = SourceFile(
      path: "Sample.swift", text: "// See docs/b.md#u8, docs/b.md#u9\n/// and docs/c.md.")
    #expect(
      links.findings(inComments: source).map(\.description) == [
        "Sample.swift:1: docs/b.md#u9 leads to no heading",
        "Sample.swift:2: docs/c.md leads to no file",
      ])
    #expect(
      links.findings(in: page).map(\.description) == [
        "docs/a.md:3: c.md leads to no file", "docs/a.md:3: ./b.md#u9 leads to no heading",
        "docs/a.md:3: ../../b.md leads to no file", "docs/a.md:3: #that leads to no heading",
      ])
  }
}
