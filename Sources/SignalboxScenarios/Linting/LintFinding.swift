internal import Signalbox
internal import SignalboxInspector

/// A problem that was found in a file without running any scenario.
package struct LintFinding: Hashable, Encodable, Sendable {
  /// The severity of a finding.
  package enum Severity: String, Hashable, Encodable, Sendable {
    /// The code cannot work as written, or a scenario that uses it fails.
    case error
    /// The code works but is probably unintended.
    case warning
  }

  /// The severity of the finding.
  package var severity: Severity
  /// A stable code, such as `unknownRoute`.
  package var code: String
  /// A one-sentence description without a period.
  package var message: String
  /// A suggested fix, or `nil` if none is known.
  package var hint: String?
  /// The file that contains the problem.
  package var file: String
  /// The line, counted from 1, or `nil` if the line is unknown.
  package var line: Int?
  /// The column of the first character, counted in Unicode scalars from 1, or `nil` if it is
  /// unknown.
  package var column: Int?

  /// Creates a finding.
  ///
  /// - Parameters:
  ///   - severity: The severity, which is `error` if a scenario that uses the code fails.
  ///   - code: A stable code, such as `unknownRoute`.
  ///   - message: A one-sentence description without a period.
  ///   - hint: A suggested fix, or `nil` if none is known.
  ///   - file: The file that contains the problem.
  ///   - line: The line, counted from 1, or `nil` if the line is unknown.
  ///   - column: The column, counted in Unicode scalars from 1, or `nil` if it is unknown.
  package init(
    _ severity: Severity, _ code: String, _ message: String, hint: String? = nil,
    file: String, line: Int? = nil, column: Int? = nil
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.hint = hint
    self.file = file
    self.line = line
    self.column = column
  }

  /// Creates a finding with the severity `error`.
  init(
    _ code: String, _ message: String, hint: String? = nil, file: String, line: Int? = nil,
    column: Int? = nil
  ) {
    self.init(.error, code, message, hint: hint, file: file, line: line, column: column)
  }
}

extension LintFinding: CustomStringConvertible {
  /// The finding in a format that editors can parse, such as `app.lua:12:5: error: …
  /// [unknownRoute]`.
  package var description: String {
    let place = ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
    let advice = hint.map { "; \($0)" } ?? ""
    let sentence = (message + advice).split(whereSeparator: \.isNewline).map { line in
      String(line.drop { $0 == " " })
    }.joined(separator: "; ")
    return "\(place): \(severity.rawValue): \(sentence) [\(code)]"
  }
}

/// The result of linting a project.
package struct CheckResult: Sendable {
  /// The findings, sorted by file, line and column.
  package internal(set) var findings: [LintFinding] = []
  /// The scenario files.
  package internal(set) var files: [String] = []
  /// The number of scenarios in these files.
  package internal(set) var scenarioCount = 0
  /// The files that failed to load. The findings contain the errors.
  package internal(set) var unloaded: Set<String> = []

  /// Returns the number of findings with the given severity.
  ///
  /// - Parameter severity: The severity to count.
  package func count(_ severity: LintFinding.Severity) -> Int {
    findings.count { $0.severity == severity }
  }

  /// Returns the exit code of the process.
  ///
  /// - Parameter isStrict: Whether warnings count as errors.
  package func exitCode(isStrict: Bool) -> ExitCode {
    if !unloaded.isEmpty { return .notLoaded }
    if count(.error) > 0 || isStrict && count(.warning) > 0 { return .failed }
    return files.isEmpty ? .nothingMatched : .success
  }

  /// Returns a line for each finding, followed by the counts.
  ///
  /// - Parameter palette: The colors of the text.
  package func text(_ palette: TextPalette) -> String {
    let lines = findings.map { finding in
      let text = DisplayText.line(finding.description)
      let word = ": \(finding.severity.rawValue): "
      let painted = finding.severity == .error ? palette.failure(word) : palette.strong(word)
      return text.replacing(word, with: painted, maxReplacements: 1) + "\n"
    }
    return lines.joined() + " " + counts(palette) + "\n"
  }

  private func counts(_ palette: TextPalette) -> String {
    let extent = "\(counted(files.count, "file")), \(counted(scenarioCount, "scenario"))"
    if files.isEmpty && findings.isEmpty { return "nothing matched" }
    if findings.isEmpty { return palette.success("no mistakes found") + "   \(extent)" }
    var parts: [String] = []
    if count(.error) > 0 { parts.append(palette.failure(counted(count(.error), "error"))) }
    if count(.warning) > 0 { parts.append(counted(count(.warning), "warning")) }
    return parts.joined(separator: " · ") + "   \(extent)"
  }

  /// The result as a JSON object, followed by a line break.
  package var json: String {
    struct Report: Encodable {
      let version = 1
      let files: [String]
      let scenarios, errors, warnings: Int
      let findings: [LintFinding]
    }
    return NavigationValue.line(
      Report(
        files: files, scenarios: scenarioCount, errors: count(.error), warnings: count(.warning),
        findings: findings))
  }
}
