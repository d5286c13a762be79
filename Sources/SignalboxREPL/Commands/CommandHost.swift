package import SignalboxInspector
package import SignalboxScenarios
package import SignalboxScripting

/// Provides commands with access to resources outside the session: files, other programs, and the
/// date.
///
/// Paths have the form that the user typed, in which `~` is the home folder, and relative paths
/// refer to the current folder. Errors contain the path and the reason.
package protocol CommandHost: AnyObject {
  /// Returns the bytes of a file.
  func read(_ path: String) throws(ScriptError) -> [UInt8]
  /// Writes a file atomically, so that readers see either the old or the new contents.
  ///
  /// - Parameter replacing: Whether an existing file may be replaced.
  func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(ScriptError)
  /// Creates a file for a recording.
  func makeRecording(_ path: String, replacing: Bool) throws(ScriptError) -> any CommandRecording
  /// Creates a session for the scenarios in a file.
  ///
  /// - Parameters:
  ///   - modules: The modules that are not written to disk yet, keyed by name.
  ///   - isReused: Whether the session will be reset or will return to checkpoints.
  func makeSession(
    forScenariosIn path: String, with modules: [String: ScriptModule], isReused: Bool
  ) throws(ScriptError) -> ScriptSession
  /// Returns a source of sessions in which a saved scenario must pass, or `nil` if running the
  /// scenario would change the application at the prompt.
  ///
  /// - Parameter own: A source of sessions that have their own engines.
  func scenarioSessions(_ own: any ScenarioSessionSource) -> (any ScenarioSessionSource)?
  /// Returns a source of sessions that run saved scenarios against the application's model, or
  /// `nil` if there is no model.
  ///
  /// - Parameter own: A source of sessions that have their own engines.
  func modelSessions(_ own: any ScenarioSessionSource) -> (any ScenarioSessionSource)?
  /// Returns the module name of a script for `require` in a scenario file, or `nil` if the file
  /// cannot require the script.
  func module(of script: String, forScenariosIn path: String) -> String?
  /// Returns the output of `signalbox doctor`.
  func health() throws(ScriptError) -> String
  /// Runs a shell command in the user's terminal and returns its exit code.
  func runShell(_ command: String) throws(ScriptError) -> Int
  /// Opens a string in the user's editor.
  ///
  /// - Returns: The text that the user saved in the editor.
  func edit(_ text: String) throws(ScriptError) -> String
  /// Returns the text that makes the user's terminal show an image, or `nil` if the terminal cannot
  /// show images.
  ///
  /// - Parameter draw: A closure that returns the image. The closure is called only if the terminal
  ///   can show images.
  func terminalImage(
    _ draw: () -> ScreenFormat.Drawing
  ) throws(ScriptError) -> String?
  /// The current date in the format `2026-11-20`.
  var today: String { get }
}

extension CommandHost {
  package func terminalImage(
    _ draw: () -> ScreenFormat.Drawing
  ) throws(ScriptError) -> String? { nil }

  package func scenarioSessions(
    _ own: any ScenarioSessionSource
  ) -> (any ScenarioSessionSource)? { own }

  package func modelSessions(
    _ own: any ScenarioSessionSource
  ) -> (any ScenarioSessionSource)? { nil }

  /// Returns a source of scenario sessions that have their own engines.
  package func ownSessions(with modules: [String: ScriptModule]) -> any ScenarioSessionSource {
    HostSessions(host: self, modules: modules)
  }
}

/// Creates scenario sessions with a host.
private struct HostSessions: ScenarioSessionSource {
  let host: any CommandHost
  let modules: [String: ScriptModule]

  func makeSession(for file: ScenarioFile, isReused: Bool) throws(ScriptError) -> ScriptSession {
    try host.makeSession(forScenariosIn: file.path, with: modules, isReused: isReused)
  }

  func reset(_ session: ScriptSession, for file: ScenarioFile) -> Bool { session.reset() }
}

/// A file that is written line by line. Each line has been written when `append` returns.
package protocol CommandRecording: AnyObject {
  func append(_ line: String) throws(ScriptError)
  func close()
}
