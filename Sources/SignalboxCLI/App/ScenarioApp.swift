internal import SignalboxScenarios
internal import SignalboxScripting

/// Manages the applications of consecutive scenarios.
final class ScenarioApp {
  private let choice: AppChoice
  private var run: AppRun?

  init(_ choice: AppChoice) { self.choice = choice }

  /// Connects a session to the application for one scenario.
  ///
  /// - Parameter timeout: The time limit of the scenario.
  func begin(_ session: ScriptSession, timeout: Duration) throws(ScriptError) {
    run = try AppRun(choice, session, .scenario(timeout: timeout))
  }

  /// Returns the reason why the script was stopped. The reason is returned only once.
  func takeFailure() -> ScriptError? { run?.takeFailure() }

  /// Ends the scenario's application.
  func end() {
    run?.end()
    run = nil
  }
}

/// A source of sessions for scenarios that run against an application.
struct AppSessions: ScenarioSessionSource {
  private let sessions: any ScenarioSessionSource
  private let app: ScenarioApp

  /// - Parameter sessions: The source that creates the sessions.
  init(_ sessions: any ScenarioSessionSource, _ choice: AppChoice) {
    (self.sessions, app) = (sessions, ScenarioApp(choice))
  }

  func makeSession(for file: ScenarioFile, isReused: Bool) throws(ScriptError) -> ScriptSession {
    try sessions.makeSession(for: file, isReused: false)
  }

  func reset(_ session: ScriptSession, for file: ScenarioFile) -> Bool { false }

  func begin(_ session: ScriptSession, timeout: Duration) throws(ScriptError) {
    try app.begin(session, timeout: timeout)
  }

  func takeFailure(of session: ScriptSession) -> ScriptError? { app.takeFailure() }

  func end(_ session: ScriptSession) { app.end() }
}
