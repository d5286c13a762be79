import Testing

/// Tests that the project uses standard terms. The number of other terms may only decrease.
struct VocabularyTests {
  @Test(arguments: Vocabulary.Area.allCases)
  func `no word or phrase that the glossary replaces is used`(area: Vocabulary.Area) throws {
    let texts = try Vocabulary.texts(of: area)
    #expect(!texts.isEmpty)
    for row in Vocabulary.all where row.areas.contains(area) {
      let places = try row.places(in: texts)
      let count = places.reduce(0) { $0 + $1.count }
      let first = places.sorted { $0.count > $1.count }.prefix(5).map { "\($0.path) (\($0.count))" }
      #expect(
        count <= row.remaining[area] ?? 0,
        "\(area): \(row) is there \(count) times, write \"\(row.replacement)\": \(first)")
    }
  }

  @Test func `glossary words are found as whole words, inside camel-case names, and in any case`()
    throws
  {
    let row = Vocabulary("tapes?", "recording")
    let found = try row.places(in: [
      ("a", "The tape stops; Tapes, tapered"), ("b", "retape"), ("c", "make Tape"),
    ])
    #expect(found.map { "\($0.path) \($0.count)" } == ["a 2", "c 1"])
  }

  @Test func `a phrase is found across lines of comments, and a clause at the start of a comment`()
    throws
  {
    let comments = """
      /// Returns a
        /// text without a text field.
      // What follows is not documentation.
      /// What an exploration has found.
      """
    let phrase = Vocabulary("a text(?! field)", "a string")
    #expect(try phrase.places(in: [("a", comments)]).map(\.count) == [1])
    let clause = Vocabulary("/// What [a-z]+", "The findings")
    #expect(try clause.places(in: [("a", comments)]).map(\.count) == [1])
  }

  @Test(arguments: [
    ("the text that a test offers", "offers"), ("A link out of the project", "links? out of"),
    ("states that were not explored yet", "(?:was|were) not"), ("coloured", "colours?"),
    ("a list; `nil` launches it", "; `nil` "), ("/// Prints what it does", "/// "),
    ("// MARK: - Whether it ends", "// MARK"), ("more than 10 steps are passed", "more than "),
    ("only the first layer must show it", "only the first"), ("returns a text", "a text"),
    ("the answer to a request", "answers? to"),
  ])
  func `each phrase of the list is found in a bad sample`(text: String, word: String) throws {
    let rows = Vocabulary.all.filter { $0.word.contains(word) }
    #expect(rows.count == 1)
    #expect(try rows.flatMap { try $0.places(in: [("a", text)]) }.map(\.count) == [1])
  }

  private static let badNames = """
    struct RemotePlace { let granted = 1 }
    final class StateMark { var isQuiet = true }
    enum Kind { case round; case lookAt; case looksLike; case lookUp }
    func arrive(_ book: Book, atMost count: Int) {}
    func read(most: Int, in pieces: [Piece], deepest limit: Int) { }
    // struct BadPlace
    """

  @Test(arguments: [
    ("places?", 1), ("marks?", 1), ("rounds?", 1), ("(?:looks?", 1), ("books?", 1), ("arrives?", 1),
    ("quiet", 1), ("pieces?", 1), ("(?<!at\\W)most", 2), ("grants?", 1),
  ])
  func `each word for names is found in types, functions, properties and parameters`(
    word: String, count: Int
  ) throws {
    let rows = Vocabulary.all.filter { $0.word.hasPrefix(word) && !$0.areas.contains(.messages) }
    let row = try #require(rows.count == 1 ? rows.first : nil)
    let file = SourceFile(path: "Sources/Box/Bad.swift", text: Self.badNames)
    let text =
      try row.areas.contains(.types) ? Vocabulary.typeNames(in: file) : Vocabulary.names(in: file)
    #expect(try row.places(in: [("a", text)]).map(\.count) == [count])
  }
}
