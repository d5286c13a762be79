/// A plugin and its manifest, which is evaluated without access to functions (decision 0232).
public struct PluginOutline: Sendable {
  /// The name of the plugin and of its folder.
  public let name: String
  /// The path of the plugin in messages.
  public let path: String
  /// Whether the plugin is included in the program.
  public let isBundled: Bool
  /// Whether the plugin replaces a bundled plugin with the same name.
  public let replacesBundled: Bool
  /// Whether the plugin loads at startup.
  public let loadsAtStart: Bool
  /// The manifest, or `nil` if `plugin.lua` is invalid or cannot be evaluated without functions.
  public internal(set) var manifest: PluginManifest?
  /// The known reason why the plugin will not load, or `nil` if there is none.
  public internal(set) var rejection: PluginRejection?
}

extension PluginConfiguration {
  /// All plugins, sorted by the bytes of their names. Their manifests are evaluated without access
  /// to functions.
  public var outlines: [PluginOutline] {
    let sources = PluginSources(self)
    return sources.names.compactMap { name in
      sources.source(of: name).map { outline(of: $0, isStarted: sources.start.contains(name)) }
    }
  }

  /// The rejections that do not belong to an outline: of unreadable folders, of duplicate names,
  /// and of requested plugins that do not exist.
  public var strays: [PluginRejection] { PluginSources(self).strays(of: self) }

  private func outline(
    of source: PluginSources.Source, isStarted: Bool
  ) -> PluginOutline {
    switch source.origin {
    case .native(let plugin):
      return PluginOutline(
        name: source.name, path: NativePlugin.origin, isBundled: false,
        replacesBundled: source.replacesBundled, loadsAtStart: true, manifest: plugin.manifest)
    case .folder(let folder, let library):
      var outline = PluginOutline(
        name: source.name, path: folder.path, isBundled: library.isBundled,
        replacesBundled: source.replacesBundled, loadsAtStart: isStarted)
      do throws(PluginRejection) {
        outline.manifest = try manifest(of: folder, in: library)
        if let manifest = outline.manifest {
          outline.rejection = denial(of: manifest, at: folder.path)
        }
      } catch {
        outline.rejection = error
      }
      return outline
    }
  }

  private func manifest(
    of folder: PluginFolder, in library: any PluginLibrary
  ) throws(PluginRejection) -> PluginManifest? {
    let text: [UInt8]?
    do throws(ScriptError) {
      text = try library.text("plugin.lua", of: folder)
    } catch {
      throw PluginRejection(folder.name, at: folder.path, error, while: "loading plugin.lua")
    }
    let path = "\(folder.path)/plugin.lua"
    guard let data = try? DataFile(text ?? [], path: path, leavesOutFunctions: true) else {
      return nil
    }
    return try ManifestReader(name: folder.name, path: folder.path).manifest(data.value)
  }
}
