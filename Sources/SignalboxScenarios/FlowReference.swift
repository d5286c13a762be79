public import SignalboxScripting

/// What flows add to scripts: for the reference page and the editor definitions.
public enum FlowReference {
  /// The words, methods and tables of flows.
  public static let supplement = ScriptSupplement(
    heading: "Flows",
    summary: "Words of files that end in `.flow.lua`, and methods of `app` while a flow runs; "
      + "[testing-flows.md](testing-flows.md) shows them in use.",
    words: FlowWords.entries, methods: FlowVerbs.entries,
    tables: [
      Expectation.description, FlowTable.suites.description, FixtureDeclaration.description,
      FlowVerbs.waits.description,
    ])
}
