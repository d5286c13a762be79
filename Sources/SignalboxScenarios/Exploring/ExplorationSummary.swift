internal import Signalbox
internal import SignalboxInspector
internal import SignalboxScripting

/// The results of an exploration.
struct ExplorationSummary {
  let application: ExploredApplication
  let record: ExplorationRecord<ExploredApplication>
  let coverage: ScenarioCoverage
  /// The reasons why the exploration ended early. The array is empty if it tried all paths.
  let cuts: [ExplorationResult.Cut]
  var duration: Duration
  /// The error that ended the exploration, or `nil` if there was none.
  var failure: ScriptError?
  /// Whether the result contains the data for reports: recordings of counterexamples, and the
  /// screens.
  var keepsTraces = false
  /// Whether the result contains the pairs of transitions.
  var hasPairs = false

  /// The answers for all properties and for the rules that are not ignored, with the violations
  /// that were found.
  var judgements: [ExplorationJudge<ExplorationAction, ScriptLocation>.Judgement] {
    ExplorationJudge(
      graph: record.graph, findings: record.findings,
      properties: application.collector.properties.map(\.property), isExhaustive: cuts.isEmpty,
      ignored: application.settings.ignored, unreached: coverage.missing(.routes)
    ).judgements
  }

  /// Returns the result of the exploration, including the answer for each property.
  func result() throws(ScriptError) -> ExplorationResult { try result(judgements) }

  /// Repeats the path of each violation, and then returns the result with the given answers.
  func result(
    _ judgements: [ExplorationJudge<ExplorationAction, ScriptLocation>.Judgement]
  ) throws(ScriptError) -> ExplorationResult {
    let reader = CounterexampleReader(application: application, keepsTraces: keepsTraces)
    var results: [ExplorationResult.PropertyResult] = []
    for judgement in judgements {
      let example = try judgement.violation.map { violation throws(ScriptError) in
        try ProcessSignals.ignoringEarlierTermination { () throws(ScriptError) in
          try reader.counterexample(of: violation, shownBy: judgement.probe)
        }
      }
      results.append(
        ExplorationResult.PropertyResult(
          title: judgement.title, location: judgement.location, answer: judgement.answer,
          counterexample: example))
    }
    let graph = record.graph
    return ExplorationResult(
      start: application.startStatement, stateCount: graph.count,
      transitionCount: graph.transitionCount, depth: graph.depth,
      duration: duration, cuts: cuts, properties: results, notes: notes(results),
      coverage: coverage, pairs: hasPairs ? graph.pairs : nil,
      screens: keepsTraces ? screens : nil, failure: failure)
  }

  /// The screens and the transitions, including declared transitions that no path has taken.
  private var screens: ScreenGraph {
    var screens = ExplorationScreens(
      graph: record.graph, declared: application.declaredScreens,
      unreached: coverage.missing(.routes)
    ).screenGraph
    screens.declare(transitions: Set(coverage.missing(.transitions)))
    return screens
  }

  private func notes(_ results: [ExplorationResult.PropertyResult]) -> [String] {
    var notes: [String] = []
    if record.findings.gaps.contains(.values) {
      notes.append(
        "Coroutines, host functions and tables as keys are not compared, so states that differ only in "
          + "them count as one."
      )
    }
    if record.findings.gaps.contains(.randomNumbers) {
      notes.append(
        "Scripts use `math.random`, and the exploration tries only one sequence of random numbers; with "
          + "other numbers, actions can lead to other states.")
    }
    if record.findings.hasSkippedValues {
      let count = ExplorationRecord<ExploredApplication>.maxValues
      notes.append(
        "In some states, captured variables, globals or random numbers had more than \(count) values; "
          + "states were compared with the first \(count).")
    }
    notes += application.notesOnNames(
      shown: Set(record.graph.states.map { record.graph.front(of: $0).name }))
    if results.contains(where: { $0.counterexample?.isRepeated == false }) {
      notes.append("Some paths were not repeated in time, so their changes are unknown.")
    }
    let unhandled = cuts.isEmpty ? "No state handles" : "No explored state has handled"
    for link in application.settings.links where !record.handledLinks.contains(link) {
      notes.append("\(unhandled) the link \(NavigationValue.string(link)).")
    }
    return notes
  }
}
