/// How a command uses the application of `--app`.
struct AppUse {
  /// What the application calls this program.
  let program: String
  /// How long the application may take to start, and for an answer.
  let limit: Duration
  /// Whether an application that runs already begins again.
  let isRelaunched: Bool
  /// Whether an application that fails ends the script, which cannot catch it; if not, only the call
  /// is rejected.
  let endsScripts: Bool
  /// For how many changes the state is kept.
  let maxSteps: Int
  /// Whether calls that others make in the application are recorded.
  let recordsCalls: Bool

  /// The application must start and answer in half the time limit of a scenario, so that the report
  /// can state what it did not answer.
  static func scenario(timeout: Duration) -> AppUse {
    AppUse(
      program: "signalbox test", limit: min(.seconds(10), timeout / 2), isRelaunched: true,
      endsScripts: true, maxSteps: 0, recordsCalls: false)
  }

  /// - Parameter isRelaunched: Whether an application that runs already begins again.
  static func prompt(_ program: String, isRelaunched: Bool) -> AppUse {
    AppUse(
      program: program, limit: .seconds(10), isRelaunched: isRelaunched, endsScripts: false,
      maxSteps: 10_000, recordsCalls: true)
  }
}
