import Testing

/// Tests that the project uses standard terms. The number of other terms may only decrease.
struct VocabularyTests {
  @Test(arguments: Vocabulary.Area.allCases)
  func `no word or phrase that the glossary replaces is used`(area: Vocabulary.Area) throws {
    let texts = try Vocabulary.texts(of: area)
    #expect(!texts.isEmpty)
    for row in Vocabulary.all {
      let places = try row.places(in: texts)
      let count = places.reduce(0) { $0 + $1.count }
      let most = places.sorted { $0.count > $1.count }.prefix(5).map { "\($0.path) (\($0.count))" }
      #expect(
        count <= row.remaining[area] ?? 0,
        "\(area): \(row) is there \(count) times, write \"\(row.replacement)\": \(most)")
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
}
