/// A page in `docs/decisions`, with its form and its row in the table of decisions.
struct DecisionPage {
  private let file: SourceFile
  private let lines: [Substring]

  init(_ file: SourceFile) {
    self.file = file
    lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The four digits at the beginning of the file name.
  var number: String { String(file.name.prefix(4)) }

  /// The first line without the number, if it has the form `# 0050 Title`.
  var title: String? {
    guard let match = lines.first?.wholeMatch(of: /# ([0-9]{4})\.? (.+)/), match.1 == number else {
      return nil
    }
    return String(match.2)
  }

  /// The missing parts of the page.
  var findings: [Finding] {
    var findings: [Finding] = []
    if title == nil { findings.append(Finding(file.path, 1, "has no title \"# \(number) Title\"")) }
    let head = lines.dropFirst().prefix { !$0.hasPrefix("## ") }.joined(separator: "\n")
    if !head.contains(/\bDate: [0-9]{4}-[0-9]{2}-[0-9]{2}\b/) {
      findings.append(Finding(file.path, 0, "has no date \"Date: 2026-11-22\""))
    }
    if !head.contains(/\bStatus: (?:accepted|amended|replaced|superseded|rejected)\b/) {
      findings.append(
        Finding(file.path, 0, "has no status: accepted, amended, replaced, superseded or rejected"))
    }
    let headings = lines.filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }
    let expected = ["Context", "Decision", "Alternatives", "Consequences"]
    if headings != expected {
      findings.append(
        Finding(
          file.path, 0,
          "has the headings \(headings.joined(separator: ", ")), expected \(expected.joined(separator: ", "))"
        ))
    }
    for (heading, next) in zip(lines.indices, lines.indices.dropFirst(2))
    where lines[heading].hasPrefix("## ") {
      if lines[next].isEmpty || lines[next].hasPrefix("#") {
        findings.append(Finding(file.path, heading + 1, "has nothing under \(lines[heading])"))
      }
    }
    return findings
  }

  /// Returns missing and superfluous rows of the decision table, and rows whose text is not the
  /// title of their page.
  static func findings(in table: SourceFile, pages: [DecisionPage]) -> [Finding] {
    let rows = table.text.numberedLines.compactMap { line, text in
      text.firstMatch(of: /^\| \[([0-9]{4})\]\(([^)]+)\) \| (.+?) \| [^|]+ \|$/).map {
        (line: line, number: String($0.1), name: String($0.2), title: String($0.3))
      }
    }
    let wrong = rows.compactMap { row -> Finding? in
      guard let page = pages.first(where: { $0.file.name == row.name }) else {
        return Finding(table.path, row.line, "\(row.name) does not exist")
      }
      return page.title == row.title
        ? nil : Finding(table.path, row.line, "\(row.number) has another title on its page")
    }
    let twice = Dictionary(grouping: rows, by: \.number).filter { $0.value.count > 1 }.keys.sorted()
    return wrong + twice.map { Finding(table.path, 0, "\($0) has two rows") }
      + pages.filter { page in !rows.contains { $0.name == page.file.name } }
      .map { Finding($0.file.path, 0, "has no row in \(table.path)") }
  }
}
