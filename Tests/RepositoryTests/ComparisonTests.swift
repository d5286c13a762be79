import Foundation
import Testing

/// Tests that each claim in the comparison with other tools has a test or a source.
@Suite struct ComparisonTests {
  /// The claims about Signalbox, with the suites that prove them.
  private static let claims: [(claim: String, suites: [String])] = [
    ("a model of your app's navigation", ["GuideTests", "ScenarioPageTests"]),
    ("your Swift coordinators on that model", ["SignInTests"]),
    (
      "asserting the visible screens after any sequence of events",
      ["ExpectationTests", "ExplorerTests", "PlantedBugTests"]
    ),
  ]

  /// Returns the cells of the rows in a table, without its head.
  private static func rows(on page: String, under heading: String) throws -> [[String]] {
    try Repository.file(page).text.numberedLines.drop { $0.text != "## \(heading)" }.dropFirst()
      .prefix { !$0.text.hasPrefix("## ") }.filter { $0.text.hasPrefix("|") }.dropFirst(2)
      .map { row in
        row.text.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      }
  }

  @Test func `a suite proves each claim about Signalbox in the comparison`() throws {
    let rows = try Self.rows(on: "README.md", under: "Compared with other tools")
    let own = try #require(rows.last)
    #expect(own.first == "**Signalbox**")
    let cells = own.dropFirst().flatMap { $0.components(separatedBy: ", or ") }
    #expect(cells == Self.claims.map(\.claim))
    let files = try Repository.files(under: "Tests", extensions: ["swift"])
    let missing = Self.claims.flatMap(\.suites).filter { suite in
      !files.contains { $0.text.containsBytes(of: "struct \(suite) {") }
    }
    #expect(missing == [])
  }

  @Test(arguments: [
    ("README.md", "Compared with other tools"),
    ("docs/explanation/why-model-navigation.md", "How it relates to other tests"),
  ])
  func `the comparison links the documentation of each other tool`(
    page: String, heading: String
  ) throws {
    let tools = try Self.rows(on: page, under: heading).dropLast().map { $0.first ?? "" }
    let names = tools.map { $0.replacing(/\[([^\]]*)\]\(https:[^)]*\)/) { "<\($0.output.1)>" } }
    // The last row is a way to write tests, and no tool.
    #expect(
      names == [
        "<XCUITest>, <Maestro>", "<snapshot tests>", "<TCA's `TestStore`>",
        "unit tests of coordinators",
      ])
  }

  @Test func `a scenario of twenty steps may take a millisecond at most`() throws {
    let thresholds = try String(
      contentsOf: Repository.root.appending(path: "Benchmarks/thresholds.txt"), encoding: .utf8)
    let nanoseconds = try #require(
      thresholds.firstMatch(of: /W7iso (\d+)\n/).flatMap { Double($0.output.1) })
    #expect(nanoseconds < 1_000_000)
    let page = try Repository.file("docs/performance.md").text
    #expect(page.containsBytes(of: "| W7 | 20 operations and 5 checks"))
    #expect(page.containsBytes(of: "| W7iso | W7 in a new session each"))
    for page in ["README.md", "docs/explanation/why-model-navigation.md"] {
      #expect(try Repository.file(page).text.containsBytes(of: "less than a millisecond"))
    }
  }
}
