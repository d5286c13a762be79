internal import Signalbox
internal import SignalboxREPL
internal import SignalboxScenarios
internal import SignalboxScripting

/// The application of a prompt or recording, and the session that mirrors it.
final class AppPrompt {
  let choice: AppChoice
  /// The name with which this program identifies itself to the application.
  private let program: String
  /// Whether a running application is launched again when it is first used.
  private let isRelaunched: Bool
  private var run: AppRun?
  private var session: ScriptSession?
  /// The previous application and session, which a new session might replace.
  private var previous: (run: AppRun, session: ScriptSession)?

  init(_ choice: AppChoice, by program: String, isRelaunched: Bool = false) {
    (self.choice, self.program, self.isRelaunched) = (choice, program, isRelaunched)
  }

  /// The application's name, or `nil` if no application is connected.
  var name: String? { run?.name }

  /// The command options for this application, as parts of a shell command.
  var words: [String] { choice.words }

  /// Whether scenarios can run against the application without changing the state at the prompt.
  var allowsScenarios: Bool { !choice.isShared || run == nil }

  /// Connects a session to the application. If another session is connected, the application is
  /// launched again, and the previous connection remains open until ``keep(_:)`` is called.
  func begin(_ session: ScriptSession) throws(ScriptError) {
    let use = AppUse.prompt(program, isRelaunched: isRelaunched || run != nil)
    let next = try AppRun(choice, session, use)
    if let run, let old = self.session { previous = (run, old) }
    (run, self.session) = (next, session)
  }

  /// Keeps the application of the given session and ends the application of the other session.
  func keep(_ session: ScriptSession) {
    guard let previous else { return }
    self.previous = nil
    if session === previous.session {
      run?.end()
      (run, self.session) = previous
    } else {
      previous.run.end()
    }
  }

  /// Disconnects, and ends the application's process if a command started it. The session continues
  /// to show the last state.
  func end() {
    run?.close()
    run = nil
  }

  /// A descriptor that is readable when the application has sent data, or `nil` after the
  /// application has ended.
  var descriptor: Int32? { run?.descriptor }

  /// Reads available data from the application without waiting.
  ///
  /// - Returns: A line that describes the changes from other sources, or `nil` if there are no
  ///   visible changes.
  /// - Throws: `unreachable` if the application has ended, unless a call has already reported this.
  ///   If this method throws, the connection is closed.
  func take() throws(NavigationError) -> String? {
    guard let engine = session?.engine else { return nil }
    let first = engine.eventCount + 1
    try using { run throws(NavigationError) in try run.take() }
    return ChangeSummary.notice(of: engine, from: first, by: "application")
  }

  /// Waits until all changes from other sources are shown and recorded.
  ///
  /// - Throws: The same errors as ``take()``.
  func settle() throws(NavigationError) {
    try using { run throws(NavigationError) in try run.settle() }
  }

  private func using(_ body: (AppRun) throws(NavigationError) -> Void) throws(NavigationError) {
    guard let run, run.descriptor != nil else { return }
    do throws(NavigationError) {
      try body(run)
    } catch {
      run.close()
      if !run.hasRejected { throw error }
    }
  }

  /// Returns a source of sessions whose scenarios run against the application, or `nil` if
  /// scenarios would change the state at the prompt.
  ///
  /// - Parameter sessions: The source that creates the sessions.
  func sessions(_ sessions: any ScenarioSessionSource) -> (any ScenarioSessionSource)? {
    allowsScenarios ? AppSessions(sessions, choice) : nil
  }
}
