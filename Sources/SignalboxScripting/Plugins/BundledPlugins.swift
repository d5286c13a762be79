/// The plugins that are part of the program; they load when a script requires them.
public final class BundledPlugins: PluginLibrary {
  /// Creates the library of all bundled plugins.
  public init() {}

  /// `false`: they load on demand.
  public let loadsAtStart = false
  /// `true`.
  public let isBundled = true

  /// Returns their folders, which are embedded in the program.
  public func folders() -> [PluginFolder] {
    BundledFiles.plugins.map { PluginFolder(name: $0, path: "(bundled)/\($0)") }
  }

  /// The name of the demo application in messages.
  package static let demo = "(bundled)/demo.lua"

  /// The text of the demo application.
  package static var demoText: [UInt8] {
    BundledFiles.text(of: "demo.lua").map { text in text.withUTF8Buffer { Array($0) } } ?? []
  }

  /// Returns the text of a file.
  public func text(_ file: String, of folder: PluginFolder) -> [UInt8]? {
    BundledFiles.text(of: "\(folder.name)/\(file)").map { text in
      text.withUTF8Buffer { Array($0) }
    }
  }

  /// Returns the paths of all files of a plugin, for tests and tools.
  ///
  /// - Parameter plugin: The name of a bundled plugin; the result is empty for another one.
  public func files(of plugin: String) -> [String] {
    BundledFiles.paths.filter { $0.hasPrefix(plugin + "/") }.map {
      String($0.dropFirst(plugin.count + 1))
    }
  }
}
