import Testing

@Suite struct CaseIndexTests {
  private func findings(_ list: String, _ test: String) -> [String] {
    CaseIndex(SourceFile(path: "CaseIndex", text: list))
      .findings(in: [SourceFile(path: "Sample.swift", text: test)]).map(\.description)
  }

  @Test func `every case of the semantics is tested, or waits for something`() throws {
    let index = CaseIndex(try Repository.file("Tests/SignalboxTests/CaseIndex"))
    let tests = try Repository.files(under: "Tests", extensions: ["swift"])
      .filter { !$0.path.hasPrefix("Tests/RepositoryTests/") }
    #expect(index.findings(in: tests) == [])
    #expect(["T", "U", "R"].map { index.count(of: $0) } == [104, 15, 12])
  }

  @Test func `the pages state every case of the index, with its source, and no other`() throws {
    let index = CaseIndex(try Repository.file("Tests/SignalboxTests/CaseIndex"))
    let pages = CasePages(try RuleNumberTests.pages())
    #expect(pages.findings(in: index) == [])
  }

  @Test func `a case that only the pages or only the index has is found, and one without a source`()
  {
    let index = CaseIndex(SourceFile(path: "CaseIndex", text: "T1 pops\nU2 swipes\nR3 stays"))
    let page = """
      ### <a id="u2"></a>U2 Swipes
      | <a id="t1"></a>T1 | pops | AL |
      | <a id="t2"></a>T2 | pushes | |
      """
    let pages = CasePages([SourceFile(path: "cases.md", text: page)])
    #expect(
      pages.findings(in: index).map(\.description) == [
        "cases.md:3: T2 is not in CaseIndex", "cases.md:3: T2 names no source",
        "CaseIndex:3: R3 is stated on no page",
      ])
  }

  @Test func `a case without a test is found, one that waits is not`() {
    #expect(
      findings("# T3 T4\n\nT1 pops\nT2 waits(planner) plans\n", "") == [
        "CaseIndex:3: T1 has no test"
      ])
  }

  @Test func `a case that waits although it is tested is found, and one that stands twice`() {
    #expect(
      findings("T1 waits(planner) pops\nU2 swipes\nU2 swipes", "func `T1 U2 a test of T5`() {}")
        == [
          "CaseIndex:1: T1 waits for planner and has a test", "CaseIndex:3: U2 stands twice",
        ])
  }

  @Test func `a test of a case that is not in the list is found`() {
    #expect(
      findings("T1 pops", "@Test\n  func `T1 pops`() {}\nfunc `T12 pops`() {}\nfunc T13() {}") == [
        "Sample.swift: T12 is not in CaseIndex"
      ])
  }
}
