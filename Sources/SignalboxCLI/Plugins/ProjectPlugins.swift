internal import SignalboxScenarios
internal import SignalboxScripting

/// The plugins of a project: the folders below `plugins` that have a `plugin.lua`.
final class ProjectPlugins: PluginLibrary {
  private let folder: String
  let loadsAtStart = true
  let isBundled = false

  /// - Parameter folder: The path of the folder; it need not exist.
  init(_ folder: String) { self.folder = folder }

  /// Those that were there when it was first asked.
  private(set) lazy var folders: [PluginFolder] =
    FlowFinder.names(in: folder).filter { ModuleFolders.isFile("\(folder)/\($0)/plugin.lua") }
    .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    .map { PluginFolder(name: $0, path: "\(folder)/\($0)") }

  func text(_ file: String, of folder: PluginFolder) throws(ScriptError) -> [UInt8]? {
    let path = "\(folder.path)/\(file)"
    guard ModuleFolders.isFile(path) else { return nil }
    guard ModuleFolders.isInside(path, folder.path) else {
      throw ScriptError(.module, "\(path) leads outside of its plugin")
    }
    return try ScriptFile.read(path)
  }
}

/// A library whose texts are kept for excerpts.
final class ShelvedPlugins: PluginLibrary {
  private let library: any PluginLibrary
  private let sources: SourceShelf

  init(_ library: any PluginLibrary, _ sources: SourceShelf) {
    self.library = library
    self.sources = sources
  }

  var folders: [PluginFolder] { library.folders }
  var loadsAtStart: Bool { library.loadsAtStart }
  var isBundled: Bool { library.isBundled }

  func text(_ file: String, of folder: PluginFolder) throws(ScriptError) -> [UInt8]? {
    let text = try library.text(file, of: folder)
    if let text { sources["\(folder.path)/\(file)"] = text }
    return text
  }
}
