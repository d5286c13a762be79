internal import PortableMutex
internal import SignalboxScenarios
internal import SignalboxScripting
internal import SystemLibrary

/// Checks whether the user has stopped the command with Ctrl-C, SIGTERM or SIGHUP since
/// ``install()`` was called.
///
/// The signal handler counts signals, so that no signal is lost, regardless of whether a script is
/// running or a report is being written (decision 0188).
enum UserStop {
  /// The number of Ctrl-C signals that were intended for a prompt, because the prompt was open.
  private static let forgiven = Mutex(0)

  /// Makes the signals stop the run instead of the process, and makes writing to a closed pipe an
  /// error.
  static func install() {
    ProcessSignals.installInterruptHandler()
    ProcessSignals.installTerminationHandler()
    ProcessSignals.installHangUpHandler()
    signal(SIGPIPE, SIG_IGN)
  }

  /// The reason why the run must stop, or `nil` to continue.
  static var reason: RunStop? {
    if let signal = ProcessSignals.terminationSignal {
      return signal == SIGHUP ? .hungUp : .terminated
    }
    guard ProcessSignals.interruptCount > forgiven.withLock({ $0 }) else { return nil }
    // Only a second signal ends the wait for a slow reader of the report.
    _ = ProcessSignals.takePendingInterrupt()
    return .interrupted
  }

  /// - Throws: `interrupted` if the run must stop.
  /// - Parameter activity: The activity during which the run was stopped, such as
  ///   `files were being read`.
  static func check(while activity: String) throws(ScriptError) {
    if reason != nil { throw ScriptError(.interrupted, "stopped while \(activity)") }
  }

  /// Runs a prompt. While the prompt is open, Ctrl-C applies to the prompt's input.
  static func whilePrompting<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    let before = ProcessSignals.interruptCount
    defer { forgiven.withLock { $0 += ProcessSignals.interruptCount - before } }
    return try body()
  }
}
