import Testing

/// Tests that the package in `Tests/Consumer`, which uses only public API, uses all of it.
@Suite struct ConsumerTests {
  /// The names of the types that a file's types, extensions and protocols inherit from.
  private static func inherited(_ text: String) -> [String] {
    let pattern =
      /\b(?:class|struct|enum|actor|extension)\s+[\w.]+(?:<[^>]*>)?\s*:\s*([^{]+?)(?:\bwhere\b[^{]*)?\{/
    return text.matches(of: pattern).flatMap { match in
      match.output.1.split(separator: ",").map { part in
        let words = part.split(whereSeparator: \.isWhitespace)
        return String(words.last ?? "").prefix { $0 != "<" }.description
      }
    }
  }

  @Test func `a package outside the repository conforms to every public protocol`() throws {
    let sources = try Repository.sources().filter { $0.path.hasPrefix("Sources/") }
    let pattern = /\bpublic protocol (\w+)(?:<[^>]*>)?(?:\s*:\s*([^{]+?))?\s*\{/
    var parents: [String: [String]] = [:]
    for match in sources.flatMap({ $0.statements.matches(of: pattern) }) {
      let names = match.output.2.flatMap(\.self)?.matches(of: /\w+/).map { String($0.output) }
      parents[String(match.output.1)] = names ?? []
    }
    #expect(parents.count > 20)
    var conformed = Set(
      try Repository.files(under: "Tests/Consumer", extensions: ["swift"]).flatMap {
        Self.inherited($0.text)
      })
    while case let more = Set(conformed.flatMap { parents[$0] ?? [] }).subtracting(conformed),
      !more.isEmpty
    { conformed.formUnion(more) }
    #expect(parents.keys.filter { !conformed.contains($0) }.sorted() == [])
  }
}
