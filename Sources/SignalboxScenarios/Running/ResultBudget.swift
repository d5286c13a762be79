internal import Signalbox
internal import SignalboxScripting

/// Limits the memory for the strings in all results of a run: output, steps and failures.
///
/// Each scenario has its own limits, but the number of scenarios in a run is unlimited. Results
/// that exceed the remaining memory are shortened and marked with a note.
struct ResultBudget {
  private var left: Int
  /// The number of shortened results.
  private(set) var reducedCount = 0

  /// The default limit in bytes.
  static let standard = 64 << 20
  /// The maximum number of failures in a shortened result and of differences in each failure, and
  /// the maximum length of each string in bytes.
  private static let maxFailures = 10, maxBytes = 1_000

  init(_ bytes: Int = standard) { left = bytes }

  /// Subtracts the size of a result's strings from the remaining memory, or shortens the result if
  /// not enough memory is left.
  mutating func take(_ result: inout ScenarioResult) {
    let size = result.textSize
    if size <= left {
      left -= size
      return
    }
    reduce(&result)
    reducedCount += 1
  }

  private func reduce(_ result: inout ScenarioResult) {
    var parts: [String] = []
    func leaveOut(_ count: Int, _ noun: String) {
      if count > 0 { parts.append(counted(count, noun)) }
    }
    leaveOut(result.output.count, "printed line")
    leaveOut(result.steps.count, "step")
    leaveOut(result.failures.count - Self.maxFailures, "failure")
    leaveOut(result.failedAttempts.count, "earlier attempt")
    result.steps = []
    result.failures = result.failures.prefix(Self.maxFailures).map(Self.reduced)
    result.failedAttempts = []
    let what = parts.isEmpty ? "parts of the failures" : parts.joined(separator: ", ")
    result.output = ["… \(what) omitted: a run keeps at most 64 MiB of output, steps and failures"]
  }

  private static func reduced(_ failure: ScenarioFailure) -> ScenarioFailure {
    func short(_ text: String) -> String { shortened(text, to: maxBytes) }
    var error = failure.error
    error.message = short(error.message)
    error.hint = error.hint.map(short)
    let differences = failure.differences.prefix(maxFailures).map { difference in
      ScenarioDifference(
        short(difference.name), expected: short(difference.expected),
        actual: short(difference.actual))
    }
    return ScenarioFailure(failure.kind, error, differences: differences, step: failure.step)
  }
}

extension ScenarioResult {
  /// The total size of the steps, the output and the failures, in bytes. Cost: O(size).
  fileprivate var textSize: Int {
    // Most results are plain and have no output or steps.
    if isPlain, output.isEmpty, steps.isEmpty { return 0 }
    let failures = failures + failedAttempts.flatMap(\.self)
    return Self.size(output) + steps.reduce(0) { $0 + $1.textSize }
      + failures.reduce(0) { $0 + $1.textSize }
  }

  fileprivate static func size(_ texts: [String]) -> Int {
    texts.reduce(0) { $0 + $1.utf8.count + MemoryLayout<String>.size }
  }
}

extension ScenarioStep {
  fileprivate var textSize: Int {
    MemoryLayout<ScenarioStep>.size + text.utf8.count + effect.utf8.count
      + ScenarioResult.size(groups)
      + ScenarioResult.size(calls.map(\.text))
  }
}

extension ScenarioFailure {
  fileprivate var textSize: Int {
    MemoryLayout<ScenarioFailure>.size + error.message.utf8.count + (error.hint?.utf8.count ?? 0)
      + ScenarioResult.size(error.traceback.map(\.description)) + tree.utf8.count
      + ScenarioResult.size(groups) + ScenarioResult.size(changes)
      + differences.reduce(0) { $0 + $1.textSize }
  }
}

extension ScenarioDifference {
  fileprivate var textSize: Int {
    MemoryLayout<ScenarioDifference>.size + ScenarioResult.size([name, expected, actual, cause])
      + ScenarioResult.size(lines.map(\.text))
      + leaves.reduce(0) { $0 + ScenarioResult.size([$1.path, $1.expected, $1.actual, $1.note]) }
  }
}
