internal import SignalboxScenarios
internal import SignalboxScripting

/// The selection of a scenario or a file for a test run, as specified by an environment variable.
struct OneScenario {
  /// The name of the environment variable. The value of the variable is `PATH`, `PATH:LINE`, or the
  /// identifier `PATH::TITLE`.
  static let variable = "SIGNALBOX_SCENARIO"

  private let text: String

  /// Returns the selection that the environment specifies, or `nil` if there is none.
  static func ofEnvironment() -> OneScenario? {
    TestProject.variable(variable).map { OneScenario($0) }
  }

  init(_ text: String) { self.text = text }

  /// Returns the selected scenarios of a folder. If the selected file is in another folder, the
  /// result is empty, because another test may run that file.
  ///
  /// - Throws: `badArgument` if the file is in the folder but no scenario is selected.
  func selected(of scenarios: [Scenario]) throws(ScriptError) -> [Scenario] {
    let selected = scenarios.filter(matches)
    guard selected.isEmpty, let file = scenarios.first(where: { text.hasPrefix("\($0.file):") })
    else { return selected }
    let known = scenarios.filter { $0.file == file.file }.map { "\($0.file):\($0.line)" }
    throw .badArgument(
      "\(Self.variable) is \"\(text)\", which selects no scenario",
      hint: "\(file.file) contains the scenarios " + known.joined(separator: ", "))
  }

  private func matches(_ scenario: Scenario) -> Bool {
    if case .unloaded = scenario.contents {
      return text == scenario.file || text.hasPrefix("\(scenario.file):")
    }
    return [scenario.id, scenario.file, "\(scenario.file):\(scenario.line)"].contains(text)
  }
}
