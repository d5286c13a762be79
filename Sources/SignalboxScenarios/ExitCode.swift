public import SignalboxScripting

/// The exit codes of the process. Their numbers are stable.
public enum ExitCode: Int32, Hashable, Sendable, CaseIterable {
  /// The program succeeded.
  case success = 0
  /// A script or a check failed, or a rejection was not observed.
  case failed = 1
  /// A script failed to load because it cannot be parsed, a module is missing or a file cannot be
  /// read.
  case notLoaded = 2
  /// An internal error occurred in the program.
  case internalError = 3
  /// Nothing matched: for example, the selection matched no scenario, or an exploration found no
  /// state that satisfied the expectations.
  case nothingMatched = 5
  /// The command line is invalid.
  case usage = 64
  /// The process was stopped by SIGHUP because the terminal was closed. Pending output was written.
  case hungUp = 129
  /// The process was stopped by Ctrl-C, or the user quit at a scenario's prompt. Pending output was
  /// written.
  case interrupted = 130
  /// The reader of standard output closed the stream, and no other error occurred.
  case outputClosed = 141
  /// The process was stopped by SIGTERM. Pending output was written.
  case terminated = 143

  /// Creates the exit code for a script that ended with an error.
  ///
  /// - Parameter kind: The kind of the error that ended the script.
  public init(_ kind: ScriptError.Kind) {
    switch kind {
    case .runtime, .rejected, .memory, .timeout: self = .failed
    case .syntax, .module: self = .notLoaded
    case .interrupted: self = .interrupted
    case .closed, .internal: self = .internalError
    }
  }

  /// A description for help texts.
  public var summary: String {
    switch self {
    case .success: "success"
    case .failed: "a script failed"
    case .notLoaded:
      "a script failed to load: syntax error, missing module or unreadable file"
    case .internalError: "an internal error in signalbox"
    case .nothingMatched: "nothing matched the selection"
    case .usage: "the command line is invalid"
    case .hungUp: "signalbox test was stopped with SIGHUP"
    case .interrupted: "stopped with Ctrl-C"
    case .outputClosed: "the reader closed standard output"
    case .terminated: "stopped with SIGTERM"
    }
  }
}
