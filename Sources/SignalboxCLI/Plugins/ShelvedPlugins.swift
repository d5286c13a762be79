internal import SignalboxScenarios
internal import SignalboxScripting

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
