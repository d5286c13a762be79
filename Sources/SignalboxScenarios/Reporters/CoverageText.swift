internal import Signalbox
internal import SignalboxInspector

/// Formats coverage for reports.
enum CoverageText {
  /// The maximum number of missing names for each kind in a short report.
  private static let maxNames = 3

  /// Returns a line such as ` coverage  routes 5/6 (Shop.reviews never shown) · guards 2/3`,
  /// followed by the missed thresholds. The string is empty if coverage was not requested.
  ///
  /// - Parameter isWhole: Whether to list all missing names, one per line.
  static func lines(_ summary: RunSummary, _ palette: TextPalette, isWhole: Bool) -> String {
    guard let coverage = summary.coverage else { return "" }
    var text = line(
      coverage, palette, isWhole: isWhole, below: Set(summary.shortfalls.map(\.kind)))
    for shortfall in summary.shortfalls {
      text += " " + palette.failure("coverage below the threshold: \(shortfall)") + "\n"
    }
    return text
  }

  /// Returns a line such as ` coverage  routes 5/6 (Shop.reviews never shown) · guards 2/3`.
  ///
  /// - Parameters:
  ///   - isWhole: Whether to list all missing names, one per line.
  ///   - low: The kinds that are below their threshold.
  static func line(
    _ coverage: ScenarioCoverage, _ palette: TextPalette, isWhole: Bool,
    below low: Set<ScenarioCoverage.Kind> = []
  ) -> String {
    let kinds = ScenarioCoverage.Kind.allCases.filter { coverage.total($0) > 0 }
    let parts = kinds.map { kind in
      let count = "\(kind.rawValue) \(coverage.covered(kind))/\(coverage.total(kind))"
      let names = isWhole ? "" : names(coverage.missing(kind), kind)
      return (low.contains(kind) ? palette.failure(count) : count) + palette.faint(names)
    }
    var text = " coverage  " + (parts.isEmpty ? "nothing is declared" : "")
    text += parts.joined(separator: " · ") + "\n"
    if isWhole {
      for kind in kinds {
        text += coverage.missing(kind).map {
          "   \(DisplayText.line($0)) \(palette.faint("\(kind.absence)"))\n"
        }.joined()
      }
    }
    return text
  }

  private static func names(_ missing: [String], _ kind: ScenarioCoverage.Kind) -> String {
    guard !missing.isEmpty else { return "" }
    let shown = missing.prefix(maxNames).map(DisplayText.line).joined(separator: ", ")
    let rest = missing.count > maxNames ? " and \(missing.count - maxNames) more" : ""
    return " (\(shown)\(rest) \(kind.absence))"
  }

  /// Returns the counts by kind, such as `5/6`, for use as properties.
  static func facts(_ summary: RunSummary) -> [(kind: ScenarioCoverage.Kind, text: String)] {
    guard let coverage = summary.coverage else { return [] }
    return ScenarioCoverage.Kind.allCases.filter { coverage.total($0) > 0 }.map {
      ($0, "\(coverage.covered($0))/\(coverage.total($0))")
    }
  }

  /// Returns an object that contains, for each kind, the number of covered items, the total, the
  /// missing items, the counts and the locations.
  static func value(of coverage: ScenarioCoverage) -> NavigationValue {
    let kinds = ScenarioCoverage.Kind.allCases.map { kind in
      let entries = coverage.entries(kind)
      let counts = NavigationArguments(entries.map { ($0.name, .integer($0.count)) })
      let locations = NavigationArguments(
        coverage.locations(kind).map {
          ($0.name, .table(["file": .string($0.file), "line": .integer($0.line)]))
        })
      let value: NavigationValue = .table([
        "covered": .integer(coverage.covered(kind)), "total": .integer(entries.count),
        "missing": .texts(coverage.missing(kind)), "counts": .table(counts),
        "locations": .table(locations),
      ])
      return (kind.rawValue, value)
    }
    return .table(NavigationArguments(kinds))
  }

  /// Returns a section of the `html` report that contains a table for each kind, with missing items
  /// first.
  static func section(_ summary: RunSummary) -> String {
    guard let coverage = summary.coverage else { return "" }
    let facts = facts(summary).map { "\($0.kind.rawValue) \($0.text)" }.joined(separator: " · ")
    let low = summary.shortfalls.map { shortfall in
      "<p class=\"bad\">coverage below the threshold: \(MarkupText.escaped("\(shortfall)"))</p>\n"
    }
    let tables = ScenarioCoverage.Kind.allCases.filter { coverage.total($0) > 0 }.map { kind in
      let entries = coverage.entries(kind)
      let ordered = entries.filter { $0.count == 0 } + entries.filter { $0.count > 0 }
      let rows = ordered.map { name, count in
        "<tr\(count == 0 ? " class=\"bad\"" : "")><td>\(MarkupText.escaped(name))</td>"
          + "<td>\(count == 0 ? kind.absence : "\(count) ×")</td></tr>\n"
      }
      return "<h3>\(kind.rawValue)</h3><table>\n\(rows.joined())</table>\n"
    }
    return "<details\(low.isEmpty ? "" : " open")><summary>Coverage: "
      + "\(MarkupText.escaped(facts))</summary>\n\(low.joined())\(tables.joined())</details>\n"
  }
}
