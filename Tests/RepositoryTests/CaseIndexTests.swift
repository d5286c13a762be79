import Testing

@Suite struct CaseIndexTests {
  private func findings(_ page: String, _ test: String) -> [String] {
    CaseIndex([SourceFile(path: "cases.md", text: page)])
      .findings(in: [SourceFile(path: "Sample.swift", text: test)]).map(\.description)
  }

  @Test func `every case in the semantics has a test and a source, or a reason why it has no test`()
    throws
  {
    let index = CaseIndex(try RuleNumberTests.pages())
    let tests = try Repository.files(under: "Tests", extensions: ["swift"])
      .filter { !$0.path.hasPrefix("Tests/RepositoryTests/") }
    #expect(index.findings(in: tests) == [])
    #expect(["T", "U", "R"].map { index.count(of: $0) } == [104, 15, 12])
  }

  @Test func `a case without a test or without a source is found`() {
    let page = """
      ### <a id="u1"></a>U1 Pops
      | <a id="t2"></a>T2 | pops | AL |
      | <a id="t3"></a>T3 | plans; not tested: no planner. | FS |
      | <a id="t4"></a>T4 | pushes | |
      """
    #expect(
      findings(page, "func `T4 pushes`() {}") == [
        "cases.md:1: U1 has no test", "cases.md:2: T2 has no test",
        "cases.md:4: T4 names no source",
      ])
  }

  @Test func `a case that has a test but is listed as untested is found`() {
    #expect(
      findings(
        "| <a id=\"t1\"></a>T1 | pops; not tested: no planner | FS |", "func `T1 U2 pops T5`() {}")
        == [
          "cases.md:1: T1 is not tested (no planner ) and has a test",
          "Sample.swift: U2 is stated on no page",
        ])
  }

  @Test func `a test for a case that no page contains is found`() {
    #expect(
      findings(
        "| <a id=\"r1\"></a>R1 | pops |",
        "@Test\n  func `R1 pops`() {}\nfunc `T12 pops`() {}\nfunc T13() {}")
        == ["Sample.swift: T12 is stated on no page"])
  }
}
