package import SignalboxScenarios
package import SignalboxScripting

/// What a debugger needs of the program that it is part of: files and sessions.
package protocol DebugHost: AnyObject {
  /// The sources of loaded scripts.
  var sources: SourceCache { get }
  /// Stores the snapshots of scenarios; `nil` if there is no such store.
  var snapshots: (any SnapshotStore)? { get }

  /// Prepares a launch: changes to its folder and reads the configuration there.
  func prepare(_ launch: DebugLaunch) throws(ScriptError)
  /// Returns the contents of a file.
  func read(_ path: String) throws(ScriptError) -> [UInt8]
  /// Returns the absolute path of a file after symbolic links, or `nil` if there is no such file.
  func resolved(_ path: String) -> String?
  /// Returns the modules that a script can require.
  func modules(of script: String) -> any ModuleSource
  /// Creates a session and loads its plugins.
  ///
  /// - Parameters:
  ///   - script: The script or scenario file.
  ///   - isReused: Whether the session will be reset.
  ///   - attach: Called before plugins are loaded.
  func makeSession(
    script: String, isReused: Bool, attach: (ScriptSession) throws(ScriptError) -> Void
  ) throws(ScriptError) -> ScriptSession
}
