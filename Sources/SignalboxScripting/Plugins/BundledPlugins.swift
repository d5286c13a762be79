/// The plugins that come with the program; they load when a script requires them.
public final class BundledPlugins: PluginLibrary {
  /// All of them.
  public init() {}

  /// No: they wait.
  public let loadsAtStart = false
  /// Yes.
  public let isBundled = true

  /// Their folders, which are inside of the program.
  public func folders() -> [PluginFolder] {
    BundledFiles.plugins.map { PluginFolder(name: $0, path: "(bundled)/\($0)") }
  }

  /// The name of the demo application, as messages call it.
  package static let demo = "(bundled)/demo.lua"

  /// The text of the demo application.
  package static var demoText: [UInt8] {
    BundledFiles.text(of: "demo.lua").map { text in text.withUTF8Buffer { Array($0) } } ?? []
  }

  /// The text of a file.
  public func text(_ file: String, of folder: PluginFolder) -> [UInt8]? {
    BundledFiles.text(of: "\(folder.name)/\(file)").map { text in
      text.withUTF8Buffer { Array($0) }
    }
  }

  /// The paths of all files of a plugin, for tests and tools.
  public func files(of plugin: String) -> [String] {
    BundledFiles.paths.filter { $0.hasPrefix(plugin + "/") }.map {
      String($0.dropFirst(plugin.count + 1))
    }
  }
}
