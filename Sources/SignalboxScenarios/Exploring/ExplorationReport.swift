package import Signalbox
internal import SignalboxInspector
internal import SignalboxScripting

/// The result of an exploration as text and JSON, and its counterexamples as scenarios.
public struct ExplorationReport {
  private let file: String
  private let result: ExplorationResult

  /// - Parameters:
  ///   - result: The result to report.
  ///   - file: The path of the explored file.
  public init(_ result: ExplorationResult, of file: String) {
    (self.result, self.file) = (result, file)
  }

  /// The exit code of the process. The code indicates a failure if there is a violation or an
  /// error. If the user stopped the exploration before a violation was found, the code is
  /// `interrupted`. Otherwise, the code is `success`, even if a bound was reached.
  public var exitCode: ExitCode {
    if !result.violations.isEmpty || result.failure != nil { return .failed }
    return result.cuts.contains(.interrupted) ? .interrupted : .success
  }

  // MARK: - Text

  /// Returns a progress line, such as
  /// `1,204 states · 5,310 transitions · depth 7 · 310 queued · 402 states a second`.
  ///
  /// - Parameters:
  ///   - progress: The progress of the exploration.
  ///   - memory: The memory of the process in bytes, or `nil` to omit it.
  package static func line(_ progress: Explorer.Progress, memory: Int? = nil) -> String {
    let rate = rate(progress.states, in: progress.duration)
    return "\(count(progress.states, "state")) · \(count(progress.transitions, "transition")) · "
      + "depth \(progress.depth) · \(grouped(progress.queued)) queued\(rate)"
      + (memory.map { " · \(grouped($0 / 1_000_000)) MB" } ?? "")
  }

  private static func rate(_ states: Int, in duration: Duration) -> String {
    let seconds = duration / .seconds(1)
    guard seconds > 0.001 else { return "" }
    return " · \(grouped(Int(Double(states) / seconds))) states a second"
  }

  private static func count(_ count: Int, _ noun: String) -> String {
    "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  /// Returns a number with commas between groups of three digits.
  private static func grouped(_ number: Int) -> String {
    var text = String(number)
    var index = text.count - 3
    while index > 0 {
      text.insert(",", at: text.index(text.startIndex, offsetBy: index))
      index -= 3
    }
    return text
  }

  /// Returns the results, the counterexamples, the notes and the counts as text.
  ///
  /// - Parameters:
  ///   - palette: The colors to use.
  ///   - written: The files to which the counterexamples were written, keyed by the titles of the
  ///     properties.
  public func text(_ palette: TextPalette, written: [String: String] = [:]) -> String {
    let width =
      result.properties.map { DisplayText.width(of: DisplayText.line($0.title)) }.max() ?? 0
    var text = ""
    for property in result.properties {
      let title = DisplayText.line(property.title)
      let gap = String(repeating: " ", count: width - DisplayText.width(of: title))
      text += "  \(mark(property.answer, palette)) \(title)\(gap)  \(answer(property, palette))\n"
    }
    for property in result.violations {
      guard let example = property.counterexample else { continue }
      text += "\n" + self.text(example, of: property, palette)
      if let file = written[property.title] {
        text += "\n  written as \(palette.place(file))\n"
      }
    }
    for note in result.notes { text += "\n\(note)\n" }
    return text + "\n" + palette.faint(summary) + "\n"
  }

  private func mark(_ answer: ExplorationResult.Answer, _ palette: TextPalette) -> String {
    switch answer {
    case .holds, .holdsSoFar: palette.success("✓")
    case .violated: palette.failure("✗")
    case .undecided: palette.strong("?")
    }
  }

  private func answer(_ property: ExplorationResult.PropertyResult, _ palette: TextPalette)
    -> String
  {
    switch property.answer {
    case .holds: return palette.faint("holds")
    case .holdsSoFar: return palette.faint("holds \(bound)")
    case .undecided: return palette.strong("undecided \(bound)")
    case .violated:
      let steps = property.counterexample?.steps.count ?? 0
      let place = steps == 0 ? "" : " in \(Self.count(steps, "action"))"
      return palette.failure("violated\(place)")
    }
  }

  /// A description of the first bound that limited the exploration, such as `up to depth 12`. The
  /// string is empty if all paths were tried.
  private var bound: String {
    guard let cut = result.cuts.first else { return "" }
    switch cut {
    case .depth(let depth): return "up to depth \(depth)"
    case .states(let states): return "up to \(Self.count(states, "state"))"
    case .time(let time): return "within \(DurationText.short(time))"
    case .interrupted: return "until it was stopped"
    case .walks(let count, let seed): return "in \(Self.count(count, "random walk")), seed \(seed)"
    case .error: return "until an error occurred"
    }
  }

  private func text(
    _ example: ExplorationResult.Counterexample, of property: ExplorationResult.PropertyResult,
    _ palette: TextPalette
  ) -> String {
    let place = (example.location ?? property.location).map { " · \(palette.place("\($0)"))" } ?? ""
    var text =
      "\(palette.failure("✗")) \(palette.strong(DisplayText.line(property.title)))\(place)\n"
    for (index, step) in example.steps.enumerated() {
      let number = String(index + 1)
      let gap = String(repeating: " ", count: max(0, 4 - number.count))
      text += "\(gap)\(number)  \(DisplayText.line(step.lua))\n"
      for change in step.changes { text += "        \(palette.faint(DisplayText.line(change)))\n" }
    }
    text += "  \(DisplayText.line(example.finding))\n"
    let screen = example.screen.split(separator: "\n").map { "    \($0)\n" }.joined()
    return screen.isEmpty ? text : "\(text)\n\(screen)"
  }

  /// A summary line, such as `120 states · 310 transitions · depth 7 · every path in 1.25 s`.
  public var summary: String {
    let how: String
    if case .walks(let count, let seed)? = result.cuts.last {
      how = "\(Self.count(count, "random walk")), seed \(seed),"
    } else {
      how = result.isExhaustive ? "every path" : bound
    }
    return
      "\(Self.count(result.stateCount, "state")) · \(Self.count(result.transitionCount, "transition")) · "
      + "depth \(result.depth) · \(how) in \(DurationText.short(result.duration))"
  }

  /// The duration of the exploration.
  public var duration: Duration { result.duration }

  /// The declared routes, transitions, actions, guards and links, and the number of times that
  /// paths used each of them.
  public var coverage: ScenarioCoverage { result.coverage }

  /// The screens of the explored states, or `nil` unless reports were requested.
  public var screens: ReportedScreens? {
    result.screens.map { ReportedScreens(file: file, graph: $0) }
  }

  /// Returns the coverage of the paths, followed by the items and, if requested, the pairs of
  /// transitions that no path used, one per line.
  ///
  /// - Parameter palette: The colors to use.
  package func coverageText(_ palette: TextPalette) -> String {
    var text = CoverageText.line(result.coverage, palette, isWhole: true)
    guard let pairs = result.pairs else { return text }
    text += "   pairs of transitions \(pairs.taken)/\(pairs.total)\n"
    for pair in pairs.missing {
      text += "   \(DisplayText.line(pair)) \(palette.faint("never in this order"))\n"
    }
    return text
  }

  // MARK: - Reports

  /// Returns the results in the form of scenario results, for reports. A violation is a failure,
  /// and an undecided property is skipped. An error that ended the exploration follows as a
  /// failure.
  ///
  /// - Parameters:
  ///   - written: The files to which the counterexamples were written, keyed by the titles of the
  ///     properties.
  ///   - sources: The sources of scripts, which recordings contain.
  ///   - keep: A closure that stores the recording of a counterexample and returns the name of the
  ///     recording, or `nil` if the recording was not stored.
  package func scenarioResults(
    written: [String: String] = [:], _ sources: SourceCache,
    keeping keep: ([String], ScenarioDescription) -> String?
  ) -> [ScenarioResult] {
    let failed = result.failure.map { error in
      ScenarioResult(
        scenario: ScenarioDescription(
          file: file, line: 1, name: "the exploration ends without an error", isCase: true),
        status: .failed, failures: [ScenarioFailure(.error, error)])
    }
    return results(written, sources, keep) + [failed].compactMap(\.self)
  }

  private func results(
    _ written: [String: String], _ sources: SourceCache,
    _ keep: ([String], ScenarioDescription) -> String?
  ) -> [ScenarioResult] {
    result.properties.map { property in
      let scenario = ScenarioDescription(
        checking: property.title, at: property.location, of: file)
      guard property.answer == .violated, let example = property.counterexample else {
        var answer = ScenarioResult(
          scenario: scenario, status: property.answer == .undecided ? .skipped : .passed)
        if property.answer == .undecided { answer.skipReason = "undecided \(bound)" }
        return answer
      }
      let error = ScriptError(
        .runtime, code: "violated", "violated: \(example.finding)",
        hint: written[property.title].map { "signalbox test \($0) repeats the path" },
        location: example.location ?? property.location)
      let steps = example.steps.enumerated().map { index, step in
        ScenarioStep(
          index + 1, step.lua, effect: step.changes.joined(separator: "; "),
          location: nil, groups: [], isFailed: index + 1 == example.steps.count)
      }
      var answer = ScenarioResult(
        scenario: scenario, status: .failed,
        failures: [
          ScenarioFailure(
            .expectation, error, step: steps.count, tree: example.screen,
            changes: example.steps.last?.changes ?? [])
        ], steps: steps)
      let lines = ScenarioRecording.lines(example.recording, of: answer, sources: sources)
      answer.trace = lines.isEmpty ? nil : keep(lines, scenario)
      return answer
    }
  }

  // MARK: - JSON

  /// Returns the result as one JSON object, followed by a line break.
  ///
  /// - Parameters:
  ///   - written: The files to which the counterexamples were written, keyed by the titles of the
  ///     properties.
  ///   - module: The name with which scenarios require the explored file, or `nil` to omit the
  ///     source code of scenarios that repeat counterexamples.
  package func json(written: [String: String] = [:], requiring module: String? = nil) -> String {
    let properties = result.properties.map { property in
      NavigationValue.fields([
        ("title", .string(property.title)), ("answer", .string("\(property.answer)")),
        ("location", property.location.map { .string("\($0)") }),
        ("counterexample", property.counterexample.map { example($0) }),
        ("scenario", written[property.title].map { .string($0) }),
        (
          "source",
          module.flatMap { scenario(of: property, requiring: $0) }.map { .string($0) }
        ),
      ])
    }
    return NavigationValue.fields(counts + [("properties", .list(properties))]).line + "\n"
  }

  /// Returns the counts and the paths as one JSON object, followed by a line break.
  ///
  /// - Parameters:
  ///   - paths: The paths, each with the title of its scenario.
  ///   - module: The name with which the scenarios require the explored file.
  package func json(
    of paths: [(path: ExplorationResult.Path, title: String)], requiring module: String
  ) -> String {
    let paths = paths.map { path, title in
      NavigationValue.fields([
        ("steps", .list(path.steps.map(step))), ("stack", .texts(path.stack)),
        ("front", .string(path.front)),
        ("source", .string(scenario(of: path, titled: title, requiring: module))),
      ])
    }
    return NavigationValue.fields(counts + [("paths", .list(paths))]).line + "\n"
  }

  private var counts: [(String, NavigationValue?)] {
    [
      ("file", .string(file)), ("states", .integer(result.stateCount)),
      ("transitions", .integer(result.transitionCount)), ("depth", .integer(result.depth)),
      ("exhaustive", .boolean(result.isExhaustive)),
      ("milliseconds", .integer(Int(DurationText.milliseconds(result.duration)))),
      ("coverage", result.pairs == nil ? nil : coverageValue),
      (
        "pairs",
        result.pairs.map {
          .fields([
            ("taken", .integer($0.taken)), ("total", .integer($0.total)),
            ("missing", .texts($0.missing)),
          ])
        }
      ),
      ("notes", .list(result.notes.map { .string($0) })),
      ("failure", result.failure.map { .string($0.description) }),
    ]
  }

  /// The coverage of the paths. The number of uses of each item is omitted, because it depends on
  /// how often paths were repeated.
  private var coverageValue: NavigationValue {
    .fields(
      ScenarioCoverage.Kind.allCases.map { kind in
        let fields: [(String, NavigationValue?)] = [
          ("covered", .integer(coverage.covered(kind))), ("total", .integer(coverage.total(kind))),
          ("missing", .texts(coverage.missing(kind))),
        ]
        return (kind.rawValue, .fields(fields))
      })
  }

  /// Returns progress as the fields of a JSON object.
  ///
  /// - Parameter progress: The progress of the exploration.
  package static func fields(of progress: Explorer.Progress) -> [(String, NavigationValue?)] {
    [
      ("kind", "progress"), ("states", .integer(progress.states)),
      ("transitions", .integer(progress.transitions)), ("depth", .integer(progress.depth)),
      ("queued", .integer(progress.queued)),
      ("milliseconds", .integer(Int(DurationText.milliseconds(progress.duration)))),
    ]
  }

  private func step(_ step: ExplorationResult.Step) -> NavigationValue {
    .fields([("action", .string(step.lua)), ("changes", .texts(step.changes))])
  }

  private func example(_ example: ExplorationResult.Counterexample) -> NavigationValue {
    return .fields([
      ("steps", .list(example.steps.map(step))), ("finding", .string(example.finding)),
      ("screen", .string(example.screen)),
      ("location", example.location.map { .string("\($0)") }),
    ])
  }

  // MARK: - Scenarios

  /// Returns the counterexample of a property as a scenario. The scenario fails until the
  /// application is corrected.
  ///
  /// - Parameters:
  ///   - property: A property or rule from the exploration result.
  ///   - module: The name with which the scenario requires the explored file.
  /// - Returns: The scenario, or `nil` if the property is not violated or if no single path shows
  ///   the violation.
  public func scenario(of property: ExplorationResult.PropertyResult, requiring module: String)
    -> String?
  {
    guard let example = property.counterexample, example.check != .none else { return nil }
    var lines = head(
      property.title, module,
      "a path that violates a property of \(DisplayText.line(file)).", example.steps)
    lines.append("  -- \(DisplayText.line(example.finding))")
    switch example.check {
    case .none, .path: break
    case .property(let name): lines.append("  app:holds(\(Self.literal(name)))")
    case .leaks: lines.append("  app:expect { leaks = 0 }")
    }
    return (lines + ["end }", ""]).joined(separator: "\n")
  }

  /// Returns a scenario that repeats a path and expects the screens at the end of the path.
  ///
  /// - Parameters:
  ///   - path: The path that the scenario repeats.
  ///   - title: The title of the scenario.
  ///   - module: The name with which the scenario requires the explored file.
  public func scenario(
    of path: ExplorationResult.Path, titled title: String, requiring module: String
  ) -> String {
    var lines = head(title, module, "a path in \(DisplayText.line(file)).", path.steps)
    let stack = path.stack.map(Self.literal).joined(separator: ", ")
    lines.append("  app:expect { front = \(Self.literal(path.front)), stack = { \(stack) } }")
    return (lines + ["end }", ""]).joined(separator: "\n")
  }

  private static func literal(_ text: String) -> String { NavigationValue.string(text).description }

  /// Returns the lines of a scenario up to the last action and its changes.
  private func head(
    _ title: String, _ module: String, _ summary: String, _ steps: [ExplorationResult.Step]
  ) -> [String] {
    var lines = [
      "-- Written by signalbox explore: \(summary)", "require \(Self.literal(module))", "",
      "scenario \(Self.literal(DisplayText.line(title))) { function(app)",
    ]
    if !result.start.isEmpty { lines.append("  \(result.start)") }
    for step in steps {
      lines.append("  \(step.lua)")
      lines += step.changes.map { "  -- \(DisplayText.line($0))" }
    }
    return lines
  }
}
