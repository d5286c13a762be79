/// The table of targets in `docs/architecture.md`, which specifies the allowed imports of each
/// target.
struct LayerTable {
  struct Row: Equatable {
    let target: String
    let allowed: Set<String>
    let line: Int
  }

  let path: String
  let rows: [Row]

  /// Parses the first table below the heading `## Targets`.
  ///
  /// A row begins with a target's name in backticks. The second cell contains the allowed imports
  /// in backticks.
  init(_ page: SourceFile) {
    path = page.path
    let section = page.text.numberedLines
      .drop { $0.text != "## Targets" }.dropFirst()
      .prefix { !$0.text.hasPrefix("## ") }
    rows = section.compactMap { number, text in
      let cells = text.split(separator: "|", omittingEmptySubsequences: false).dropFirst()
      guard cells.count > 2, let first = cells.first,
        let target = Self.names(in: first).first
      else { return nil }
      let allowed = Set(Self.names(in: cells[cells.startIndex + 1]))
      return Row(target: target, allowed: allowed, line: number)
    }
  }

  func row(of target: String) -> Row? { rows.first { $0.target == target } }

  private static func names(in cell: Substring) -> [String] {
    cell.matches(of: /`([A-Za-z]\w*)`/).map { String($0.output.1) }
  }
}
