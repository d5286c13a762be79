package import SignalboxScenarios
package import SignalboxScripting

/// Provides a debugger with access to the sources of scripts.
package protocol DebugFiles: AnyObject {
  /// The sources of loaded scripts.
  var sources: SourceCache { get }

  /// Returns the contents of a file.
  func read(_ path: String) throws(ScriptError) -> [UInt8]
  /// Returns the absolute path of a file with symbolic links resolved, or `nil` if there is no such
  /// file.
  func resolved(_ path: String) -> String?
}

/// The services that a program provides to its debugger: files, sessions that it launches, and
/// sessions of other processes.
package protocol DebugHost: DebugFiles {
  /// The store for the snapshots of scenarios, or `nil` if there is none.
  var snapshots: (any SnapshotStore)? { get }

  /// Prepares a launch by changing to its folder and reading the configuration in that folder.
  func prepare(_ launch: DebugLaunch) throws(ScriptError)
  /// Returns the modules that a script can require.
  func modules(of script: String) -> any ModuleSource
  /// Creates a session and loads its plugins.
  ///
  /// - Parameters:
  ///   - script: The script or scenario file.
  ///   - isReused: Whether the session will be reset.
  ///   - attach: A closure that is called with the session before its plugins are loaded.
  func makeSession(
    script: String, isReused: Bool, attach: (ScriptSession) throws(ScriptError) -> Void
  ) throws(ScriptError) -> ScriptSession
  /// Connects to a session of another process.
  func connect(to session: DebugAttach) throws(ScriptError) -> any DebugPeer
}
