internal import Signalbox

/// Finds scenarios that are marked with `only` or skipped without a reason, and tags that appear to
/// be mistyped. The rule examines all files together.
enum ScenariosRule {
  static func findings(in scenarios: [ScenarioDescription]) -> [LintFinding] {
    only(scenarios) + skips(scenarios) + tags(scenarios)
  }

  private static func only(_ scenarios: [ScenarioDescription]) -> [LintFinding] {
    let hidden = scenarios.count { !$0.options.isOnly }
    guard hidden > 0 else { return [] }
    return scenarios.filter(\.options.isOnly).map { scenario in
      LintFinding(
        .warning, "onlyHidesOthers",
        "\"\(scenario.title)\" is marked `only`, so \(hidden) other "
          + "scenario\(hidden == 1 ? " does" : "s do") not run",
        hint: "remove `only` before you commit the file", file: scenario.file, line: scenario.line)
    }
  }

  private static func skips(_ scenarios: [ScenarioDescription]) -> [LintFinding] {
    scenarios.filter { $0.options.skip == "" }.map { scenario in
      LintFinding(
        .warning, "skipWithoutReason", "\"\(scenario.title)\" is skipped without a reason",
        hint: "skip = \"why\"", file: scenario.file, line: scenario.line)
    }
  }

  /// Finds tags that only one scenario has and that are similar to a tag of several scenarios.
  private static func tags(_ scenarios: [ScenarioDescription]) -> [LintFinding] {
    var owners: [String: [ScenarioDescription]] = [:]
    for scenario in scenarios {
      for tag in scenario.options.tags { owners[tag, default: []].append(scenario) }
    }
    let common = owners.filter { places($0.value) > 1 }.keys
    return owners.sorted { $0.key < $1.key }.compactMap { tag, scenarios in
      guard places(scenarios) == 1, let scenario = scenarios.first,
        let near = nearestName(to: tag, in: common),
        letters(near) != letters(tag) || near.lowercased() == tag.lowercased(), tag.count > 3
      else { return nil }
      return LintFinding(
        .warning, "oddTag",
        "only \"\(scenario.title)\" has the tag \"\(tag)\", \(places(owners[near] ?? [])) others have "
          + "\"\(near)\"",
        hint: "did you mean \"\(near)\"?", file: scenario.file, line: scenario.line)
    }
  }

  /// Returns the number of scenario locations. The cases of an `each` count as a single location.
  private static func places(_ scenarios: [ScenarioDescription]) -> Int {
    Set(scenarios.map(\.place)).count
  }

  /// Returns a tag in lowercase without its digits. Tags that differ only in digits, such as
  /// `ios17` and `ios18`, are considered intentional.
  private static func letters(_ tag: String) -> String {
    tag.lowercased().filter { !$0.isNumber }
  }
}
