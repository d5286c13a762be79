internal import SignalboxFiles
public import SignalboxScripting

/// The plugins of a folder, for sessions of tests: each folder in it that has a `plugin.lua`.
///
/// ```swift
/// let plugins = PluginConfiguration(libraries: [try FolderPlugins(in: "plugins"), BundledPlugins()])
/// let app = try NavigationFixture(configuration: ScriptConfiguration(plugins: plugins))
/// ```
public final class FolderPlugins: PluginLibrary {
  private let library: FolderPluginLibrary
  /// Yes, as those of a project do in the tool.
  public let loadsAtStart = true
  /// No.
  public let isBundled = false

  /// Finds the folder.
  ///
  /// - Parameter folder: Relative to the test's source file or to the root of its package.
  /// - Throws: where it is not there.
  public init(in folder: String, filePath: StaticString = #filePath) throws(ScriptError) {
    let project = TestProject(testFile: "\(filePath)")
    let path = try project.path(of: folder)
    library = FolderPluginLibrary(path, shown: project.name(of: path))
  }

  /// Its plugins, sorted by the bytes of their names.
  public func folders() throws(ScriptError) -> [PluginFolder] { try library.folders() }

  /// The text of a file.
  ///
  /// - Throws: where it leads outside of its plugin, or cannot be read.
  public func text(_ file: String, of folder: PluginFolder) throws(ScriptError) -> [UInt8]? {
    try library.text(file, of: folder)
  }
}
