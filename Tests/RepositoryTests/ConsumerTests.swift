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

  /// Returns the public functions of a file whose names are not among the given words, as
  /// `line: name`. Functions that exist only on other platforms and requirements of the standard
  /// library are omitted.
  private static func uncalled(in file: SourceFile, _ words: Set<String>) -> [String] {
    let pattern = /\bpublic\s+(?:\w+\s+)*func\s+`?(\w+)/
    // The number of enclosing conditions since the one that other platforms meet, or 0.
    var depth = 0
    return file.code.numberedLines.compactMap { number, line in
      let start = line.prefix { $0 == " " }.endIndex
      if line[start...].hasPrefix("#if") {
        if depth > 0 || line.contains(/canImport\((UIKit|SwiftUI|AppKit|XCTest)\)/) { depth += 1 }
      } else if depth > 0, line[start...].hasPrefix("#endif") {
        depth -= 1
      } else if depth == 1, line[start...].hasPrefix("#else") {
        depth = 0
      }
      guard depth == 0, let match = line.firstMatch(of: pattern) else { return nil }
      let name = String(match.output.1)
      if words.contains(name) || PublicFunction.standardNames.contains(name) { return nil }
      return "\(number): \(name)"
    }
  }

  @Test func `a package outside the repository calls every public function`() throws {
    let consumer = try Repository.files(under: "Tests/Consumer", extensions: ["swift"])
    let words = Set(consumer.flatMap { $0.code.matches(of: /\w+/).map { String($0.output) } })
    let sources = try Repository.sources().filter { $0.path.hasPrefix("Sources/Signalbox") }
    #expect(
      sources.flatMap { file in Self.uncalled(in: file, words).map { "\(file.path):\($0)" } } == [])
  }

  @Test func `a public function that no other package calls is found`() {
    let file = SourceFile(
      path: "Sources/Signalbox/Sample.swift",
      text: """
        public struct Router {
          public func pop() {}
          @discardableResult public static func push(_ name: String) -> Int { 1 }
          public mutating func update() {}
          func local() {}
          public func hash(into hasher: inout Hasher) {}
          // public func comment() {}
        #if canImport(UIKit)
          public func foreign() {}
        #endif
          public nonisolated func present() {}
        }
        """)
    #expect(Self.uncalled(in: file, ["pop"]) == ["3: push", "4: update", "11: present"])
  }
}
