package import SignalboxScenarios
package import SignalboxScripting

/// The plugins in a folder on disk. A plugin is a subfolder that contains a `plugin.lua` file.
package final class FolderPluginLibrary: PluginLibrary {
  private let folder: String
  private let shown: String
  package let loadsAtStart = true
  package let isBundled = false

  /// - Parameters:
  ///   - folder: The path of the folder. The folder need not exist.
  ///   - shown: The name of the folder in messages. The default is the path of the folder.
  package init(_ folder: String, shown: String? = nil) {
    self.folder = folder
    self.shown = shown ?? folder
  }

  private var found: [PluginFolder]?

  /// Returns the plugins that existed at the first access. The array is empty if the folder does
  /// not exist.
  package func folders() throws(ScriptError) -> [PluginFolder] {
    if let found { return found }
    var names: [String] = []
    do throws(FileFailure) {
      names = try RootedFolder(folder).names()
    } catch  where !error.isMissing {
      throw ScriptError(
        .module, "cannot read the folder \(shown): \(error.reason)",
        hint: "make the folder readable, or remove it; none of its plugins can be loaded")
    } catch {}
    let folders = names.filter(isPlugin).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { PluginFolder(name: $0, path: shown == "." ? $0 : "\(shown)/\($0)") }
    found = folders
    return folders
  }

  private func isPlugin(_ name: String) -> Bool {
    do throws(FileFailure) {
      return try RootedFolder("\(folder)/\(name)").readIfThere("plugin.lua") != nil
    } catch {
      // A folder that cannot be read is included, so that it is rejected with an explanation when
      // it is loaded.
      return !error.isMissing
    }
  }

  package func text(
    _ file: String, of folder: PluginFolder
  ) throws(ScriptError) -> [UInt8]? {
    do throws(FileFailure) {
      return try RootedFolder("\(self.folder)/\(folder.name)").readIfThere(file)
    } catch {
      let path = "\(folder.path)/\(file)"
      throw ScriptError(
        .module,
        error.isOutside
          ? "\(path) is outside its plugin" : "cannot read \(path): \(error.reason)")
    }
  }
}

/// A plugin library that stores the sources of its files, so that errors can quote excerpts from
/// them.
package final class ShelvedPlugins: PluginLibrary {
  private let library: any PluginLibrary
  private let sources: SourceCache

  package init(_ library: any PluginLibrary, _ sources: SourceCache) {
    self.library = library
    self.sources = sources
  }

  package func folders() throws(ScriptError) -> [PluginFolder] { try library.folders() }
  package var loadsAtStart: Bool { library.loadsAtStart }
  package var isBundled: Bool { library.isBundled }

  package func text(_ file: String, of folder: PluginFolder) throws(ScriptError) -> [UInt8]? {
    let text = try library.text(file, of: folder)
    if let text { sources["\(folder.path)/\(file)"] = text }
    return text
  }
}
