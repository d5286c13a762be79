/// The list of the cases that tests stand for, and what is wrong between the two.
///
/// A line is a case's number, `waits(what for)` where it has no test yet, and a sentence. Empty lines
/// and those that begin with `#` count for nothing.
struct CaseIndex {
  struct Entry {
    let number: String
    let line: Int
    /// What the case waits for; `nil` when tests stand for it.
    let wait: String?
  }

  let path: String
  let entries: [Entry]

  init(_ file: SourceFile) {
    path = file.path
    entries = file.text.numberedLines.compactMap { line, text in
      let words = text.split(separator: " ")
      guard let number = words.first, !number.hasPrefix("#") else { return nil }
      let wait = words.dropFirst().first.flatMap { word in
        word.hasPrefix("waits(") && word.hasSuffix(")") ? word.dropFirst(6).dropLast() : nil
      }
      return Entry(number: String(number), line: line, wait: wait.map { String($0) })
    }
  }

  /// How many cases of a kind there are: `T`, `U` or `R`.
  func count(of kind: Character) -> Int { entries.count { $0.number.first == kind } }

  /// Cases that stand twice, that are neither tested nor wait or are both, and numbers of tests that
  /// are not in the list.
  func findings(in tests: [SourceFile]) -> [Finding] {
    let tested = tests.flatMap { file in
      Self.numbers(in: file).map { (number: $0, file: file.path) }
    }
    let names = Set(tested.map(\.number))
    var seen: Set<String> = []
    let own = entries.compactMap { entry -> Finding? in
      guard seen.insert(entry.number).inserted else {
        return Finding(path, entry.line, "\(entry.number) stands twice")
      }
      return switch (names.contains(entry.number), entry.wait) {
      case (false, nil): Finding(path, entry.line, "\(entry.number) has no test")
      case (true, let wait?):
        Finding(path, entry.line, "\(entry.number) waits for \(wait) and has a test")
      case (true, nil), (false, _?): nil
      }
    }
    return own
      + tested.filter { !seen.contains($0.number) }
      .map { Finding($0.file, 0, "\($0.number) is not in \(path)") }
  }

  /// The numbers that the names of a file's tests begin with.
  static func numbers(in file: SourceFile) -> [String] {
    file.text.matches(of: /func\s+`([^`]+)`/).flatMap { match in
      match.1.split(separator: " ").prefix { $0.wholeMatch(of: /[TUR][0-9]+/) != nil }
        .map { String($0) }
    }
  }
}
