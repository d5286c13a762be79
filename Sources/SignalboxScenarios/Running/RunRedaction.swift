internal import PortableMutex
package import Signalbox
internal import SignalboxScripting

/// Removes the values of arguments and text fields with the given names from the recordings and the
/// results of a run, and therefore from its reports (decision 0353).
///
/// The values are known only from recordings, so a run with a redaction records each scenario.
package final class RunRedaction: Sendable {
  private let redaction: RecordingRedaction
  private struct Known {
    /// The values of all finished scenarios, which are removed from excerpts of sources.
    var values: RecordingRedaction
    var hasRecording = false
  }
  /// The values to remove. Each worker adds the values of a scenario when the scenario ends.
  private let known: Mutex<Known>

  /// Creates a redaction.
  ///
  /// - Parameters:
  ///   - redaction: The names of the arguments and text fields whose values are removed.
  ///   - sources: The sources from which reports take excerpts.
  package init(_ redaction: RecordingRedaction, sources: SourceCache) {
    self.redaction = redaction
    known = Mutex(Known(values: redaction))
    sources.redact { [self] text in known.withLock { $0.values }.removed(from: text) }
  }

  /// The names in the redaction that no argument and no text field of the run has, in alphabetical
  /// order. The array is empty if no scenario was recorded.
  package var unusedNames: [String] {
    known.withLock { $0.hasRecording ? $0.values.unusedNames : [] }
  }

  /// Removes the values from the result of a scenario, and returns its recording without the
  /// values, or `nil` if there is no recording.
  ///
  /// Without a recording, the values are unknown. In this case, all strings that may contain them
  /// are removed from the result.
  ///
  /// - Parameters:
  ///   - result: The result of the scenario.
  ///   - lines: The recording of the scenario, or `nil` if there is none.
  package func redact(_ result: inout ScenarioResult, recordedIn lines: [String]?) -> [String]? {
    guard let lines, !lines.isEmpty else {
      if result.attempts > 0 { result = result.withoutTexts }
      return nil
    }
    let values = redaction.knowingValues(of: lines)
    known.withLock { known in
      known.values = known.values.knowingValues(of: lines)
      known.hasRecording = true
    }
    result = result.replacingTexts(values.removed(from:))
    return redaction.redacted(lines)
  }
}

extension ScenarioResult {
  /// Returns a copy of the result in which the strings are replaced, except in the description of
  /// the scenario.
  fileprivate func replacingTexts(_ replace: (String) -> String) -> ScenarioResult {
    var result = self
    result.failures = failures.map { $0.replacingTexts(replace) }
    result.failedAttempts = failedAttempts.map { $0.map { $0.replacingTexts(replace) } }
    result.steps = steps.map { $0.replacingTexts(replace) }
    result.output = output.map(replace)
    result.skipReason = skipReason.map(replace)
    return result
  }

  /// The result without the strings that may contain values.
  fileprivate var withoutTexts: ScenarioResult {
    let everything = RecordingRedaction.replacement
    var result = self
    result.steps = []
    result.output = output.isEmpty ? [] : [everything]
    result.skipReason = skipReason.map { _ in everything }
    result.failures = failures.map(\.withoutTexts)
    result.failedAttempts = failedAttempts.map { $0.map(\.withoutTexts) }
    return result
  }
}

extension ScenarioFailure {
  fileprivate func replacingTexts(_ replace: (String) -> String) -> ScenarioFailure {
    var failure = self
    failure.error.message = replace(error.message)
    failure.error.hint = error.hint.map(replace)
    failure.differences = differences.map { $0.replacingTexts(replace) }
    failure.groups = groups.map(replace)
    failure.tree = replace(tree)
    failure.changes = changes.map(replace)
    return failure
  }

  /// The failure without the strings that may contain values. Messages about limits and lost
  /// processes contain no values.
  fileprivate var withoutTexts: ScenarioFailure {
    var failure = self
    if !error.kind.isStop, error.kind != .internal {
      failure.error.message = RecordingRedaction.replacement
      failure.error.hint = nil
    }
    failure.differences = []
    failure.groups = []
    failure.tree = ""
    failure.changes = []
    return failure
  }
}

extension ScenarioDifference {
  fileprivate func replacingTexts(_ replace: (String) -> String) -> ScenarioDifference {
    var difference = self
    difference.expected = replace(expected)
    difference.actual = replace(actual)
    difference.cause = replace(cause)
    for index in leaves.indices {
      difference.leaves[index].expected = replace(leaves[index].expected)
      difference.leaves[index].actual = replace(leaves[index].actual)
      difference.leaves[index].note = replace(leaves[index].note)
    }
    for index in lines.indices { difference.lines[index].text = replace(lines[index].text) }
    return difference
  }
}

extension ScenarioStep {
  fileprivate func replacingTexts(_ replace: (String) -> String) -> ScenarioStep {
    var step = self
    step.text = replace(text)
    step.effect = replace(effect)
    step.groups = groups.map(replace)
    for index in calls.indices { step.calls[index].text = replace(calls[index].text) }
    return step
  }
}
