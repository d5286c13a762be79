package import SignalboxScenarios
package import SignalboxScripting

/// The functions that a debugger requires from its host program: files and sessions.
package protocol DebugHost: AnyObject {
  /// The sources of loaded scripts.
  var sources: SourceCache { get }
  /// The store for the snapshots of scenarios, or `nil` if there is none.
  var snapshots: (any SnapshotStore)? { get }

  /// Prepares a launch by changing to its folder and reading the configuration in that folder.
  func prepare(_ launch: DebugLaunch) throws(ScriptError)
  /// Returns the contents of a file.
  func read(_ path: String) throws(ScriptError) -> [UInt8]
  /// Returns the absolute path of a file with all symbolic links resolved, or `nil` if there is no
  /// such file.
  func resolved(_ path: String) -> String?
  /// Returns the modules that a script can require.
  func modules(of script: String) -> any ModuleSource
  /// Creates a session and loads its plugins.
  ///
  /// - Parameters:
  ///   - script: The script or scenario file.
  ///   - isReused: Whether the session will be reset.
  ///   - attach: A closure that is called before plugins are loaded.
  func makeSession(
    script: String, isReused: Bool, attach: (ScriptSession) throws(ScriptError) -> Void
  ) throws(ScriptError) -> ScriptSession
}
