internal import CTerminal
internal import PortableMutex
internal import Signalbox
internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting
internal import SignalboxTransports
internal import SystemLibrary

/// Ends the process if a script ignores a stop.
///
/// Lua runs no hook during a single instruction or host function. If such code continues for three seconds
/// after a stop request, the watchdog writes pending output, removes file drafts and sockets,
/// restores the terminal modes and ends the process. At a prompt, the first Ctrl-C only causes the
/// watchdog to report the problem.
///
/// The watchdog runs on its own thread while the main thread may be executing any code, so the
/// watchdog takes only locks that are held briefly.
enum Watchdog {
  private struct State {
    var isInstalled = false
    /// The current activity of the process, as the subject of a sentence.
    var activity = "signalbox"
    /// The number of nested prompts that are open at a terminal.
    var prompts = 0
    /// A closure that is called before the watchdog ends the process.
    var beforeEnd: (@Sendable (OverdueStop) -> Void)?
  }

  private static let state = Mutex(State())
  /// The time for which readers can accept pending output, in milliseconds.
  private static let timeout: Int32 = 100

  /// Starts the watchdog, which runs until the process ends.
  static func install(during activity: String) {
    let isFirst = state.withLock { state in
      defer { state.isInstalled = true }
      state.activity = activity
      return !state.isInstalled
    }
    if isFirst { ProcessSignals.reportOverdueStops(report) }
  }

  /// Sets the current activity of the process.
  static func begin(_ activity: String) { state.withLock { $0.activity = activity } }

  /// Sets a closure that the watchdog calls on its thread before it ends the process. The closure
  /// replaces an earlier one.
  static func beforeEnd(_ action: @escaping @Sendable (OverdueStop) -> Void) {
    state.withLock { $0.beforeEnd = action }
  }

  /// Runs a closure, during which a prompt handles Ctrl-C.
  static func whilePrompting<R>(_ isLive: Bool, _ body: () -> R) -> R {
    if isLive { state.withLock { $0.prompts += 1 } }
    defer { if isLive { state.withLock { $0.prompts -= 1 } } }
    return body()
  }

  private static func report(_ stop: OverdueStop) {
    let (activity, isPrompting) = state.withLock { ($0.activity, $0.prompts > 0) }
    if stop == .interrupt, isPrompting {
      write(
        "signalbox: \(activity) is running code that cannot be interrupted; wait until the code "
          + "ends, or press Ctrl-C again to end signalbox (the history is kept)")
      return
    }
    let (what, code): (String, ExitCode) =
      switch stop {
      case .deadline: ("timed out", .failed)
      case .termination: ("terminated", .terminated)
      case .interrupt, .secondInterrupt: ("interrupted", .interrupted)
      }
    let lost = OutputBuffer.writeStandard(timeout: timeout)
    state.withLock { $0.beforeEnd }?(stop)
    FileDraft.discardAll()
    ListeningSockets.removeFiles()
    ctl_restore()
    let reason =
      lost > 0
      ? "the reader of the output stopped reading, and \(counted(lost, "byte")) \(lost == 1 ? "was" : "were") lost"
      : "a single Lua instruction, Lua library function or host function cannot be interrupted; "
        + "look for chains of __call, tables with weak or colliding keys, and long-running host "
        + "functions"
    write("signalbox: \(what): \(activity) did not stop, so the process ends: \(reason)")
    _exit(code.rawValue)
  }

  /// Writes a line to standard error. At a terminal, the output begins on a new line.
  private static func write(_ sentence: String) {
    let start = isatty(OutputFile.error) == 1 ? "\n" : ""
    let line = Array("\(start)\(sentence)\n".utf8)
    _ = OutputBuffer.write(line, to: OutputFile.error, timeout: timeout)
  }
}
