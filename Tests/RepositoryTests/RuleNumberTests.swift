import Testing

/// The rule numbers in the sources, the tests and the documentation lead to documented rules.
@Suite struct RuleNumberTests {
  /// The pages that contain rules.
  static func pages() throws -> [SourceFile] {
    try [Repository.file("docs/semantics.md"), Repository.file("docs/embedding.md")]
      + Repository.files(under: "docs/semantics", extensions: ["md"])
  }

  /// Names of benchmarks have the same form as rule numbers.
  private static func isFigures(_ file: SourceFile) -> Bool {
    file.path.hasPrefix("docs/performance") || file.path.hasPrefix("Tests/RepositoryTests/")
  }

  @Test func `every rule number has exactly one anchor in the documentation`() throws {
    let rules = RuleNumbers(try Self.pages())
    let files = try ["Sources", "Tests", "docs", "plugins", "examples"].flatMap {
      try Repository.files(under: $0, extensions: ["swift", "c", "h", "lua", "md"])
    }
    #expect(rules.findings == [])
    #expect(files.filter { !Self.isFigures($0) }.flatMap(rules.missing) == [])
    #expect(rules.anchors.count > 190)
  }

  // MARK: - Bad samples

  private func missing(_ path: String, _ text: String) -> [String] {
    RuleNumbers([SourceFile(path: "rules.md", text: "### <a id=\"u8\"></a>U8 Swipes\n")])
      .missing(in: SourceFile(path: path, text: text)).map(\.description)
  }

  @Test func `a rule number without an anchor is found in comments, test names and messages`() {
    let text = """
      // Rule U8, and not U9.
      func `U8 T1 swipes`() { expect("I2: chain", "rule D3", "T4 is a name") }
      let layer = L5  // `L6`
      """
    #expect(
      missing("Sample.swift", text) == [
        "Sample.swift:1: U9 has no anchor; link the rule or state it",
        "Sample.swift:2: T1 has no anchor; link the rule or state it",
        "Sample.swift:2: D3 has no anchor; link the rule or state it",
        "Sample.swift:2: I2 has no anchor; link the rule or state it",
      ])
  }

  @Test
  func `a rule number without an anchor is found in pages, titles of scenarios and C comments`() {
    #expect(
      missing("page.md", "U8 `U1`\n```\nU2\n```\n(I17)") == [
        "page.md:5: I17 has no anchor; link the rule or state it"
      ])
    #expect(
      missing("a.scenario.lua", "local T1 = 1 -- T2\nscenario \"T3 swipes\" {") == [
        "a.scenario.lua:1: T2 has no anchor; link the rule or state it",
        "a.scenario.lua:2: T3 has no anchor; link the rule or state it",
      ])
    #expect(
      missing("a.c", "/* (rule O3).\nint T1;") == [
        "a.c:1: O3 has no anchor; link the rule or state it"
      ])
  }

  @Test func `a rule number with two anchors is found`() {
    let rules = RuleNumbers([
      SourceFile(path: "a.md", text: "<a id=\"u8\"></a>"),
      SourceFile(path: "b.md", text: "\n<a id=\"u8\"></a>"),
    ])
    #expect(rules.findings.map(\.description) == ["b.md:2: U8 has two anchors"])
  }
}
