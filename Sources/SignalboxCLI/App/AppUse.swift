/// The settings with which a command uses the application of `--app`.
struct AppUse {
  /// The name with which this program identifies itself to the application.
  let program: String
  /// The time limit for the start of the application, and for each response.
  let limit: Duration
  /// The maximum time for which a call waits for the application to become idle. If ``endsScripts``
  /// is set, the application must be idle by then; otherwise, its work continues.
  let workTimeout: Duration
  /// Whether a running application is launched again.
  let isRelaunched: Bool
  /// Whether a failure of the application ends the script with an error that the script cannot
  /// catch. If `false`, only the call is rejected.
  let endsScripts: Bool
  /// The number of changes for which the state is retained.
  let maxSteps: Int
  /// Whether calls from other sources are recorded.
  let recordsCalls: Bool

  /// Returns the settings for scenarios. The application must start, and respond to each request,
  /// within ten seconds or half of the scenario's time limit, whichever is shorter, so that the
  /// report can name the unanswered request.
  static func scenario(timeout: Duration) -> AppUse {
    let limit = min(.seconds(10), timeout / 2)
    return AppUse(
      program: "signalbox test", limit: limit, workTimeout: limit, isRelaunched: true,
      endsScripts: true, maxSteps: 0, recordsCalls: false)
  }

  /// - Parameter isRelaunched: Whether a running application is launched again.
  static func prompt(_ program: String, isRelaunched: Bool) -> AppUse {
    AppUse(
      program: program, limit: .seconds(10), workTimeout: .seconds(3), isRelaunched: isRelaunched,
      endsScripts: false, maxSteps: 10_000, recordsCalls: true)
  }
}
