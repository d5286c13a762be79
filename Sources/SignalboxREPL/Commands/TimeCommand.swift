internal import Signalbox
internal import SignalboxScenarios
internal import SignalboxScripting

/// Measures the duration of an expression.
enum TimeCommand {
  static let command = Command(
    "time", "EXPRESSION",
    "Runs an expression repeatedly, undoing each run, and prints the median time",
    details: """
      Makes up to 25 runs within half a second, and does not count the time to compile the
      expression. Changes to the navigation state are undone and are not steps of the session;
      variables keep their new values. The runs print nothing.
      """,
    twin: "none: scripts have no access to the real clock", run)

  private static let maxRuns = 25
  private static let maxTime = Duration.milliseconds(500)

  /// The measured durations of an expression's runs.
  private struct Runs {
    var times: [Duration] = []
    var total = Duration.zero
    /// The number of transitions in a single run.
    var transitions = 0
  }

  @Sendable private static func run(_ argument: String, _ prompt: Prompt) {
    guard !argument.isEmpty else {
      return prompt.fail(".time expects an expression: .time app:tap \"Buy\"")
    }
    let first = prompt.recordedLines
    let scope = prompt.session.addHooks(SessionHooks(output: { _ in }))
    defer { prompt.session.removeHooks(scope) }
    var runs = Runs()
    repeat {
      guard run(argument, &runs, prompt) else {
        // Changes that cannot be rolled back become a step.
        if prompt.recordedLines > first { prompt.note(.command("time"), from: first) }
        return
      }
    } while runs.times.count < maxRuns && runs.total < maxTime
    prompt.write("  \(text(of: runs))\n")
  }

  /// Runs the expression once.
  ///
  /// - Returns: Whether the expression can be run again.
  private static func run(_ argument: String, _ runs: inout Runs, _ prompt: Prompt) -> Bool {
    let (record, recording) = (prompt.session.record, prompt.context.recording)
    record?.beginAttempt()
    recording?.beginAttempt()
    var answer: PromptAnswer?
    let attempt = prompt.session.engine.attempt {
      answer = prompt.session.prompt.answer(
        argument, name: "time", timeout: prompt.timeout, uptime: prompt.context.uptime)
    }
    guard let answer else { return false }
    record?.endAttempt(keeping: !attempt.isTakenBack)
    recording?.endAttempt(keeping: !attempt.isTakenBack)
    runs.transitions = attempt.changes
    switch answer.outcome {
    case .failed(let error):
      prompt.report(error)
      return false
    case .incomplete:
      prompt.fail(".time: \"\(argument)\" is incomplete")
      return false
    case .values: break
    }
    guard attempt.isTakenBack else {
      prompt.write(
        "  \(DurationText.precise(answer.duration))  one run, which could not be undone\n")
      return false
    }
    runs.times.append(answer.duration)
    runs.total += answer.duration
    return true
  }

  private static func text(of runs: Runs) -> String {
    let times = runs.times.sorted()
    let median = DurationText.precise(times[times.count / 2])
    var text = "\(median)  "
    if times.count == 1 {
      text += "one run"
    } else {
      let (shortest, longest) = (
        DurationText.precise(times[0]), DurationText.precise(times[times.count - 1])
      )
      text += "median of \(times.count) runs, \(shortest) to \(longest)"
    }
    guard runs.transitions > 0 else { return text + " · nothing changed" }
    let each = times.count == 1 ? "" : " each"
    let count = "\(counted(runs.transitions, "transition"))\(each)"
    return text + " · \(count) · undone"
  }
}
