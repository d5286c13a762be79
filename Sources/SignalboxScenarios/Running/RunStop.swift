/// Why a run ends before all of its scenarios have run.
public enum RunStop: String, Hashable, Codable, Sendable, CaseIterable {
  /// The user pressed Ctrl-C, or left the prompt of a scenario for good.
  case interrupted
  /// SIGTERM came.
  case terminated
  /// SIGHUP came: the terminal was closed.
  case hungUp
  /// The time for the whole run is over.
  case outOfTime

  /// The exit code of the process, independent of other results; `nil` to use that of the
  /// scenarios.
  public var exitCode: ExitCode? {
    switch self {
    case .interrupted: .interrupted
    case .terminated: .terminated
    case .hungUp: .hungUp
    case .outOfTime: nil
    }
  }

  /// What reports for people say in front of the scenarios that did not run.
  var words: String {
    switch self {
    case .interrupted: "stopped"
    case .terminated: "stopped by SIGTERM"
    case .hungUp: "stopped by SIGHUP"
    case .outOfTime: "the time for the whole run is over"
    }
  }
}
