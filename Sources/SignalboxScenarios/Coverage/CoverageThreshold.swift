internal import Signalbox

/// The minimum coverage that a run must reach to pass, such as `routes=90,transitions=80`, or `85`
/// for all kinds.
package struct CoverageThreshold: Hashable, Codable, Sendable {
  /// The reason why a string is not a valid threshold.
  package struct Malformed: Error, Hashable, Sendable {
    /// A one-sentence description without a period.
    package let message: String
  }

  /// A kind whose coverage is below its threshold.
  package struct Shortfall: Hashable, Sendable {
    /// The kind whose coverage is too low.
    package let kind: ScenarioCoverage.Kind
    /// The coverage in percent, or `nil` if no item of the kind is declared.
    package let percentage: Double?
    /// The required coverage in percent.
    package let threshold: Double
  }

  /// The thresholds in percent, keyed by kind.
  private var thresholds: [String: Double] = [:]
  /// The kinds that have their own threshold, in the order in which the option lists them. At least
  /// one item of each of these kinds must be declared, unless its threshold is 0.
  private var named: [String] = []

  /// Parses the value of the command-line option.
  ///
  /// - Parameter text: A number from 0 to 100 for all kinds, or `KIND=NUMBER` items separated by
  ///   commas.
  /// - Throws: ``Malformed`` if a kind is unknown or specified twice, or if a value is not a number
  ///   from 0 to 100.
  package init(_ text: String) throws(Malformed) {
    let kinds = ScenarioCoverage.Kind.allCases.map(\.rawValue)
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = sides.count == 2 ? String(sides[0]) : nil
      if let name, !kinds.contains(name) {
        let hint = nameHint(for: name, in: kinds) ?? ""
        throw Malformed(message: "coverage of \"\(name)\" is not measured; \(hint)")
      }
      let value = String(sides.last ?? "")
      guard let number = Double(value), (0...100).contains(number) else {
        let owner = name.map { " of \($0)" } ?? ""
        throw Malformed(
          message: "the threshold\(owner) is \"\(value)\", expected a number from 0 to 100, as in "
            + "\"routes=90,transitions=80\", or \"85\" for all kinds")
      }
      if let name { named.append(name) }
      for kind in name.map({ [$0] }) ?? kinds
      where thresholds.updateValue(number, forKey: kind) != nil {
        throw Malformed(message: "the threshold of \(kind) is specified twice in \"\(text)\"")
      }
    }
  }

  /// Returns the kinds whose coverage is below their thresholds, in the order in which
  /// ``ScenarioCoverage/Kind`` declares them. A threshold for a single kind is also missed if no
  /// item of the kind is declared, and a threshold for all kinds is missed if no item is declared
  /// at all. A threshold of 0 is never missed.
  ///
  /// - Parameter coverage: The coverage of the whole run.
  package func shortfalls(in coverage: ScenarioCoverage) -> [Shortfall] {
    let isEmpty = ScenarioCoverage.Kind.allCases.allSatisfy { coverage.total($0) == 0 }
    return ScenarioCoverage.Kind.allCases.compactMap { kind in
      guard let threshold = thresholds[kind.rawValue], threshold > 0 else { return nil }
      let percentage = coverage.percentage(kind)
      let isMissed = percentage.map { $0 < threshold } ?? (isEmpty || named.contains(kind.rawValue))
      guard isMissed else { return nil }
      return Shortfall(kind: kind, percentage: percentage, threshold: threshold)
    }
  }
}

extension CoverageThreshold.Shortfall: CustomStringConvertible {
  /// A description of the shortfall, such as `routes 83.3 %, expected 90 %`.
  package var description: String {
    let part = percentage.map { " \(PercentText.text($0))" } ?? ": nothing is declared"
    return "\(kind.rawValue)\(part), expected \(PercentText.text(threshold))"
  }
}

/// Formats percentages.
enum PercentText {
  /// Returns a percentage such as `83.3 %`, rounded down so that 100 % means complete coverage.
  static func text(_ value: Double) -> String {
    let tenths = (value * 10).rounded(.down)
    let text = String(tenths / 10)
    return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text) + " %"
  }
}
