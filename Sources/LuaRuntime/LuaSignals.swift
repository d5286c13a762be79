import CLuaShim
import PortableMutex

/// Handles the process signals that stop scripts.
package enum LuaSignals {
  /// Makes SIGINT stop the target Lua state instead of ending the process.
  ///
  /// A read that is waiting for input then fails with `EINTR`. In this case, call
  /// `takePendingInterrupt`.
  package static func installInterruptHandler() {
    sbx_interrupts_install()
  }

  /// Restores the previous SIGINT handler.
  package static func removeInterruptHandler() {
    sbx_interrupts_remove()
  }

  /// Returns whether SIGINT has been received, while no code was running, since the last call to
  /// this method.
  package static func takePendingInterrupt() -> Bool {
    sbx_interrupts_take()
  }

  /// Makes the first SIGTERM permanently stop the target Lua state instead of ending the process.
  ///
  /// Any code that this Lua state runs later ends immediately. A second SIGTERM ends the process.
  package static func installTerminationHandler() {
    sbx_termination_install()
  }

  /// Whether SIGINT was received while no code was running and has not been handled yet.
  package static var hasPendingInterrupt: Bool { sbx_interrupts_pending() }

  /// Reports ignored stops on a separate thread, for the rest of the process's lifetime.
  ///
  /// Each SIGINT is reported once. A SIGTERM, and the deadline of the Lua state that SIGINT stops,
  /// are reported repeatedly as long as they are ignored. Only the most recently set function is
  /// called.
  package static func reportOverdueStops(_ report: @escaping @Sendable (LuaOverdueStop) -> Void) {
    overdueReport.withLock { $0 = report }
    sbx_watch_overdue { reason in
      let stop: LuaOverdueStop =
        switch Int(reason) {
        case SBX_DEADLINE: .deadline
        case SBX_TERMINATED: .termination
        case SBX_INTERRUPTED_AGAIN: .secondInterrupt
        default: .interrupt
        }
      overdueReport.withLock { $0 }?(stop)
    }
  }

  /// Runs `body`, during which SIGINT is intended for another process and is not reported as
  /// ignored.
  package static func whileInterruptsAreForOthers<R, E: Error>(
    _ body: () throws(E) -> R
  ) throws(E) -> R {
    sbx_watch_pause(true)
    defer { sbx_watch_pause(false) }
    return try body()
  }

  /// Handles SIGHUP as `installTerminationHandler` handles SIGTERM, unless the process ignores
  /// SIGHUP.
  package static func installHangUpHandler() {
    sbx_hangup_install()
  }

  /// Whether SIGTERM or SIGHUP has been received since its handler was installed.
  package static var isTerminating: Bool { sbx_termination() != 0 }

  /// The signal that is ending the process, SIGTERM or SIGHUP, or `nil` if neither was received.
  package static var terminationSignal: Int32? {
    let signal = sbx_termination()
    return signal == 0 ? nil : signal
  }

  /// Runs `body`, during which code that begins to run is not stopped by a SIGTERM or SIGHUP that
  /// was received earlier. A later signal stops the code that is then running.
  package static func ignoringEarlierTermination<R, E: Error>(
    _ body: () throws(E) -> R
  ) throws(E) -> R {
    sbx_termination_ignore(true)
    defer { sbx_termination_ignore(false) }
    return try body()
  }

  /// The number of SIGINT signals that have been received since the handler was installed,
  /// regardless of the code that was running.
  package static var interruptCount: Int { Int(sbx_interrupts_count()) }
}

/// A stop that has been ignored for three seconds.
package enum LuaOverdueStop: Sendable {
  case deadline, termination, interrupt, secondInterrupt
}

/// The function that was set with ``LuaSignals/reportOverdueStops(_:)``.
private let overdueReport = Mutex<(@Sendable (LuaOverdueStop) -> Void)?>(nil)
