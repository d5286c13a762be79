internal import SignalboxScripting

/// Finds duplicate definitions. A later definition replaces an earlier one.
enum DuplicatesRule: LintRule {
  static func findings(in context: LintContext) -> [LintFinding] {
    context.texts.flatMap(keys) + coordinators(context)
  }

  private static func keys(_ text: LintContext.Text) -> [LintFinding] {
    text.sourceIndex.doubledKeys.compactMap { double in
      guard !text.sourceIndex.ignoredLines.contains(double.line) else { return nil }
      let isRoute = double.table == "routes"
      let noun = isRoute ? "route" : "key"
      return LintFinding(
        isRoute ? "duplicateRoute" : "duplicateKey",
        "\(noun) \"\(double.key)\" already occurs on line \(double.firstLine) of the same table; "
          + "the earlier value is lost",
        hint: "rename one of them", file: text.path, line: double.line)
    }
  }

  /// Finds duplicates among the coordinators that are defined while files load.
  private static func coordinators(_ context: LintContext) -> [LintFinding] {
    var places: [String: String] = [:]
    var findings: [LintFinding] = []
    // The modules of a file are loaded before the rest of the file runs.
    for text in context.texts.dropFirst() + context.texts.prefix(1) {
      for naming in text.sourceIndex.namings
      where LintContext.definitions.contains(naming.word) && naming.function == nil {
        let place = "\(text.path):\(naming.line)"
        guard let first = places.updateValue(place, forKey: naming.name),
          !text.sourceIndex.ignoredLines.contains(naming.line)
        else { continue }
        findings.append(
          LintFinding(
            "duplicateCoordinator",
            "\(naming.word) \"\(naming.name)\" is defined in \(first) as well; the last one loaded applies",
            hint: "rename one of them, or extend the first one: definition:extend { … }",
            file: text.path, line: naming.line))
      }
    }
    return findings
  }
}
