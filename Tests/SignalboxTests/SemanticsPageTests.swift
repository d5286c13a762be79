import Foundation
import Testing

@testable import Signalbox

/// Tests that the pages in `docs/semantics` describe all names of the engine.
@Suite struct SemanticsPageTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "docs/semantics")

  private static func page(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: "\(name).md"), encoding: .utf8)
  }

  /// The names in backticks at the beginning of a page's headings, or in the first cells of its
  /// tables.
  private static func names(in page: String, isHeading: Bool) throws -> [String] {
    try Self.page(page).split(separator: "\n").compactMap { line in
      let match =
        isHeading ? line.firstMatch(of: /^### `(\w+)`/) : line.firstMatch(of: /^\| `([\w.]+)` \|/)
      return match.map { String($0.1) }
    }
  }

  @Test func `the semantics have a section for each operation`() throws {
    let names = try Self.names(in: "operations", isHeading: true)
    #expect(names.sorted() == OperationCatalog.operations.map { $0.signature.name }.sorted())
  }

  @Test func `the semantics have a section for each gesture`() throws {
    let names = try Self.names(in: "gestures", isHeading: true)
    #expect(names.sorted() == GestureCatalog.gestures.map { $0.signature.name }.sorted())
  }

  @Test func `the semantics have a row for each event, reason code and finish reason`() throws {
    let expected =
      NavigationEvent.Kind.allCases.map(\.name) + ReasonCode.allCases.map(\.name)
      + FinishReason.allCases.map(\.name)
    let names = try ["events", "reasons"].flatMap { try Self.names(in: $0, isHeading: false) }
    #expect(names.sorted() == expected.sorted())
  }

  @Test func `the semantics have a row for each presentation style`() throws {
    let names = try Self.names(in: "model", isHeading: false)
    #expect(names == PresentationStyle.builtIn.map(\.name))
  }
}
