/// The numbered cases on the semantics pages, compared with the names of the tests.
///
/// A case is an anchor such as `<a id="t87"></a>`. If no test has its number, its row or section
/// contains `not tested: why`.
struct CaseIndex {
  struct Entry {
    let number: String
    let page: String
    let line: Int
    /// The reason why no test has the number, or `nil` for a tested case.
    let absence: String?
    /// Whether the row names the source of the case.
    let hasSource: Bool
  }

  let entries: [Entry]

  init(_ pages: [SourceFile]) {
    entries = pages.flatMap { page in
      page.text.numberedLines.compactMap { line, text in
        guard let match = text.firstMatch(of: /<a id="([rtu][0-9]+)"><\/a>/) else { return nil }
        let cells = text.split(separator: "|").map { $0.filter { $0 != " " } }
        return Entry(
          number: match.1.uppercased(), page: page.path, line: line,
          absence: text.firstMatch(of: /not tested: ([^|.]+)/).map { String($0.1) },
          hasSource: cells.count >= 3 && !(cells.last ?? "").isEmpty)
      }
    }
  }

  /// Returns the number of cases of a kind: `T`, `U` or `R`.
  func count(of kind: Character) -> Int { entries.count { $0.number.first == kind } }

  /// Returns all faults of the index: cases that have neither a test nor a reason, cases that have
  /// both, cases without a source, and test numbers that are not on any page.
  func findings(in tests: [SourceFile]) -> [Finding] {
    let tested = tests.flatMap { file in
      Self.numbers(in: file).map { (number: $0, file: file.path) }
    }
    let names = Set(tested.map(\.number))
    let stated = Set(entries.map(\.number))
    return entries.flatMap { entry in
      var messages: [String] = []
      switch (names.contains(entry.number), entry.absence) {
      case (false, nil): messages.append("\(entry.number) has no test")
      case (true, let absence?):
        messages.append("\(entry.number) is not tested (\(absence)) and has a test")
      case (true, nil), (false, _?): break
      }
      if entry.number.hasPrefix("T"), !entry.hasSource {
        messages.append("\(entry.number) names no source")
      }
      return messages.map { Finding(entry.page, entry.line, $0) }
    }
      + tested.filter { !stated.contains($0.number) }
      .map { Finding($0.file, 0, "\($0.number) is stated on no page") }
  }

  /// Returns the numbers at the beginning of a file's test names.
  static func numbers(in file: SourceFile) -> [String] {
    file.text.matches(of: /func\s+`([^`]+)`/).flatMap { match in
      match.1.split(separator: " ").prefix { $0.wholeMatch(of: /[TUR][0-9]+/) != nil }
        .map { String($0) }
    }
  }
}
