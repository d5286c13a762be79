internal import Signalbox
internal import SignalboxScenarios
internal import SignalboxScripting

/// What a prompt sets in a session, and what must be as it was once the prompt is done.
struct SessionHooks {
  private let printer: ScriptPrinter
  private let onUnhandled: (ScriptError) -> Void
  private let onPause: ((ScriptPause) throws(ScriptError) -> Void)?
  private let onCommand: ((String) throws(ScriptError) -> Void)?
  private let keepsFinished: Bool

  /// Those that a session has now.
  init(_ session: ScriptSession) {
    printer = session.printer
    onUnhandled = session.onUnhandled
    onPause = session.onPause
    onCommand = session.onCommand
    keepsFinished = session.engine.keepsFinished
  }

  func install(in session: ScriptSession) {
    session.printer = printer
    session.onUnhandled = onUnhandled
    session.onPause = onPause
    session.onCommand = onCommand
    session.engine.keepsFinished = keepsFinished
  }
}
