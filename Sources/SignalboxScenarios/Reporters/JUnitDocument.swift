internal import SignalboxInspector
internal import SignalboxScripting

/// The elements and attributes that a JUnit document may contain. JUnit itself defines no schema.
enum JUnitDialect {
  /// The elements and attributes that CI services and test runners commonly read.
  case common
  /// The schema of Jenkins' xUnit plugin (`junit-10.xsd`), in which cases have neither a file nor
  /// properties.
  case xunit
}

/// A JUnit document with a suite for each file and a case for each scenario.
struct JUnitDocument {
  /// The results that have been added for a file.
  private struct Suite {
    /// The path of the file, quoted and escaped for use as the value of an attribute.
    let file: String
    var counts = Counts()
    var cases: [JUnitCase] = []

    init(_ path: String) { file = MarkupText.quoted(path) }

    /// - Returns: The length of the case in bytes.
    mutating func add(_ result: ScenarioResult, _ dialect: JUnitDialect) -> Int {
      counts.add(result)
      let one = JUnitCase(result, in: file, dialect)
      cases.append(one)
      return one.text.utf8.count
    }
  }

  /// The counts in the attributes of a suite or of the whole document.
  private struct Counts {
    var tests = 0
    var failures = 0
    var errors = 0
    var skipped = 0
    var time = Duration.zero

    mutating func add(_ result: ScenarioResult) {
      tests += 1
      switch result.status {
      case .failed: failures += 1
      case .skipped, .todo, .notRun, .failedAsExpected: skipped += 1
      case .passed, .flaky: break
      }
      time += result.duration
    }

    /// - Parameter hasSkipped: Whether the attributes include the number of skipped cases.
    func attributes(hasSkipped: Bool = true) -> String {
      "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" "
        + (hasSkipped ? "skipped=\"\(skipped)\" " : "") + "time=\"\(DurationText.seconds(time))\""
    }
  }

  private let dialect: JUnitDialect
  private var suites: [String: Suite] = [:]
  private var counts = Counts()
  /// The total length of the cases, in bytes.
  private var size = 0

  init(_ dialect: JUnitDialect) { self.dialect = dialect }

  /// Adds a result. The case is stored as text, which is smaller than the result.
  /// Benchmark: `runs`.
  mutating func add(_ result: ScenarioResult) {
    counts.add(result)
    let path = result.scenario.file
    size += suites[path, default: Suite(path)].add(result, dialect)
  }

  /// Returns the complete document. Files are sorted by path, so that the document does not depend
  /// on the order of execution.
  mutating func text(_ summary: RunSummary) -> String {
    counts.tests += summary.unloaded.count
    counts.errors = summary.unloaded.count
    let misses = summary.misses
    counts.tests += misses.count
    counts.failures += misses.count
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text.reserveCapacity(size + suites.count * 512)
    let attributes = counts.attributes(hasSkipped: dialect == .common)
    text += "<testsuites name=\"signalbox\" \(attributes)>\n"
    var facts = facts(summary)
    for (_, suite) in suites.sorted(by: { $0.key < $1.key }) {
      text += "  <testsuite name=\(suite.file) \(suite.counts.attributes()) file=\(suite.file)>\n"
      text += facts
      facts = ""
      for one in suite.cases.sorted() { text += one.text }
      text += "  </testsuite>\n"
    }
    for file in summary.unloaded { text += unloaded(file) }
    if !misses.isEmpty { text += missed(misses) }
    return text + "</testsuites>\n"
  }

  /// Returns the properties of the whole run, which belong to the first suite. The format has no
  /// element for properties of the run, and xunitparser rejects a file that repeats a property.
  private func facts(_ summary: RunSummary) -> String {
    var facts = summary.seed.map { [("seed", String($0))] } ?? []
    facts += CoverageText.facts(summary).map { ("coverage.\($0.kind.rawValue)", $0.text) }
    guard !facts.isEmpty else { return "" }
    let lines = facts.map { "      <property name=\"\($0)\" value=\"\($1)\"/>\n" }
    return "    <properties>\n\(lines.joined())    </properties>\n"
  }

  /// Returns a suite that contains one case for each reason why the run as a whole failed.
  private func missed(_ misses: [RunSummary.Miss]) -> String {
    let cases = misses.map { miss in
      "    <testcase name=\(MarkupText.quoted(miss.title)) classname=\"signalbox\" time=\"0.000\">\n"
        + "      <failure message=\(MarkupText.quoted(miss.message)) type=\"\(miss.kind)\"/>\n"
        + "    </testcase>\n"
    }
    return "  <testsuite name=\"signalbox\" tests=\"\(misses.count)\" failures=\"\(misses.count)\" "
      + "errors=\"0\" skipped=\"0\" time=\"0.000\">\n\(cases.joined())  </testsuite>\n"
  }

  /// Returns a suite that contains a single case for a file that failed to load.
  private func unloaded(_ file: UnloadedFile) -> String {
    "  <testsuite name=\(MarkupText.quoted(file.path)) tests=\"1\" failures=\"0\" errors=\"1\" "
      + "skipped=\"0\" time=\"0.000\" file=\(MarkupText.quoted(file.path))>\n"
      + "    <testcase name=\"loads\" classname=\(MarkupText.quoted(file.path)) time=\"0.000\">\n"
      + "      <error message=\(MarkupText.quoted(file.error.message)) type=\"notLoaded\">"
      + "\(MarkupText.escaped(file.error.description))</error>\n    </testcase>\n  </testsuite>\n"
  }
}
