internal import Signalbox
internal import SignalboxScenarios
internal import SignalboxScripting

/// Runs a scenario that was converted from a session, and rewrites or omits failing parts.
struct SavedScenarioCheck {
  /// A scenario that can be saved.
  struct Saved {
    let text: String
    let stepCount: Int
    /// The omitted inputs, each with the reason, in the order of the session.
    let omitted: [(input: String, why: String)]
    /// The inputs for which the scenario expects a rejection, each with the message, in the order
    /// of the session.
    let rejected: [(input: String, why: String)]
    /// Whether the scenario ends in a different state than the session.
    var endsInAnotherState = false
  }

  /// The reason why a scenario did not pass.
  struct Failure {
    let message: String
    /// Whether a module that the scenario requires was not found.
    let isMissingModule: Bool
    /// Whether the application of the scenario could not be started or reached, so that shorter
    /// scenarios would fail as well.
    var isUnreachable = false
    /// Whether the scenario passed except for the comparison with the state of the session.
    var isComparison = false
    /// The index of the part that failed, or `nil` if the failure is outside all parts.
    let part: Int?
  }

  let writer: ScenarioWriter
  let script: SessionScript
  /// The source of the sessions in which the scenario must pass, or `nil` if the scenario is not
  /// run.
  let sessions: (any ScenarioSessionSource)?
  let path: String
  /// The time when all running code must end, or `nil` for no limit.
  let deadline: ContinuousClock.Instant?
  /// The hooks that pass stop requests to the scenario's sessions.
  let hooks: PromptHooks

  /// The number of failed runs after which the scenario ends before the failing part. After half of
  /// this number, all later parts that can be written as calls are written as calls.
  private static let maxRuns = 60

  /// Returns a passing scenario with as many parts of the session as possible, or the last failure
  /// if there is no such scenario.
  ///
  /// A failing part is first rewritten as its calls, then rewritten with other receivers, and
  /// finally omitted. Parts that do not depend on an omitted part are kept. If every form of a part
  /// leads a remote application to a different state, the part is kept as it was, and states are no
  /// longer compared.
  ///
  /// - Throws: `timeout` or `interrupted` if the command must end.
  func best() throws(ScriptError) -> (saved: Saved?, failure: Failure?) {
    defer { hooks.stopAlso(nil) }
    var styles = firstStyles
    var runs = 0
    var comparison: ScenarioWriter.Comparison? = .parts
    var last: Failure?
    while steps(in: styles) > 0 {
      guard let sessions else {
        return (saved(writer.scenario(of: script, styles), styles), nil)
      }
      let compared = writer.scenario(of: script, styles, comparing: comparison)
      let failure = failure(of: compared, in: sessions)
      try checkEnd()
      guard let failure else {
        var saved = saved(writer.scenario(of: script, styles), styles)
        let end = writer.scenario(of: script, styles, comparing: .end)
        saved.endsInAnotherState = self.failure(of: end, in: sessions) != nil
        try checkEnd()
        return (saved, nil)
      }
      last = failure
      if failure.isUnreachable { break }
      runs += 1
      // A failure outside all parts counts as a failure of the last part.
      guard
        let part = failure.part ?? styles.lastIndex(where: { !$0.isOmitted })
      else { break }
      if runs < Self.maxRuns {
        let style = next(after: styles[part], for: script.parts[part], failure.message)
        if style.isOmitted, failure.isComparison, writer.engine.mirror != nil {
          // The state of an application can depend on more than the session.
          (styles[part], comparison) = (.typed, nil)
          continue
        }
        styles[part] = style
        if runs == Self.maxRuns / 2 { writeCalls(&styles, after: part) }
      } else {
        styles[part] = .omitted(failure.message)
        let input = writer.text(of: script.parts[part])
        let why = "it follows \(input), which was omitted after \(runs) runs"
        for number in styles.indices.dropFirst(part + 1) where !styles[number].isOmitted {
          styles[number] = .omitted(why)
        }
      }
    }
    return (nil, last)
  }

  /// Writes all typed inputs after a part as their calls, so that inputs that fail for the same
  /// reason do not each need a run.
  private func writeCalls(_ styles: inout [ScenarioWriter.Style], after part: Int) {
    for number in styles.indices.dropFirst(part + 1) where styles[number] == .typed {
      guard case .typed(_, let calls) = script.parts[number].content, !calls.isEmpty else {
        continue
      }
      styles[number] = .calls
    }
  }

  /// The whole session as a scenario that is not run.
  var unchecked: Saved { saved(writer.scenario(of: script, firstStyles), firstStyles) }

  /// The styles of the first scenario that is run.
  private var firstStyles: [ScenarioWriter.Style] {
    script.parts.map { part in
      switch part.content {
      case .omitted(_, let why), .mistake(_, let why): .omitted(why)
      case .undo, .file, .typed, .calls, .rejected: .typed
      }
    }
  }

  /// - Throws: `timeout` or `interrupted` if the command must end.
  private func checkEnd() throws(ScriptError) {
    if hooks.isStopped() { throw ScriptError(.interrupted, "interrupted") }
    guard let deadline, deadline <= .now else { return }
    throw ScriptError(
      .timeout, "timed out before the scenario was checked",
      hint: "raise the time limit, or use .record")
  }

  private func next(
    after style: ScenarioWriter.Style, for part: SessionScript.Part, _ message: String
  ) -> ScenarioWriter.Style {
    let hasCalls =
      switch part.content {
      case .typed(_, let calls), .calls(let calls): !calls.isEmpty
      case .rejected(_, _, let call): call?.isRejected == true
      case .undo, .file, .omitted, .mistake: false
      }
    return switch style {
    case .typed where hasCalls: part.isTyped ? .calls : .paths
    case .calls: .paths
    case .typed, .paths, .omitted: .omitted(message)
    }
  }

  private func saved(_ scenario: ScenarioWriter.Scenario, _ styles: [ScenarioWriter.Style]) -> Saved
  {
    let omitted = zip(script.parts, styles).compactMap {
      part, style -> (input: String, why: String)? in
      if case .omitted(let why) = style { (writer.text(of: part), why) } else { nil }
    }
    let rejected = zip(script.parts, styles).compactMap {
      part, style -> (input: String, why: String)? in
      guard case .rejected(_, let error, _) = part.content, !style.isOmitted else { return nil }
      return (writer.text(of: part), error.message)
    }
    return Saved(
      text: scenario.text, stepCount: steps(in: styles), omitted: omitted, rejected: rejected)
  }

  private func steps(in styles: [ScenarioWriter.Style]) -> Int {
    zip(script.parts, styles).reduce(0) { $1.1.isOmitted ? $0 : $0 + $1.0.stepCount }
  }

  /// Runs a scenario in sessions of another source, after the scenario has passed.
  ///
  /// - Returns: The reason for the failure, or `nil` if the scenario passes.
  /// - Throws: `timeout` or `interrupted` if the command must end.
  func failure(
    of saved: Saved, in sessions: any ScenarioSessionSource
  ) throws(ScriptError) -> String? {
    defer { hooks.stopAlso(nil) }
    let scenario = ScenarioWriter.Scenario(text: saved.text, parts: [])
    let failure = failure(of: scenario, in: sessions)
    try checkEnd()
    return failure?.message
  }

  private func failure(
    of scenario: ScenarioWriter.Scenario, in sessions: any ScenarioSessionSource
  ) -> Failure? {
    let file = ScenarioFile(path: path, source: Array(scenario.text.utf8))
    var settings = RunSettings()
    if let deadline {
      settings.maximumTimeout = max(.zero, deadline - .now)
      settings.timeout = min(settings.timeout, settings.maximumTimeout ?? settings.timeout)
    }
    let runner = ScenarioRunner(settings, sessions)
    do throws(ScriptError) {
      guard let description = try runner.scenarios(of: file, noting: note).first else {
        return Failure(message: "there is no scenario", isMissingModule: false, part: nil)
      }
      try checkEnd()
      let result = runner.run(description, of: file, noting: note)
      guard let failure = result.failures.first else {
        return result.status == .passed
          ? nil : Failure(message: "it was stopped", isMissingModule: false, part: nil)
      }
      return self.failure(failure.error, in: scenario)
    } catch {
      return failure(error, in: scenario)
    }
  }

  /// Registers the stopper of the scenario's session, so that a stop request ends the scenario's
  /// scripts. A request that has already arrived takes effect as well.
  private func note(_ event: ScenarioRunner.Event) {
    guard case .session(let stopper) = event else { return }
    hooks.stopAlso(stopper)
    if hooks.isStopped() { stopper.stop() }
  }

  private func failure(_ error: ScriptError, in scenario: ScenarioWriter.Scenario) -> Failure {
    let location = error.location.flatMap { $0.file == path ? $0 : nil }
    let line = location.map { $0.line - 1 }
    let part = line.flatMap { scenario.parts.indices.contains($0) ? scenario.parts[$0] : nil }
    return Failure(
      message: error.message, isMissingModule: error.code == "moduleNotFound",
      isUnreachable: error.code == "appFailed",
      isComparison: error.message.hasSuffix(ScenarioWriter.difference), part: part)
  }
}

extension ScenarioWriter.Style {
  var isOmitted: Bool { if case .omitted = self { true } else { false } }
}

extension SessionScript.Part {
  /// Whether the part contains the input as the user typed it.
  fileprivate var isTyped: Bool {
    switch content {
    case .typed, .rejected: true
    case .undo, .file, .calls, .omitted, .mistake: false
    }
  }
}
