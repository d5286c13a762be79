public import SignalboxScripting

/// The plugins of a folder, for sessions of tests: each folder in it that has a `plugin.lua`.
///
/// ```swift
/// let plugins = PluginConfiguration(libraries: [try FolderPlugins(in: "plugins"), BundledPlugins()])
/// let app = try NavigationFixture(configuration: ScriptConfiguration(plugins: plugins))
/// ```
public final class FolderPlugins: PluginLibrary {
  private let project: TestProject
  private let folder: String
  /// Yes, as those of a project do in the tool.
  public let loadsAtStart = true
  /// No.
  public let isBundled = false

  /// Finds the folder.
  ///
  /// - Parameter folder: Relative to the test's source file or to the root of its package.
  /// - Throws: where it is not there.
  public init(in folder: String, filePath: StaticString = #filePath) throws(ScriptError) {
    project = TestProject(testFile: "\(filePath)")
    self.folder = try project.path(of: folder)
  }

  /// Its plugins, sorted by the bytes of their names.
  public var folders: [PluginFolder] {
    TestProject.names(in: folder).filter { TestProject.isFile("\(folder)/\($0)/plugin.lua") }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { PluginFolder(name: $0, path: project.name(of: "\(folder)/\($0)")) }
  }

  /// The text of a file.
  ///
  /// - Throws: where it leads outside of its plugin, or cannot be read.
  public func text(_ file: String, of folder: PluginFolder) throws(ScriptError) -> [UInt8]? {
    let place = project.path(named: folder.path)
    let path = project.path(named: "\(folder.path)/\(file)")
    guard TestProject.isFile(path) else { return nil }
    guard TestProject.isInside(path, place) else {
      throw ScriptError(.module, "\(folder.path)/\(file) leads outside of its plugin")
    }
    return try project.read(path)
  }
}
