internal import LuaRuntime

/// The signals with which users and the operating system stop the scripts of a process.
public enum ProcessSignals {
  /// Makes Ctrl-C stop scripts instead of the process.
  public static func installInterruptHandler() { LuaSignals.installInterruptHandler() }

  /// Restores the previous effect of Ctrl-C.
  public static func removeInterruptHandler() { LuaSignals.removeInterruptHandler() }

  /// Returns whether Ctrl-C has been received, while no script was running, since the last call of
  /// this method.
  public static func takePendingInterrupt() -> Bool { LuaSignals.takePendingInterrupt() }

  /// Whether Ctrl-C was received while no script was running and has not been handled yet.
  package static var hasPendingInterrupt: Bool { LuaSignals.hasPendingInterrupt }

  /// Runs a closure. While the closure runs, Ctrl-C is intended for another process and is not
  /// reported as ignored.
  package static func whileInterruptsAreForOthers<R, E: Error>(
    _ body: () throws(E) -> R
  ) throws(E) -> R {
    try LuaSignals.whileInterruptsAreForOthers(body)
  }

  /// Starts a thread that reports stops that running code has ignored for three seconds. The thread
  /// runs until the process ends.
  ///
  /// Each ignored Ctrl-C is reported once. A SIGTERM, and the time limit of the session that Ctrl-C
  /// stops, are reported repeatedly as long as they are ignored.
  package static func reportOverdueStops(_ report: @escaping @Sendable (OverdueStop) -> Void) {
    LuaSignals.reportOverdueStops { stop in
      switch stop {
      case .deadline: report(.deadline)
      case .termination: report(.termination)
      case .interrupt: report(.interrupt)
      case .secondInterrupt: report(.secondInterrupt)
      }
    }
  }

  /// Makes the first SIGTERM stop scripts permanently, so that the host can still write its output.
  ///
  /// SIGTERM also counts as an interrupt. A second SIGTERM ends the process immediately.
  public static func installTerminationHandler() { LuaSignals.installTerminationHandler() }

  /// Whether SIGTERM or SIGHUP has been received since its handler was installed. If `true`,
  /// scripts in the session that Ctrl-C stops end immediately.
  public static var isTerminating: Bool { LuaSignals.isTerminating }

  /// Handles SIGHUP as ``installTerminationHandler()`` handles SIGTERM, unless the process ignores
  /// SIGHUP, for example because it was started with `nohup`.
  package static func installHangUpHandler() { LuaSignals.installHangUpHandler() }

  /// The signal that is ending the process, SIGTERM or SIGHUP, or `nil` if neither has been
  /// received.
  package static var terminationSignal: Int32? { LuaSignals.terminationSignal }

  /// Runs a closure whose scripts are not stopped by a SIGTERM or SIGHUP that was received earlier,
  /// so that they can still complete a report.
  package static func ignoringEarlierTermination<R, E: Error>(
    _ body: () throws(E) -> R
  ) throws(E) -> R {
    try LuaSignals.ignoringEarlierTermination(body)
  }

  /// The number of times that Ctrl-C has been received since its handler was installed, whether or
  /// not a script was running.
  package static var interruptCount: Int { LuaSignals.interruptCount }
}

/// A stop that the running code has ignored.
package enum OverdueStop: Sendable {
  /// The time limit was exceeded.
  case deadline
  /// SIGTERM was received.
  case termination
  /// Ctrl-C was received.
  case interrupt
  /// Ctrl-C was received again after it was first reported.
  case secondInterrupt
}
