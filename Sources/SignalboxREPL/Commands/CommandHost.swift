package import SignalboxScripting

/// What commands reach outside of their session: files, other programs, the date.
///
/// Paths are as the user typed them: `~` is the home folder, others begin at the current one. Errors
/// name the path and say why.
package protocol CommandHost: AnyObject {
  /// The bytes of a file.
  func read(_ path: String) throws(ScriptError) -> [UInt8]
  /// Replaces a file atomically: readers see the old text or the new one.
  ///
  /// - Parameter replacing: Whether a file that is there may go.
  func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(ScriptError)
  /// Begins a file that grows line by line.
  func makeRecording(_ path: String, replacing: Bool) throws(ScriptError) -> any CommandRecording
  /// A fresh session as scenarios of a file of that path get it.
  func makeSession(forScenariosIn path: String) throws(ScriptError) -> ScriptSession
  /// How a scenario in a file of that path requires a script; `nil` where no name leads there.
  func module(of script: String, forScenariosIn path: String) -> String?
  /// Returns the output of `signalbox doctor`.
  func health() throws(ScriptError) -> String
  /// Runs a shell command in the user's terminal and returns its exit code.
  func runShell(_ command: String) throws(ScriptError) -> Int
  /// Lets the user change a text in their editor.
  ///
  /// - Returns: What they have left there.
  func edit(_ text: String) throws(ScriptError) -> String
  /// Today as `2026-11-20`.
  var today: String { get }
}

/// A file that grows line by line; each line is in it when `append` returns.
package protocol CommandRecording: AnyObject {
  func append(_ line: String) throws(ScriptError)
  func close()
}
