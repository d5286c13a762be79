import Testing

/// Tests that the pages in `docs/decisions` have the same form.
@Suite struct DecisionPageTests {
  private static func pages() throws -> [DecisionPage] {
    try Repository.files(under: "docs/decisions", extensions: ["md"])
      .filter { $0.name != "README.md" }.map(DecisionPage.init)
  }

  @Test func `every decision has a title, a date, a status and four parts`() throws {
    let pages = try Self.pages()
    #expect(pages.count > 150)
    #expect(pages.flatMap(\.findings) == [])
    let numbers = pages.map(\.number)
    #expect(Set(numbers).count == numbers.count)
  }

  @Test func `every decision has a row with its title in the table`() throws {
    let table = try Repository.file("docs/decisions/README.md")
    #expect(DecisionPage.findings(in: table, pages: try Self.pages()) == [])
  }

  // MARK: - Bad samples

  private static let good = """
    # 0001 Give each layer a target

    Date: 2026-11-20. Status: accepted.

    ## Context

    A text.

    ## Decision

    A text.

    ## Alternatives

    A text.

    ## Consequences

    A text.
    """

  private func page(_ text: String) -> DecisionPage {
    DecisionPage(SourceFile(path: "docs/decisions/0001-layers.md", text: text))
  }

  @Test func `a decision page with a missing or malformed part is found`() {
    #expect(page(Self.good).findings == [])
    let text = Self.good.replacing("# 0001 ", with: "# 0002 ").replacing(
      "Date: 2026-11-20. ", with: ""
    )
    .replacing("accepted", with: "nice").replacing("\n## Alternatives\n\nA text.\n", with: "")
    .replacing("## Context\n\nA text.\n", with: "## Context\n")
    #expect(
      page(text).findings.map(\.message) == [
        "has no title \"# 0001 Title\"", "has no date \"Date: 2026-11-22\"",
        "has no status: accepted, amended, replaced, superseded or rejected",
        "has the headings Context, Decision, Consequences, "
          + "expected Context, Decision, Alternatives, Consequences",
        "has nothing under ## Context",
      ])
  }

  @Test
  func
    `a decision page without a row is found, and so is a row without a page or with another title`()
  {
    let table = SourceFile(
      path: "README.md",
      text: """
        | [0002](0002-gone.md) | Go | accepted |
        | [0003](0001-layers.md) | Another title | accepted |
        | [0003](0001-layers.md) | Give each layer a target | accepted |
        """)
    let other = DecisionPage(SourceFile(path: "docs/decisions/0004-other.md", text: Self.good))
    #expect(
      DecisionPage.findings(in: table, pages: [page(Self.good), other]).map(\.description) == [
        "README.md:1: 0002-gone.md does not exist",
        "README.md:2: 0003 has another title on its page",
        "README.md: 0003 has two rows", "docs/decisions/0004-other.md: has no row in README.md",
      ])
  }
}
