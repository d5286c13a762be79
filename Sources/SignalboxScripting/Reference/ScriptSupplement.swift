/// Descriptions of the additions that another module makes to the scripting interface, for the
/// reference and for editors.
public struct ScriptSupplement: Sendable {
  let heading: String
  let summary: String
  package let globals: [ScriptReference.Entry]
  package let methods: [ScriptReference.Entry]
  package let tables: [TableDescription]
  let examples: [String: String]

  /// Creates a supplement.
  ///
  /// - Parameters:
  ///   - heading: The heading of the supplement's section on the reference page.
  ///   - summary: The first paragraph of the section.
  ///   - globals: Global functions and values.
  ///   - methods: Methods of the application.
  ///   - tables: The tables that scripts write.
  ///   - examples: An example for each function, keyed by its name, or by `app.NAME` for methods.
  public init(
    heading: String, summary: String, globals: [ScriptReference.Entry],
    methods: [ScriptReference.Entry], tables: [TableDescription], examples: [String: String] = [:]
  ) {
    self.heading = heading
    self.summary = summary
    self.globals = globals
    self.methods = methods
    self.tables = tables
    self.examples = examples
  }

  /// The names of the globals and methods, for the test that checks whether the supplement is
  /// complete.
  package var names: (globals: Set<String>, methods: Set<String>) {
    (Set(globals.map(\.name)), Set(methods.map(\.name)))
  }
}
