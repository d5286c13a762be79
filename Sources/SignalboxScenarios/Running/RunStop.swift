/// The reason why a run ends before all of its scenarios have run.
public enum RunStop: String, Hashable, Codable, Sendable, CaseIterable {
  /// The user pressed Ctrl-C or quit at a scenario's prompt.
  case interrupted
  /// SIGTERM was received.
  case terminated
  /// SIGHUP was received because the terminal was closed.
  case hungUp
  /// The time limit of the whole run was exceeded.
  case outOfTime
  /// The processes that run scenarios could not be started.
  case noWorkers

  /// The exit code of the process, or `nil` if the reason has no exit code of its own.
  public var exitCode: ExitCode? {
    switch self {
    case .interrupted: .interrupted
    case .terminated: .terminated
    case .hungUp: .hungUp
    case .outOfTime, .noWorkers: nil
    }
  }

  /// The words with which human-readable reports introduce the scenarios that did not run.
  var words: String {
    switch self {
    case .interrupted: "stopped"
    case .terminated: "stopped by SIGTERM"
    case .hungUp: "stopped by SIGHUP"
    case .outOfTime: "timed out: the run reached its time limit (`--max-time`)"
    case .noWorkers: "no process could be started"
    }
  }
}
