internal import Signalbox
internal import SignalboxREPL
internal import SignalboxScenarios
internal import SignalboxScripting

/// The application that a prompt or a recording uses, with the session that shows it.
final class AppPrompt {
  let choice: AppChoice
  /// What the application calls this program.
  private let program: String
  /// Whether an application that runs already begins again when it is first used.
  private let isRelaunched: Bool
  private var run: AppRun?
  private var session: ScriptSession?
  /// The application of the session that a new one may replace.
  private var previous: (run: AppRun, session: ScriptSession)?

  init(_ choice: AppChoice, by program: String, isRelaunched: Bool = false) {
    (self.choice, self.program, self.isRelaunched) = (choice, program, isRelaunched)
  }

  /// The application's name for itself; `nil` if it is not connected.
  var name: String? { run?.name }

  /// The options of commands that use the application, as words of a shell.
  var words: [String] { choice.words }

  /// Whether scenarios can run on the application without a change of what is shown.
  var allowsScenarios: Bool { !choice.isShared || run == nil }

  /// Connects a session to the application. A further session shows it from its beginning, and both
  /// run until ``keep(_:)``.
  func begin(_ session: ScriptSession) throws(ScriptError) {
    let use = AppUse.prompt(program, isRelaunched: isRelaunched || run != nil)
    let next = try AppRun(choice, session, use)
    if let run, let old = self.session { previous = (run, old) }
    (run, self.session) = (next, session)
  }

  /// Ends the application of the session that does not continue.
  func keep(_ session: ScriptSession) {
    guard let previous else { return }
    self.previous = nil
    if session === previous.session {
      run?.close()
      (run, self.session) = previous
    } else {
      previous.run.close()
    }
  }

  /// Disconnects, and ends the process of the application; its last state stays shown.
  func end() {
    run?.close()
    run = nil
  }

  /// A descriptor that is readable when the application has sent something; `nil` if it has ended.
  var descriptor: Int32? { run?.descriptor }

  /// Takes what the application has sent, without waiting.
  ///
  /// - Returns: What has happened in it by itself, in one line; `nil` if nothing is shown.
  /// - Throws: `unreachable` if it has ended, which closes the connection, unless a call has reported
  ///   this.
  func take() throws(NavigationError) -> String? {
    guard let engine = session?.engine else { return nil }
    let first = engine.eventCount + 1
    try using { run throws(NavigationError) in try run.take() }
    return ChangeSummary.notice(of: engine, from: first, by: "application")
  }

  /// Waits until what others have done in the application is shown and recorded.
  ///
  /// - Throws: As ``take()``.
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

  /// Returns sessions whose scenarios run on the application; `nil` if these would change what is
  /// shown.
  ///
  /// - Parameter sessions: Creates the sessions.
  func sessions(_ sessions: any ScenarioSessionSource) -> (any ScenarioSessionSource)? {
    allowsScenarios ? AppSessions(sessions, choice) : nil
  }
}
