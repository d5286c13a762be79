/// The settings with which a command uses the application of `--app`.
struct AppUse {
  /// The name with which this program identifies itself to the application.
  let program: String
  /// The time limit for the start of the application, and for each response.
  let limit: Duration
  /// The time after which a call no longer waits for asynchronous work of the application, or `nil`
  /// if the work must end within ``limit``.
  let workTimeout: Duration?
  /// Whether a running application is launched again.
  let isRelaunched: Bool
  /// Whether a failure of the application ends the script with an error that the script cannot
  /// catch. If `false`, only the call is rejected.
  let endsScripts: Bool
  /// The number of changes for which the state is retained.
  let maxSteps: Int
  /// Whether calls from other sources are recorded.
  let recordsCalls: Bool

  /// Returns the settings for scenarios. The application must start and respond within half of the
  /// scenario's time limit, so that the report can name the unanswered request.
  static func scenario(timeout: Duration) -> AppUse {
    AppUse(
      program: "signalbox test", limit: min(.seconds(10), timeout / 2), workTimeout: nil,
      isRelaunched: true, endsScripts: true, maxSteps: 0, recordsCalls: false)
  }

  /// - Parameter isRelaunched: Whether a running application is launched again.
  static func prompt(_ program: String, isRelaunched: Bool) -> AppUse {
    AppUse(
      program: program, limit: .seconds(10), workTimeout: .seconds(3), isRelaunched: isRelaunched,
      endsScripts: false, maxSteps: 10_000, recordsCalls: true)
  }
}
