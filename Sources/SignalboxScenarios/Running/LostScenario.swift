package import SignalboxScripting

/// The reason why the process that ran a scenario, or loaded a file, was lost.
package enum LostScenario: Hashable, Sendable {
  /// The process did not stop within a grace period after a time limit was exceeded, and was
  /// terminated.
  case timedOut(ScenarioPhase, limit: Duration)
  /// The process ended unexpectedly, for example because of `signal 11 (SIGSEGV)`.
  case crashed(String)

  /// Returns the result for the scenario that the process was running.
  ///
  /// The loss of the process counts as a failure. For a scenario with `fails`, the loss counts as
  /// the expected failure, unless `fails` requires a message that the error does not contain.
  ///
  /// - Parameters:
  ///   - scenario: The scenario that was running.
  ///   - attempts: The number of attempts, including the attempt during which the process was lost.
  ///   - output: The lines that the scenario had printed.
  ///   - duration: The wall-clock time of all attempts.
  package func result(
    of scenario: ScenarioDescription, attempts: Int, output: [String], duration: Duration
  ) -> ScenarioResult {
    var error = error("the scenario", "ran it")
    error.location = ScriptLocation(file: scenario.file, line: scenario.line)
    let failures = [ScenarioFailure(.error, error)]
    return ScenarioResult(
      scenario: scenario, status: scenario.options.expects(failures) ? .failedAsExpected : .failed,
      failures: failures, output: output, duration: duration,
      attempts: attempts)
  }

  /// Returns the error for a file that could not be loaded because its process was lost.
  ///
  /// - Parameter path: The path of the file in messages.
  package func error(ofFile path: String) -> ScriptError { error(path, "loaded \(path)") }

  /// The error for plugins that cannot be checked because the process was lost.
  package var errorOfPlugins: ScriptError { error("a plugin", "loaded plugins") }

  private func error(_ subject: String, _ action: String) -> ScriptError {
    switch self {
    case .timedOut(let phase, let limit):
      let limit = DurationText.short(limit)
      let what =
        switch phase {
        case .preparing: "plugins took longer than \(limit) to load"
        case .loading: "\(subject) took longer than \(limit) to load"
        case .running: "\(subject) ran longer than \(limit)"
        case .cleaning: "cleaning up after \(subject) took longer than \(limit)"
        }
      return ScriptError(
        .timeout, code: "timeout",
        "timed out: \(what) (`--timeout`), in a Lua library function that did not return; the "
          + "process was terminated"
      )
    case .crashed(let end):
      return ScriptError(
        .internal, code: "crashed", "crashed: the process that \(action) ended with \(end)")
    }
  }
}
