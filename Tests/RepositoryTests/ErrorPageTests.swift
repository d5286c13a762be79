import Testing

/// Tests that `docs/reference/errors.md` explains every error code in the sources.
@Suite struct ErrorPageTests {
  /// Returns the codes that the sources contain, with one file for each code.
  private static func codes() throws -> [String: String] {
    var codes: [String: String] = [:]
    for file in try Repository.sources() {
      let literals = [/\bcode: "(\w+)"/, /\b\w*[cC]ode = "(\w+)"/]
        .flatMap { file.statements.matches(of: $0).map { String($0.output.1) } }
      let lint =
        file.path.contains("/Linting/")
        ? file.statements.matches(of: /"((?:unknown|duplicate|odd|only|skip|unfound)[A-Z]\w+)"/)
          .map { String($0.output.1) } : []
      for code in literals + lint + enumerated(in: file) { codes[code] = file.path }
    }
    return codes
  }

  /// Returns the cases of a code enumeration, by raw value.
  private static func enumerated(in file: SourceFile) -> [String] {
    let names = ["ReasonCode", "Code: String, Hashable", "Reason: String, Sendable"]
    guard
      let start = names.lazy.compactMap({ file.statements.firstRange(of: "enum \($0)") }).first
    else { return [] }
    let body = file.statements[start.upperBound...].prefix(
      upTo: /\n\s*\}|\n\s*(?:public )?(?:var|init)/)
    return body.matches(of: /case ([^\n]+)/).flatMap { row in
      row.output.1.split(separator: ",").map { part in
        let raw = part.firstMatch(of: /"(\w+)"/).map { String($0.output.1) }
        return raw ?? part.filter { $0.isLetter }
      }
    }
  }

  @Test func `every error code in the sources has a row on the page about errors`() throws {
    let page = try Repository.file("docs/reference/errors.md")
    let rows = page.text.numberedLines.filter { $0.text.hasPrefix("| `") }
      .flatMap { $0.text.split(separator: "|").first?.matches(of: /`(\w+)`/) ?? [] }
      .map { String($0.output.1) }
    let codes = try Self.codes()

    #expect(codes.count > 120)
    #expect(codes.filter { !rows.contains($0.key) }.map { "\($0.key): \($0.value)" }.sorted() == [])
  }

  @Test func `every row on the page about errors has a code that exists in the sources`() throws {
    let page = try Repository.file("docs/reference/errors.md")
    let literals = Set(
      try Repository.sources().flatMap { file in
        file.statements.matches(of: /\b[a-z]\w+\b/).map { String($0.output) }
      })
    let rows = page.text.numberedLines.filter { $0.text.hasPrefix("| `") }
      .flatMap { $0.text.split(separator: "|").first?.matches(of: /`(\w+)`/) ?? [] }

    #expect(rows.map { String($0.output.1) }.filter { !literals.contains($0) } == [])
  }

  @Test func `every row on the page about errors has a cause, and a fix if its table has fixes`()
    throws
  {
    let page = try Repository.file("docs/reference/errors.md")
    var header: [Substring] = []
    var incomplete: [Int] = []
    for (number, text) in page.text.numberedLines where text.hasPrefix("|") {
      let cells = text.split(separator: "|", omittingEmptySubsequences: false).dropFirst()
        .dropLast()
      if text.hasPrefix("| code") { header = Array(cells) }
      guard text.hasPrefix("| `"), !header.isEmpty else { continue }
      let filled = cells.filter { $0.contains { $0.isLetter } }
      if filled.count != header.count { incomplete.append(number) }
    }
    #expect(incomplete == [])
  }
}

extension Substring {
  /// The text before the first match of a pattern.
  fileprivate func prefix(upTo end: some RegexComponent) -> Substring {
    firstRange(of: end).map { self[..<$0.lowerBound] } ?? self
  }
}
