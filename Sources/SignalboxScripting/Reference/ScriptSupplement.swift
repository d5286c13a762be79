/// What a layer above scripting adds to scripts, as the reference and editors show it.
public struct ScriptSupplement: Sendable {
  /// A table that its words take.
  public struct Table: Sendable {
    let name: String
    let heading: String
    let summary: String
    let fields: [ScriptReference.Entry]

    /// - Parameters:
    ///   - name: The name of the class in editors, behind `signalbox.`.
    ///   - heading: What the reference calls it.
    public init(
      name: String, heading: String, summary: String, fields: [ScriptReference.Entry]
    ) {
      self.name = name
      self.heading = heading
      self.summary = summary
      self.fields = fields
    }
  }

  let heading: String
  let summary: String
  let words: [ScriptReference.Entry]
  let methods: [ScriptReference.Entry]
  let tables: [Table]

  /// - Parameters:
  ///   - words: Globals.
  ///   - methods: Methods of the application.
  public init(
    heading: String, summary: String, words: [ScriptReference.Entry],
    methods: [ScriptReference.Entry], tables: [Table]
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
