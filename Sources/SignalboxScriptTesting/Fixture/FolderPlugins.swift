internal import SignalboxFiles
public import SignalboxScripting

/// A library of the plugins in a folder, for test sessions. Each subfolder with a `plugin.lua` file
/// is a plugin.
///
/// ```swift
/// let plugins = PluginConfiguration(
///   libraries: [try FolderPlugins(in: "plugins"), BundledPlugins()])
/// let app = try ScriptFixture(configuration: ScriptConfiguration(plugins: plugins))
/// ```
public final class FolderPlugins: PluginLibrary {
  private let library: FolderPluginLibrary
  /// Always `true`, as for the plugins of a project.
  public let loadsAtStart = true
  /// Always `false`, because plugins in a folder are not part of the program.
  public let isBundled = false

  /// Creates a library for a folder.
  ///
  /// - Parameter folder: The folder, relative to the test's source file or to the root of the
  ///   test's package.
  /// - Throws: `module` if the folder does not exist.
  public init(in folder: String, filePath: StaticString = #filePath) throws(ScriptError) {
    let project = TestProject(testFile: "\(filePath)")
    let path = try project.scriptPath(of: folder)
    library = FolderPluginLibrary(path, shown: project.name(of: path))
  }

  /// Returns the folders of the plugins, sorted by the bytes of their names.
  public func folders() throws(ScriptError) -> [PluginFolder] { try library.folders() }

  /// Returns the contents of a file, or `nil` if the file does not exist.
  ///
  /// - Throws: An error if the path leads outside the plugin's folder or the file cannot be read.
  public func text(_ file: String, of folder: PluginFolder) throws(ScriptError) -> [UInt8]? {
    try library.text(file, of: folder)
  }
}
