package import SignalboxScripting

/// The access of commands to resources outside their session: files, other programs, the date.
///
/// Paths are as typed: `~` is the home folder, others are relative to the current one. Errors
/// contain the path and the reason.
package protocol CommandHost: AnyObject {
  /// Returns the bytes of a file.
  func read(_ path: String) throws(ScriptError) -> [UInt8]
  /// Replaces a file atomically: readers see the old text or the new one.
  ///
  /// - Parameter replacing: Whether an existing file may be replaced.
  func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(ScriptError)
  /// Creates a file for a recording.
  func makeRecording(_ path: String, replacing: Bool) throws(ScriptError) -> any CommandRecording
  /// Creates a new session for scenarios of a file.
  ///
  /// - Parameter modules: Modules that are not written yet, by name.
  func makeSession(
    forScenariosIn path: String, with modules: [String: ScriptModule]
  ) throws(ScriptError) -> ScriptSession
  /// Returns how a scenario in a file requires a script; `nil` if no module name leads there.
  func module(of script: String, forScenariosIn path: String) -> String?
  /// Returns the output of `signalbox doctor`.
  func health() throws(ScriptError) -> String
  /// Runs a shell command in the user's terminal and returns its exit code.
  func runShell(_ command: String) throws(ScriptError) -> Int
  /// Opens the user's editor for a string.
  ///
  /// - Returns: The changed text.
  func edit(_ text: String) throws(ScriptError) -> String
  /// The current date as `2026-11-20`.
  var today: String { get }
}

/// A file that is written line by line; each line is complete when `append` returns.
package protocol CommandRecording: AnyObject {
  func append(_ line: String) throws(ScriptError)
  func close()
}
