public import SignalboxScripting

/// The additions of scenarios to scripts: for the reference page and the editor definitions.
public enum ScenarioReference {
  /// The globals, methods and tables of scenarios.
  public static let supplement = ScriptSupplement(
    heading: "Scenarios",
    summary:
      "Words of files that end in `.scenario.lua`, and methods of `app` while a scenario runs; "
      + "[testing.md](testing.md) shows them in use.",
    globals: ScenarioGlobals.entries, methods: AppMethods.entries,
    tables: [
      Expectation.description, ScenarioTable.suites.description, ResourceDeclaration.description,
      AppMethods.waits.description,
    ])
}
