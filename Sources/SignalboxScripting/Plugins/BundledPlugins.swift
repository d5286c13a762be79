/// The plugins that are bundled with the program. Each plugin loads when a script requires it.
public final class BundledPlugins: PluginLibrary {
  /// Creates a library with all bundled plugins.
  public init() {}

  /// Always `false`: bundled plugins load on demand.
  public let loadsAtStart = false
  /// Always `true`: the plugins are part of the program.
  public let isBundled = true

  /// Returns the folders of the plugins, which are embedded in the program.
  public func folders() -> [PluginFolder] {
    BundledFiles.plugins.map { PluginFolder(name: $0, path: "(bundled)/\($0)") }
  }

  /// The name of the demo application's file in messages.
  package static let demo = "(bundled)/demo.lua"

  /// The source of the demo application.
  package static var demoText: [UInt8] {
    BundledFiles.text(of: "demo.lua").map { text in text.withUTF8Buffer { Array($0) } } ?? []
  }

  /// Returns the contents of a file, or `nil` if the file does not exist.
  public func text(_ file: String, of folder: PluginFolder) -> [UInt8]? {
    BundledFiles.text(of: "\(folder.name)/\(file)").map { text in
      text.withUTF8Buffer { Array($0) }
    }
  }

  /// Returns the paths of all files in a plugin, for tests and tools.
  ///
  /// - Parameter plugin: The name of a bundled plugin. The result is empty for any other name.
  public func files(of plugin: String) -> [String] {
    BundledFiles.paths.filter { $0.hasPrefix(plugin + "/") }.map {
      String($0.dropFirst(plugin.count + 1))
    }
  }
}
