internal import SignalboxScenarios
internal import SignalboxScripting

/// The selection of one scenario for a run of the tests, by an environment variable.
struct OneScenario {
  /// The variable: `PATH:LINE`, or the identifier `PATH::TITLE`, as failures report it.
  static let variable = "SIGNALBOX_SCENARIO"

  private let text: String

  /// Returns the selection of the environment, or `nil` without one.
  static func ofEnvironment() -> OneScenario? {
    TestProject.variable(variable).map { OneScenario($0) }
  }

  init(_ text: String) { self.text = text }

  /// Returns the selected scenarios of a folder: none if the file is elsewhere, as several tests may
  /// have folders of their own.
  ///
  /// - Throws: `badArgument` if the file is in the folder but no scenario is selected.
  func selected(of scenarios: [Scenario]) throws(ScriptError) -> [Scenario] {
    let selected = scenarios.filter(matches)
    guard selected.isEmpty, let file = scenarios.first(where: { text.hasPrefix("\($0.file):") })
    else { return selected }
    let known = scenarios.filter { $0.file == file.file }.map { "\($0.file):\($0.line)" }
    throw .badArgument(
      "\(Self.variable) is \"\(text)\", which selects no scenario",
      hint: "that file has " + known.joined(separator: ", "))
  }

  private func matches(_ scenario: Scenario) -> Bool {
    if case .unloaded = scenario.contents {
      return text == scenario.file || text.hasPrefix("\(scenario.file):")
    }
    return [scenario.id, scenario.file, "\(scenario.file):\(scenario.line)"].contains(text)
  }
}
