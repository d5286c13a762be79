internal import Signalbox
internal import SignalboxInspector

/// Lists the scenarios in a run without running them, as text or as JSON.
public enum ScenarioList {
  /// Returns a line for each scenario, with its location, title and tags.
  ///
  /// - Parameter scenarios: The scenarios to list, in order.
  public static func text(_ scenarios: [ScenarioDescription]) -> String {
    scenarios.map { scenario in
      let tags = scenario.options.tags.map { " #\($0)" }.joined()
      return DisplayText.line("\(scenario.place)  \(scenario.title)\(tags)") + "\n"
    }.joined()
  }

  /// Returns a JSON array with an object for each scenario.
  ///
  /// - Parameter scenarios: The scenarios to list, in order.
  public static func json(_ scenarios: [ScenarioDescription]) -> String {
    let lines = scenarios.map { "  " + NavigationValue.table(fields(of: $0)).line }
    return lines.isEmpty ? "[]\n" : "[\n\(lines.joined(separator: ",\n"))\n]\n"
  }

  /// Returns a scenario's properties.
  static func fields(of scenario: ScenarioDescription) -> NavigationArguments {
    var fields = NavigationArguments(reporting: scenario.options)
    fields["timeout"] = scenario.options.timeout.map { .number(DurationText.milliseconds($0)) }
    fields["id"] = .string(scenario.id)
    fields["file"] = .string(scenario.file)
    fields["line"] = .integer(scenario.line)
    fields["suites"] = .texts(scenario.suites)
    fields["name"] = .string(scenario.name)
    return fields
  }
}

extension NavigationArguments {
  /// Creates the fields of a value for reports. JSON must be able to represent all contained
  /// values.
  init(reporting value: some Encodable) {
    self = (try? NavigationArguments(encoding: value)) ?? [:]
  }
}
