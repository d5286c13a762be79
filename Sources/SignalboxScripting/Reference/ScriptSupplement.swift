/// The additions of a higher layer to scripts, for the reference and editors.
public struct ScriptSupplement: Sendable {
  let heading: String
  let summary: String
  let globals: [ScriptReference.Entry]
  let methods: [ScriptReference.Entry]
  let tables: [TableDescription]

  /// - Parameters:
  ///   - globals: Global functions and values.
  ///   - methods: Methods of the application.
  public init(
    heading: String, summary: String, globals: [ScriptReference.Entry],
    methods: [ScriptReference.Entry], tables: [TableDescription]
  ) {
    self.heading = heading
    self.summary = summary
    self.globals = globals
    self.methods = methods
    self.tables = tables
  }

  /// The names of its globals and methods, for the test that checks it for completeness.
  package var names: (globals: Set<String>, methods: Set<String>) {
    (Set(globals.map(\.name)), Set(methods.map(\.name)))
  }
}
