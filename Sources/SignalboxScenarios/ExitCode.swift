public import SignalboxScripting

/// The exit codes of the process; the numbers are stable.
public enum ExitCode: Int32, Hashable, Sendable, CaseIterable {
  /// The program succeeded.
  case success = 0
  /// A script failed, or an operation was rejected without an observer.
  case failed = 1
  /// A script failed to load: it does not parse, a module is missing, or a file cannot be read.
  case notLoaded = 2
  /// An internal error of this program.
  case internalError = 3
  /// Nothing matched the selection, so that nothing ran.
  case nothingMatched = 5
  /// The command line is invalid.
  case usage = 64
  /// Stopped with SIGHUP, because the terminal was closed, after pending output was written.
  case hungUp = 129
  /// Stopped with Ctrl-C, after pending output was written.
  case interrupted = 130
  /// The reader of standard output closed it, and there was no other error.
  case outputClosed = 141
  /// Stopped with SIGTERM, after pending output was written.
  case terminated = 143

  /// Returns the code for a script that ended with an error.
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

  /// The description in help.
  public var summary: String {
    switch self {
    case .success: "success"
    case .failed: "a script failed"
    case .notLoaded:
      "a script failed to load: syntax error, missing module or unreadable file"
    case .internalError: "an internal error of signalbox"
    case .nothingMatched: "nothing matched the selection"
    case .usage: "the command line is invalid"
    case .hungUp: "signalbox test was stopped with SIGHUP"
    case .interrupted: "stopped with Ctrl-C"
    case .outputClosed: "the reader closed standard output"
    case .terminated: "stopped with SIGTERM"
    }
  }
}
