internal import Signalbox
internal import SignalboxScripting

/// Writes the reports of both TAP versions, which differ only in the first line.
struct TapStream {
  let version: Int
  private var number = 0

  init(version: Int) { self.version = version }

  mutating func begin(_ plan: RunPlan) -> String {
    var text = "TAP version \(version)\n"
    for file in plan.unloaded {
      number += 1
      text += "not ok \(number) - \(Self.escaped("\(file.path) loads"))\n"
      text += Self.block([file.error])
    }
    return text
  }

  mutating func add(_ result: ScenarioResult) -> String {
    number += 1
    let isGood = ![.failed, .notRun, .failedAsExpected, .todo].contains(result.status)
    let name = Self.escaped("\(result.scenario.file) \(result.scenario.title)")
    var text = "\(isGood ? "ok" : "not ok") \(number) - \(name)\(Self.directive(result))\n"
    if result.status == .failed { text += Self.block(result.failures.map(\.error)) }
    return text
  }

  /// Returns the end of the report, including the plan. The plan comes last, because failures of
  /// the whole run are known only at the end.
  mutating func end(_ summary: RunSummary) -> String {
    let coverage = CoverageText.lines(summary, .plain, isWhole: false)
    var text = ""
    for miss in summary.misses {
      number += 1
      text += "not ok \(number) - \(Self.escaped(miss.title))\n"
      text +=
        "  ---\n  message: \(NavigationValue.string(miss.message).line)\n  severity: fail\n  ...\n"
    }
    let none = number == 0 ? " # SKIP nothing matched" : ""
    return text + "1..\(number)\(none)\n#\(SummaryText.line(summary, .plain))\n"
      + coverage.split(separator: "\n").map { "#\($0)\n" }.joined()
  }

  /// Returns the directive for a result. An expected failure is marked as unfinished work, so that
  /// it does not count as a failure (TAP 14, section "Directives").
  private static func directive(_ result: ScenarioResult) -> String {
    let reason = result.reason.map { $0.isEmpty ? "" : " \(escaped($0))" } ?? ""
    return switch result.status {
    case .passed, .failed: ""
    case .flaky: " # flaky, \(result.attempts) attempts"
    case .skipped: " # SKIP\(reason)"
    case .todo, .failedAsExpected: " # TODO\(reason)"
    case .notRun: ""
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("#", with: "\\#").replacing("\n", with: " ")
  }

  /// Returns a YAML block that contains the failures. JSON string literals are also valid in YAML.
  private static func block(_ errors: [ScriptError]) -> String {
    guard let first = errors.first else { return "" }
    var lines = ["---", "message: \(NavigationValue.string(first.message).line)", "severity: fail"]
    lines += first.location.map { ["at:"] + Self.place($0) } ?? []
    // NOTE: TAP::Parser interprets plain text with a colon as a key if it is an element of a list.
    if errors.count > 1 { lines.append("others:") }
    for error in errors.dropFirst() {
      lines.append("  - message: \(NavigationValue.string(error.message).line)")
      lines += error.location.map { Self.place($0).map { "  \($0)" } } ?? []
    }
    return (lines + ["..."]).map { "  \($0)\n" }.joined()
  }

  private static func place(_ location: ScriptLocation) -> [String] {
    ["  file: \(NavigationValue.string(location.file).line)", "  line: \(location.line)"]
  }
}
