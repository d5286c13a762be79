package import Signalbox
internal import SignalboxInspector

/// Lists the scenarios in a run without running them, as text or as JSON.
package enum ScenarioList {
  /// Returns a line for each scenario, with its location, title and tags.
  ///
  /// - Parameter scenarios: The scenarios, in the order in which they are listed.
  package static func text(_ scenarios: [ScenarioDescription]) -> String {
    scenarios.map { scenario in
      let tags = scenario.options.tags.map { " #\($0)" }.joined()
      return DisplayText.line("\(scenario.place)  \(scenario.title)\(tags)") + "\n"
    }.joined()
  }

  /// Returns a JSON array with an object for each scenario.
  ///
  /// - Parameter scenarios: The scenarios, in the order in which they are listed.
  package static func json(_ scenarios: [ScenarioDescription]) -> String {
    let lines = scenarios.map { "  " + NavigationValue.table(fields(of: $0)).line }
    return lines.isEmpty ? "[]\n" : "[\n\(lines.joined(separator: ",\n"))\n]\n"
  }

  /// Returns the fields of a JSON object that contains the scenarios with their ranges in the
  /// sources, and the files that failed to load.
  package static func fields(
    _ scenarios: [ScenarioDescription], _ unloaded: [UnloadedFile], sources: SourceCache
  ) -> [(String, NavigationValue?)] {
    var files: [String: ScenarioRanges] = [:]
    let entries = scenarios.map { scenario -> NavigationValue in
      var fields = fields(of: scenario)
      let ranges = files[scenario.file] ?? ScenarioRanges(sources[scenario.file] ?? [])
      files[scenario.file] = ranges
      if let range = ranges.range(atLine: scenario.line) {
        fields["column"] = .integer(range.column)
        fields["endLine"] = .integer(range.endLine)
        fields["endColumn"] = .integer(range.endColumn)
      }
      return .table(fields)
    }
    return [
      ("scenarios", .list(entries)),
      ("unloaded", .list(unloaded.map { .table(NavigationArguments(reporting: $0)) })),
    ]
  }

  /// Returns the fields of the JSON object that describes a scenario.
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
