/// What a layer above scripting adds to scripts, as the reference and editors show it.
public struct ScriptSupplement: Sendable {
  let heading: String
  let summary: String
  let words: [ScriptReference.Entry]
  let methods: [ScriptReference.Entry]
  let tables: [TableDescription]

  /// - Parameters:
  ///   - words: Globals.
  ///   - methods: Methods of the application.
  public init(
    heading: String, summary: String, words: [ScriptReference.Entry],
    methods: [ScriptReference.Entry], tables: [TableDescription]
  ) {
    self.heading = heading
    self.summary = summary
    self.words = words
    self.methods = methods
    self.tables = tables
  }

  /// The names of its words and methods, for the test that holds it complete.
  package var names: (words: Set<String>, methods: Set<String>) {
    (Set(words.map(\.name)), Set(methods.map(\.name)))
  }
}
