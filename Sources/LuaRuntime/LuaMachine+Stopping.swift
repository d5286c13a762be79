import CLuaShim
import Synchronization

/// What was ignored for 750 ms.
package enum LuaOverdueStop: Sendable {
  case deadline, termination, interrupt, secondInterrupt
}

/// What ``LuaMachine/reportOverdueStops(_:)`` has set.
private let overdueReport = Mutex<(@Sendable (LuaOverdueStop) -> Void)?>(nil)

extension LuaMachine {
  /// Stops what runs now; the next run ends at once if nothing does.
  ///
  /// From the thread that runs the machine or a signal handler on it; in budget mode from any
  /// thread. `interrupter` works from anywhere in both modes.
  package func interrupt() {
    sbx_request_stop(host, Int32(SBX_INTERRUPTED))
  }

  /// Runs `body` with a deadline: what still runs then ends with a `deadline` error.
  ///
  /// Deadlines nest, the nearest one counts. A stop that it caused is withdrawn at the end.
  /// - Parameter duration: Wall clock time; nil means no deadline of its own.
  package func withDeadline<R, E: Error>(
    _ duration: Duration?, _ body: () throws(E) -> R
  ) throws(E) -> R {
    guard let duration else { return try body() }
    let host = host
    let outer = host.pointee.deadline
    let paused = pausedTime
    let (seconds, attoseconds) = duration.components
    let (nanoseconds, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let limit = Int64.max / 4
    let wait = isTooLong ? limit : min(nanoseconds + attoseconds / 1_000_000_000, limit)
    let deadline = sbx_now() + max(wait, 1)
    sbx_set_deadline(host, outer == 0 ? deadline : min(outer, deadline))
    // `body` may have closed the machine, and the host with it.
    defer {
      if !isClosed { sbx_set_deadline(host, outer == 0 ? 0 : outer + pausedTime - paused) }
    }
    return try body()
  }

  /// Runs `body` while what runs waits: deadlines stand still, and what `body` runs has stops of its
  /// own, as if nothing ran around it.
  package func pause<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    var kept = sbx_pause()
    sbx_pause_begin(host, &kept)
    defer { pausedTime += sbx_pause_end(host, &kept) }
    return try body()
  }

  /// How many instructions one outermost run may take; nil means no limit.
  ///
  /// Needs budget mode. Counted by the hundred; long library functions count by their work.
  package var instructionBudget: Int? {
    get { host.pointee.budget == .max ? nil : Int(host.pointee.budget) }
    set {
      host.pointee.budget = newValue.map { Int64($0) } ?? .max
      host.pointee.steps_left = host.pointee.budget
    }
  }

  /// Makes SIGINT stop this machine instead of any other one, where the handler is installed.
  package func becomeInterruptTarget() {
    sbx_interrupts_target(host)
  }

  /// Makes SIGINT stop the target machine instead of the process.
  ///
  /// A read that waits for input fails with `EINTR` then: time to ask `takePendingInterrupt`.
  package static func installInterruptHandler() {
    sbx_interrupts_install()
  }

  /// Gives SIGINT back what it did before.
  package static func removeInterruptHandler() {
    sbx_interrupts_remove()
  }

  /// Whether SIGINT came while nothing ran, since the last time this was asked.
  package static func takePendingInterrupt() -> Bool {
    sbx_interrupts_take()
  }

  /// Makes the first SIGTERM stop the target machine for good instead of ending the process.
  ///
  /// What that machine runs from then on ends at once; a second SIGTERM ends the process.
  package static func installTerminationHandler() {
    sbx_termination_install()
  }

  /// Whether SIGINT came while nothing ran, and nobody has taken it yet.
  package static var hasPendingInterrupt: Bool { sbx_interrupts_pending() }

  /// Reports stops that are ignored, on a thread of its own, for the rest of the process.
  ///
  /// SIGINT is reported once for each time that it came; SIGTERM and a deadline of the machine that
  /// SIGINT stops again and again, as long as they are ignored. The last function that is set is called.
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

  /// Runs `body`, during which SIGINT is meant for another process and not reported as ignored.
  package static func whileInterruptsAreForOthers<R, E: Error>(
    _ body: () throws(E) -> R
  ) throws(E) -> R {
    sbx_watch_pause(true)
    defer { sbx_watch_pause(false) }
    return try body()
  }

  /// Does for SIGHUP what `installTerminationHandler` does for SIGTERM, unless the process ignores it.
  package static func installHangUpHandler() {
    sbx_hangup_install()
  }

  /// Whether SIGTERM or SIGHUP came since its handler was installed.
  package static var isTerminating: Bool { sbx_termination() != 0 }

  /// The signal that ends the process, SIGTERM or SIGHUP; `nil` where none came.
  package static var terminationSignal: Int32? {
    let signal = sbx_termination()
    return signal == 0 ? nil : signal
  }

  /// How often SIGINT came since its handler was installed, whatever ran then.
  package static var interruptCount: Int { Int(sbx_interrupts_count()) }
}
