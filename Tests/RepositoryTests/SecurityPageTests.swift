import Testing

/// Tests that `docs/security.md` names existing tests for each guarantee.
@Suite struct SecurityPageTests {
  /// A row of a table: its cells, and the tests in the last cell.
  private struct Row {
    let line: Int
    let cells: [String]

    init?(_ number: Int, _ text: Substring) {
      guard text.hasPrefix("|"), !text.hasPrefix("|-") else { return nil }
      line = number
      cells = text.split(separator: "|").map {
        String($0.trimmingPrefix(" ").reversed().drop { $0 == " " }.reversed())
      }
    }

    /// Test names are sentences, so text in backticks without a space is not a test name.
    var tests: [String] {
      (cells.last ?? "").matches(of: /`([^`]+ [^`]+)`/).map { String($0.output.1) }
    }
  }

  private static func rows(under heading: String) throws -> [Row] {
    let page = try Repository.file("docs/security.md")
    let section = page.text.numberedLines.drop { $0.text != "## \(heading)" }.dropFirst()
      .prefix { !$0.text.hasPrefix("## ") }
    return section.compactMap { Row($0.number, $0.text) }.dropFirst().map { $0 }
  }

  private static func names() throws -> Set<String> {
    let files = try Repository.files(under: "Tests", extensions: ["swift"])
    let names = files.flatMap { file in
      file.text.matches(of: /@Test[^`]*?func\s+`([^`]+)`/).map { String($0.output.1) }
    }
    return Set(names)
  }

  @Test(arguments: ["What is guaranteed", "Rules of the Lua bridge"])
  func `every guarantee on the security page names existing tests`(heading: String) throws {
    let names = try Self.names()
    let rows = try Self.rows(under: heading)
    #expect(rows.count >= 10)
    #expect(rows.filter { $0.tests.isEmpty }.map(\.line) == [])
    #expect(rows.flatMap(\.tests).filter { !names.contains($0) } == [])
  }

  @Test func `every rule for the Lua bridge is on the security page`() throws {
    let rules = try Self.rows(under: "Rules of the Lua bridge").map { $0.cells.first ?? "" }
    let expected = [("B", 7), ("O", 5), ("L", 7)].flatMap { letter, count in
      (1...count).map { "\(letter)\($0)" }
    }
    #expect(rules == expected)
  }
}
