import Foundation
import Testing

/// Tests the pages for users of other libraries, `docs/coming-from/*.md`, row by row.
///
/// Each page has a file of scenarios of the same name in `Tests/Systems`. The page's rows and the
/// file's scenarios correspond one to one, in order: a scenario has the text of the row's first
/// column, without backticks. Rows whose third column begins with "needs a screen" and a reason
/// have no scenario.
struct SystemPageTests {
  /// A line of a table on a page.
  private struct Row {
    let there: String
    let here: String
    let differs: String

    var needsScreen: Bool { differs.hasPrefix(SystemPageTests.needsScreen) }
  }

  /// The output of `signalbox test --list=json` for one scenario.
  private struct Listed: Decodable {
    let name: String
  }

  private static let header = ["there", "here", "differs"]
  private static let needsScreen = "needs a screen"
  private static let pages = names(in: "docs/coming-from", endingIn: ".md")

  private static func names(in folder: String, endingIn suffix: String) -> [String] {
    let folder = DocumentationTests.root.appending(path: folder).path
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }.sorted()
  }

  private static func scenarios(of page: String) -> String {
    DocumentationTests.root.appending(path: "Tests/Systems/\(page).scenario.lua").path
  }

  /// The tables of a page, each with its header and without the separator line.
  private static func tables(of page: String) throws -> [[[String]]] {
    let file = DocumentationTests.root.appending(path: "docs/coming-from/\(page).md")
    let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    let blocks = lines.split { !$0.hasPrefix("|") }
    return blocks.map { block in
      block.enumerated().filter { $0.offset != 1 }.map { cells(of: $0.element) }
    }
  }

  /// The cells of a table row. `\|` is a bar in a cell.
  private static func cells(of line: String) -> [String] {
    line.replacing("\\|", with: "\u{0}").split(separator: "|", omittingEmptySubsequences: false)
      .dropFirst().dropLast()
      .map { $0.replacing("\u{0}", with: "|").trimmingCharacters(in: .whitespaces) }
  }

  private static func rows(of page: String) throws -> [Row] {
    try tables(of: page).flatMap { table in
      try table.dropFirst().map { cells in
        try #require(cells.count == header.count, "\(page): a row with other columns: \(cells)")
        return Row(there: cells[0], here: cells[1], differs: cells[2])
      }
    }
  }

  @Test func `each page about a pattern has scenarios, and each file of scenarios has a page`() {
    #expect(
      Self.pages == [
        "active-link", "alcoordinator", "application-coordinator", "goodcoordinator", "stinsen",
        "xcoordinator",
      ])
    #expect(Self.names(in: "Tests/Systems", endingIn: ".scenario.lua") == Self.pages)
  }

  @Test(arguments: pages)
  func `each table on a page about a pattern has three columns and no empty answer`(
    page: String
  ) throws {
    let tables = try Self.tables(of: page)
    #expect(!tables.isEmpty)
    #expect(tables.compactMap(\.first).filter { $0 != Self.header } == [])

    let rows = try Self.rows(of: page)
    let silent = rows.filter { $0.there.isEmpty || $0.here.isEmpty && !$0.needsScreen }
    #expect(silent.map(\.there) == [])
    let unreasoned = rows.filter { $0.needsScreen && $0.differs == Self.needsScreen }
    #expect(unreasoned.map(\.there) == [])
  }

  @Test(arguments: pages) func `rows and scenarios of a page correspond one to one, in order`(
    page: String
  ) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let result = try tool.run("test", "--list=json", Self.scenarios(of: page))
    let listed = try JSONDecoder().decode([Listed].self, from: Data(result.output.utf8))

    let rows = try Self.rows(of: page).filter { !$0.needsScreen }.map {
      $0.there.replacing("`", with: "")
    }
    let missing = rows.filter { row in !listed.contains { $0.name == row } }
    #expect(missing == [], "rows without a scenario")
    #expect(listed.map(\.name) == rows)
  }

  @Test(arguments: pages) func `every scenario of a page passes`(page: String) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let count = try Self.rows(of: page).count { !$0.needsScreen }
    let result = try tool.run(
      "test", "-j", "1", "--no-progress", "--seed", "1", Self.scenarios(of: page))
    #expect(result.code == 0, "\(result)")
    #expect(
      result.output.hasPrefix(" \(count) passed   \(count) of \(count) scenario"), "\(result)")
  }
}
