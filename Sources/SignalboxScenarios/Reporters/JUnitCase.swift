internal import SignalboxInspector
internal import SignalboxScripting

/// A scenario as a test case in JUnit XML. Benchmark: `runs`.
struct JUnitCase: Comparable {
  private let line: Int
  private let title: String
  /// The XML element, including its contents.
  let text: String

  /// - Parameter file: The path of the file, quoted and escaped for use as the value of an
  ///   attribute.
  init(_ result: ScenarioResult, in file: String, _ dialect: JUnitDialect) {
    let scenario = result.scenario
    line = scenario.line
    title = scenario.title
    let pairs = Self.properties(of: result)
    var inner = dialect == .common ? Self.element(pairs) : ""
    switch result.status {
    case .passed: break
    case .flaky: inner += Self.attempts(result.failedAttempts, "flakyFailure")
    case .failed:
      inner += result.failures.map { Self.failure($0, "failure") }.joined()
      inner += Self.attempts(Array(result.failedAttempts.dropLast()), "rerunFailure")
    case .skipped, .todo, .notRun, .failedAsExpected:
      let words = [SummaryText.word(result.status), result.reason ?? ""].filter { !$0.isEmpty }
      inner += "      <skipped message=\(MarkupText.quoted(words.joined(separator: ": ")))/>\n"
    }
    var output = Self.output(of: result)
    if dialect == .xunit, !pairs.isEmpty {
      let lines = pairs.map { "\($0.name): \($0.value)" } + (output.isEmpty ? [] : [output])
      output = lines.joined(separator: "\n")
    }
    if !output.isEmpty { inner += "      <system-out>\(MarkupText.escaped(output))</system-out>\n" }
    var text = "    <testcase name="
    text.reserveCapacity(96 + 2 * file.utf8.count + title.utf8.count + inner.utf8.count)
    text += MarkupText.quoted(title)
    text += " classname="
    text += file
    text += " time=\""
    text += DurationText.seconds(result.duration)
    if dialect == .common {
      text += "\" file="
      text += file
      text += " line=\""
      text += String(line)
    }
    if inner.isEmpty {
      text += "\"/>\n"
    } else {
      text += "\">\n"
      text += inner
      text += "    </testcase>\n"
    }
    self.text = text
  }

  /// Orders cases by line, and cases on the same line by title.
  static func < (left: Self, right: Self) -> Bool {
    left.line == right.line ? left.title < right.title : left.line < right.line
  }

  private static func output(of result: ScenarioResult) -> String {
    // Most scenarios have no steps, output or trace.
    if result.steps.isEmpty, result.output.isEmpty, result.trace == nil { return "" }
    var lines = result.steps.map { step in
      var line = "\(step.number). "
      for group in step.groups { line += "\(group) › " }
      line += step.text
      if !step.effect.isEmpty { line += "  \(step.effect)" }
      return line
    }
    lines += result.output
    // GitLab and Jenkins interpret this line as a reference to a file that belongs to the case.
    if let trace = result.trace { lines.append("[[ATTACHMENT|\(trace)]]") }
    return lines.joined(separator: "\n")
  }

  private typealias Property = (name: String, value: String)

  private static func properties(of result: ScenarioResult) -> [Property] {
    let options = result.scenario.options
    let isBare = options.tags.isEmpty && options.bugs.isEmpty && options.properties.isEmpty
    if isBare, result.status != .flaky { return [] }
    var pairs: [Property] = options.tags.map { ("tag", $0) } + options.bugs.map { ("bug", $0) }
    pairs += options.properties.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    if result.status == .flaky { pairs.append(("flaky", "\(result.attempts) attempts")) }
    return pairs
  }

  private static func element(_ properties: [Property]) -> String {
    if properties.isEmpty { return "" }
    let lines = properties.map { name, value in
      "        <property name=\(MarkupText.quoted(name)) value=\(MarkupText.quoted(value))/>\n"
    }
    return "      <properties>\n\(lines.joined())      </properties>\n"
  }

  /// Returns an element for the first failure of each attempt, in the format of Maven Surefire.
  private static func attempts(_ attempts: [[ScenarioFailure]], _ element: String) -> String {
    attempts.compactMap(\.first).map { failure($0, element) }.joined()
  }

  private static func failure(_ failure: ScenarioFailure, _ element: String) -> String {
    var lines = [failure.error.description]
    lines += DifferenceText.table(failure.differences, .plain, widest: nil)
    lines += failure.changes.map { "changed: \($0)" }
    if !failure.tree.isEmpty { lines += ["shown:", failure.tree] }
    return "      <\(element) message=\(MarkupText.quoted(failure.error.message)) "
      + "type=\"\(failure.kind.rawValue)\">"
      + "\(MarkupText.escaped(lines.joined(separator: "\n")))</\(element)>\n"
  }
}
