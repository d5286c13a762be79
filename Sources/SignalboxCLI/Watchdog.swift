internal import CTerminal
internal import SignalboxFiles
internal import SignalboxREPL
internal import SignalboxScenarios
internal import SignalboxScripting
internal import Synchronization
internal import SystemLibrary

/// Ends the process where a script ignores its stop.
///
/// No hook of Lua runs during one instruction of Lua or one function of the host. Where such a call
/// goes on for 750 ms after a stop was requested, only the end of the process can stop it: what was
/// printed is written, drafts of files and sockets are removed, and the terminal gets its modes back.
/// At a prompt the first Ctrl-C only reports that.
///
/// Everything runs on the thread of the watch while the main thread is anywhere in other code, so it
/// takes no lock that is held for longer than a copy.
enum Watchdog {
  private struct State {
    var isInstalled = false
    /// What runs, as the subject of a sentence.
    var activity = "signalbox"
    /// How many prompts at a terminal are open inside one another.
    var prompts = 0
  }

  private static let state = Mutex(State())
  /// Milliseconds that the reader of an output gets for what waits.
  private static let timeout: Int32 = 100

  /// Watches for the rest of the process.
  static func install(during activity: String) {
    let isFirst = state.withLock { state in
      defer { state.isInstalled = true }
      state.activity = activity
      return !state.isInstalled
    }
    if isFirst { ScriptSession.reportOverdueStops(report) }
  }

  /// Names what runs from now on.
  static func begin(_ activity: String) { state.withLock { $0.activity = activity } }

  /// Runs `body`, during which a user can decide about Ctrl-C.
  static func whilePrompting<R>(_ isLive: Bool, _ body: () -> R) -> R {
    if isLive { state.withLock { $0.prompts += 1 } }
    defer { if isLive { state.withLock { $0.prompts -= 1 } } }
    return body()
  }

  private static func report(_ stop: OverdueStop) {
    let (activity, isPrompting) = state.withLock { ($0.activity, $0.prompts > 0) }
    if stop == .interrupt, isPrompting {
      write(
        "signalbox: \(activity) is inside one call that cannot be interrupted; wait for its end, or "
          + "press Ctrl-C again to end signalbox (the history is kept)")
      return
    }
    let (what, code): (String, ExitCode) =
      switch stop {
      case .deadline: ("timed out", .failed)
      case .termination: ("terminated", .terminated)
      case .interrupt, .secondInterrupt: ("interrupted", .interrupted)
      }
    let lost = OutputBuffer.writeStandard(timeout: timeout)
    FileDraft.discardAll()
    ListeningSockets.removeFiles()
    ctl_restore()
    let reason =
      lost > 0
      ? "the reader of its output takes nothing, and \(lost) bytes are lost"
      : "one call of Lua or of the host cannot be interrupted; look for chains of __call, for tables "
        + "with weak or colliding keys, and for long host functions"
    write("signalbox: \(what): \(activity) did not stop, so the process ends: \(reason)")
    _exit(code.rawValue)
  }

  /// Writes a line on standard error, on a new line of a terminal.
  private static func write(_ sentence: String) {
    let start = isatty(OutputFile.error) == 1 ? "\n" : ""
    let line = Array("\(start)\(sentence)\n".utf8)
    _ = OutputBuffer.write(line, to: OutputFile.error, timeout: timeout)
  }
}
