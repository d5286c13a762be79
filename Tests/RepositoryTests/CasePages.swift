/// The numbered cases that the pages of the semantics state, compared with the case index.
struct CasePages {
  private let cases: [(number: String, page: String, line: Int, text: Substring)]

  init(_ pages: [SourceFile]) {
    cases = pages.flatMap { page in
      page.text.numberedLines.compactMap { line, text in
        guard let match = text.firstMatch(of: /<a id="([rtu][0-9]+)"><\/a>/) else { return nil }
        return (match.1.uppercased(), page.path, line, text)
      }
    }
  }

  /// Cases of a page that are not in the index, entries of the index that no page states, and rows of cases without
  /// a source.
  func findings(in index: CaseIndex) -> [Finding] {
    let known = Set(index.entries.map(\.number))
    let stated = Set(cases.map(\.number))
    return cases.flatMap { entry in
      var findings: [Finding] = []
      if !known.contains(entry.number) {
        findings.append(
          Finding(entry.page, entry.line, "\(entry.number) is not in \(index.path)"))
      }
      if entry.number.hasPrefix("T"), !Self.hasSource(entry.text) {
        findings.append(Finding(entry.page, entry.line, "\(entry.number) names no source"))
      }
      return findings
    }
      + index.entries.filter { !stated.contains($0.number) }.map {
        Finding(index.path, $0.line, "\($0.number) is stated on no page")
      }
  }

  /// Whether the row of a case has a third cell with text.
  private static func hasSource(_ row: Substring) -> Bool {
    let cells = row.split(separator: "|").map { $0.filter { $0 != " " } }
    return cells.count >= 3 && !(cells.last ?? "").isEmpty
  }
}
