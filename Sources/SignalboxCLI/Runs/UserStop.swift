internal import SignalboxScenarios
internal import SignalboxScripting
internal import Synchronization
internal import SystemLibrary

/// Whether the user stops `signalbox test`: Ctrl-C, SIGTERM or SIGHUP, at any moment since ``install()``.
///
/// Signals are counted where they come. What runs then, a script, the writing of a report or nothing,
/// cannot lose one (decision 0188).
enum UserStop {
  /// How many times Ctrl-C came while a prompt was open, which it was meant for.
  private static let forgiven = Atomic(0)

  /// Makes the signals stop the run instead of the process, and a closed pipe an error of the write.
  static func install() {
    ScriptSession.installInterruptHandler()
    ScriptSession.installTerminationHandler()
    ScriptSession.installHangUpHandler()
    signal(SIGPIPE, SIG_IGN)
  }

  /// Why the run is to stop; `nil` where it goes on.
  static var reason: RunStop? {
    if let signal = ScriptSession.terminationSignal {
      return signal == SIGHUP ? .hungUp : .terminated
    }
    guard ScriptSession.interruptCount > forgiven.load(ordering: .relaxed) else { return nil }
    // A second one that comes while the end is written does not wait for a reader.
    _ = ScriptSession.takePendingInterrupt()
    return .interrupted
  }

  /// - Throws: `interrupted` where the run is to stop.
  /// - Parameter activity: What is left unfinished then: `files were read`.
  static func check(while activity: String) throws(ScriptError) {
    if reason != nil { throw ScriptError(.interrupted, "stopped while \(activity)") }
  }

  /// Runs a prompt, where Ctrl-C is for what the user types.
  static func whilePrompting<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    let before = ScriptSession.interruptCount
    defer { forgiven.add(ScriptSession.interruptCount - before, ordering: .relaxed) }
    return try body()
  }
}
